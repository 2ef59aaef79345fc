import { expect } from 'vitest';
import type { Answer } from '../support/answer.ts';
import { look } from './look.ts';
import { type Model, type ModelAuction, phaseOf, sellersNow } from './model.ts';
import type { Game } from './game.ts';
import type { Manner } from './manner.ts';

const maxAuctions = 3;

interface Period {
  readonly startsInSeconds: number;
  readonly lastsSeconds: number;
}

export async function create(game: Game, { minimum, ...period }: Period & { minimum: number }): Promise<void> {
  const { world, model } = game;
  if (model.auctions.length >= maxAuctions) return;
  const biddingPeriod = timestampsOf(model, period);
  const answer = await world.seller.post('/v1/auctions', {
    title: 'A desk',
    minimumBidValueInCents: minimum,
    biddingPeriod,
  });
  note(game, answer);
  // The service may know that the account takes no money.
  if (model.isRestricted && answer.body.code === 'payments_unavailable') return;
  expectAnswer(answer, isSoonEnough(period) ? null : [400, 'invalid_request']);
  if (answer.status !== 201) return;
  model.auctions.push({
    auctionId: answer.body.auction.auctionId,
    startsAt: biddingPeriod.startTimestamp * 1000,
    endsAt: biddingPeriod.endTimestamp * 1000,
    minimum,
    lowestMinimum: minimum,
    isCancelled: false,
    final: null,
    chargedWhenHeld: null,
    givenBack: new Set(),
    timelyRenewals: new Set(),
  });
}

export async function raise(game: Game, auction: ModelAuction, minimum: number, { isAlone }: Manner): Promise<void> {
  const process = game.world.mortal();
  const answer = await game.world.seller.patch(`/v1/auctions/${auction.auctionId}`, {
    minimumBidValueInCents: minimum,
  });
  note(game, answer);
  if (process.isDead) return await seeWhatIsTrue(game, auction);
  if (isAlone) expectAnswer(answer, isCompleted(game, auction) ? [409, 'auction_completed'] : null);
  if (answer.status !== 200) return;
  auction.minimum = minimum;
  auction.lowestMinimum = Math.min(auction.lowestMinimum, minimum);
}

export async function move(game: Game, auction: ModelAuction, period: Period, { isAlone }: Manner): Promise<void> {
  const { world, model } = game;
  const biddingPeriod = timestampsOf(model, period);
  const answer = await world.seller.patch(`/v1/auctions/${auction.auctionId}`, { biddingPeriod });
  note(game, answer);
  if (isAlone) {
    const refusal = isCompleted(game, auction)
      ? ([409, 'auction_completed'] as const)
      : phaseOf(model, auction) !== 'UPCOMING'
        ? ([409, 'field_locked'] as const)
        : null;
    expectAnswer(answer, refusal ?? (isSoonEnough(period) ? null : [400, 'invalid_request']));
  }
  if (answer.status !== 200) return;
  auction.startsAt = biddingPeriod.startTimestamp * 1000;
  auction.endsAt = biddingPeriod.endTimestamp * 1000;
}

/** Cancel wins while no capture is under way, also while settlement waits for an account, and nobody has captured a hold by hand. */
export async function cancel(game: Game, auction: ModelAuction, { isAlone }: Manner): Promise<void> {
  const process = game.world.mortal();
  const answer = await game.world.seller.delete(`/v1/auctions/${auction.auctionId}`);
  note(game, answer);
  if (process.isDead) return await seeWhatIsTrue(game, auction);
  if (isAlone && !auction.isCancelled) {
    const isSettling = game.seen.books.some(
      ({ auctionId, ours, isOpen, captureRequested, captureUnclear, oursCaptured }) =>
        auctionId === auction.auctionId &&
        ((ours === 'capturing' && (captureUnclear || oursCaptured !== null)) ||
          (ours === 'releasing' && captureRequested) ||
          (ours === 'captured_outside' && isOpen)),
    );
    expectAnswer(
      answer,
      isCompleted(game, auction) ? [409, 'auction_completed'] : isSettling ? [409, 'auction_settling'] : null,
    );
  }
  // A second cancellation succeeds again.
  if (auction.isCancelled) expect(answer.body, 'a repeated cancellation').toEqual({ success: true });
  if (answer.status === 200) auction.isCancelled = true;
}

/** After a process has died, or several changes at once: nobody knows which of them was written, or written last. */
export async function seeWhatIsTrue(game: Game, auction: ModelAuction): Promise<void> {
  const seen = await look(game.world, game.seen);
  const shown = seen.auctions.find(({ auctionId }) => auctionId === auction.auctionId)!;
  auction.isCancelled = shown.outcome === 'CANCELLED';
  auction.minimum = shown.minimumBidValueInCents;
  auction.lowestMinimum = Math.min(auction.lowestMinimum, auction.minimum);
}

/** As of the last look. */
function isCompleted({ seen }: Game, auction: ModelAuction): boolean {
  if (auction.isCancelled) return true;
  return seen.auctions.find(({ auctionId }) => auctionId === auction.auctionId)?.status === 'completed';
}

function timestampsOf(model: Model, { startsInSeconds, lastsSeconds }: Period) {
  const startTimestamp = Math.ceil(sellersNow(model) / 1000) + startsInSeconds;
  return { startTimestamp, endTimestamp: startTimestamp + lastsSeconds };
}

/** A start has to be a minute ahead. */
function isSoonEnough({ startsInSeconds }: Period): boolean {
  return startsInSeconds >= 60;
}

function expectAnswer({ status, body }: Answer, refusal: readonly [status: number, code: string] | null): void {
  if (refusal === null) expect(status, `the answer ${JSON.stringify(body)}`).toBeLessThan(300);
  else expect([status, body.code], 'the answer').toEqual([...refusal]);
}

function note({ journal }: Game, { status, body }: Answer): void {
  journal.push(`  ${status} ${body?.code ?? ''}`);
}
