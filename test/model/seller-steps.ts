import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer } from '../support/answer.ts';
import { type BookLine, look } from './look.ts';
import { type Model, type ModelAuction, phaseOf, sellersNow } from './model.ts';
import type { Game } from './game.ts';
import type { Manner } from './manner.ts';
import { noRules, type Rules } from './rules.ts';

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
    scheduledEndsAt: biddingPeriod.endTimestamp * 1000,
    rules: noRules,
    minimum,
    lowestMinimum: minimum,
    isCancelled: false,
    isBought: false,
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
  auction.scheduledEndsAt = auction.endsAt;
}

/** The rules of an auction are locked from its start on. */
export async function giveRules(game: Game, auction: ModelAuction, rules: Rules, { isAlone }: Manner): Promise<void> {
  const process = game.world.mortal();
  const given = { ...rules, bidSteps: rules.bidSteps.length === 0 ? null : rules.bidSteps };
  const { body } = await game.world.seller.mutate(
    'updateAuctionRules',
    { auctionId: auction.auctionId, rules: given },
    'auction { auctionId }',
  );
  if (process.isDead) return await seeWhatIsTrue(game, auction);
  const refusal = body.errors?.[0].extensions.code ?? null;
  game.journal.push(`  ${refusal ?? 'given'}`);
  if (isAlone) {
    const isLocked = phaseOf(game.model, auction) !== 'UPCOMING';
    const expected = isCompleted(game, auction) ? 'auction_completed' : isLocked ? 'rules_locked' : null;
    expect(refusal, 'the answer to a change of rules').toBe(expected);
  }
  if (refusal === null) auction.rules = rules;
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

/** The seller gives money back: never more than is left of what was captured, and once for each key. */
export async function refund(
  game: Game,
  auction: ModelAuction,
  { amountInCents, isRepeated }: { amountInCents: number | null; isRepeated: boolean },
  { isAlone }: Manner,
): Promise<void> {
  const { seller } = game.world;
  const { refundable = 0 } = paymentOf(game, auction) ?? {};
  const query = `mutation { refundPayment(input: {auctionId: "${auction.auctionId}", ${amountInCents === null ? '' : `amountInCents: ${amountInCents},`}
    reason: REQUESTED_BY_CUSTOMER}) { refund { refundId amountInCents } errors { code fault message path } } }`;
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ query }),
  };
  const answer = await seller.request('/graphql', request);
  const { data, errors = [] } = answer.body;
  game.journal.push(`  ${errors[0]?.extensions.code ?? `refund of ${data.refundPayment.amountInCents}`}`);
  if (isRepeated && errors.length === 0) {
    const again = await seller.request('/graphql', request);
    expect(again.body.data, 'the answer to the same request for a refund').toEqual(data);
  }
  if (!isAlone) return;
  const left = refundable ?? 0;
  const refusal =
    left < 1 ? 'nothing_to_refund' : amountInCents !== null && amountInCents > left ? 'invalid_request' : null;
  expect(errors[0]?.extensions.code ?? null, `the answer to a refund, ${left} of which is left`).toBe(refusal);
  if (refusal === null) expect(data.refundPayment.amountInCents, 'the amount of a refund').toBe(amountInCents ?? left);
}

/** The payment that a refund of an auction is about: the one that settlement has captured, otherwise one that somebody captured by hand. */
function paymentOf({ seen }: Game, { auctionId }: ModelAuction): BookLine | undefined {
  const lines = seen.books.filter((line) => line.auctionId === auctionId && line.refundable !== null);
  const byId = lines.toSorted((one, other) => (one.authorizationId! < other.authorizationId! ? -1 : 1));
  return byId.find(({ ours }) => ours === 'captured') ?? byId[0];
}

/** After a process has died, or several changes at once: nobody knows which of them was written, or written last. */
export async function seeWhatIsTrue(game: Game, auction: ModelAuction): Promise<void> {
  const seen = await look(game.world, game.seen);
  const shown = seen.auctions.find(({ auctionId }) => auctionId === auction.auctionId)!;
  auction.isCancelled = shown.outcome === 'CANCELLED';
  auction.minimum = shown.minimumBidValueInCents;
  auction.rules = shown.rules;
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
