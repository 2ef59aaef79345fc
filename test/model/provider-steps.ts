import { expect } from 'vitest';
import { followEvent } from '../../src/books/follow-event.ts';
import { changeHold } from '../../src/payments/simulated/change-hold.ts';
import { findSimulatedEvents } from '../../src/payments/simulated/find-simulated-events.ts';
import { type ReversalChange, reversePayment } from '../../src/payments/simulated/reverse-payment.ts';
import { followPaymentAccount } from '../../src/payments/refresh-payment-account.ts';
import { noteBidInTime } from './bidder-steps.ts';
import { doWork } from './do-work.ts';
import { check, type Game } from './game.ts';
import { type BookLine, look } from './look.ts';
import { type ModelAuction, phaseOf, rank } from './model.ts';
import { inProcess } from './mortal-process.ts';
import { passUntil } from './time-steps.ts';

/** Within so many minutes a capture by hand has decided its auction. */
const maxRounds = 5;

/** Somebody cancels a hold at the provider's dashboard, or the bank ends it before its time. */
export async function endHold(game: Game, line: BookLine | undefined, change: 'cancel' | 'lapse'): Promise<void> {
  if (line?.reference == null) return;
  const { reference } = line;
  if (!(await changeHold(game.world.deps.db, { reference, change }))) return;
  game.model.isNeglected = true;
  game.model.changedByHand.add(reference);
  game.journal.push(`  ${change} of ${reference}`);
}

/** The provider restricts the account of the seller, or enables it again. Its event may get lost, but not that of the end. */
export async function restrict(
  { world, model }: Game,
  { isRestricted, isTold }: { isRestricted: boolean; isTold: boolean },
): Promise<void> {
  const { other } = world;
  const account = `simacct_${world.seller.sellerId}`;
  await other.deps.db.query('update simulated_accounts set is_onboarded = $2 where account = $1', [
    account,
    !isRestricted,
  ]);
  model.isNeglected ||= isRestricted;
  model.isRestricted = isRestricted;
  if (isTold || !isRestricted) await inProcess(other, () => followPaymentAccount(other.deps, 'simulated', account));
}

/** Somebody refunds or disputes captured money, or decides about that. */
export async function reverse(
  game: Game,
  line: BookLine | undefined,
  { change, amountInCents }: { change: ReversalChange; amountInCents: number | null },
): Promise<void> {
  if (line?.reference == null) return;
  await reversePayment(game.world.deps.db, { reference: line.reference, change, amountInCents });
}

/** Somebody captures the hold of the bid that is next in line, by hand: then it has won, whatever its card would have done. */
export async function captureByHand(game: Game, auction: ModelAuction): Promise<void> {
  const { world, model, seen } = game;
  const shown = seen.auctions.find(({ auctionId }) => auctionId === auction.auctionId);
  const lines = seen.books.filter(({ auctionId }) => auctionId === auction.auctionId);
  if (phaseOf(model, auction) !== 'ENDED' || shown?.status === 'completed') return;
  // Settlement would wait for another payment, and learn of this one later.
  if (lines.some((line) => couldBeCaptured(line, lines))) return;
  const backed = rank(shown!.bids).map(({ bidId }) =>
    lines.find((line) => line.bidId === bidId && line.ours === 'authorized'),
  );
  const next = backed.find((line) => line !== undefined);
  if (next?.reference == null || next.theirs !== 'authorized') return;
  if (!(await changeHold(world.deps.db, { reference: next.reference, change: 'capture' }))) return;
  model.isNeglected = true;
  game.journal.push(`  capture of ${next.reference}`);
  // The seller could cancel meanwhile, and the money would be left to a person.
  world.dropHoldUps();
  // Settlement may wait for the release of another hold, which was renewed just now.
  model.changedByHand.add(next.reference);
  for (let round = 0; round < maxRounds; round += 1) {
    await doWork('everything', world.other);
    game.seen = await look(world, game.seen);
    if (game.seen.auctions.find(({ auctionId }) => auctionId === auction.auctionId)?.outcome != null) break;
    await passUntil(game, model.now + 61_000);
  }
  model.changedByHand.delete(next.reference);
  await check(game);
  const sold = game.seen.auctions.find(({ auctionId }) => auctionId === auction.auctionId)!;
  expect(sold.outcome, 'the outcome once the next bid was captured by hand').toBe('SOLD');
  expect(sold.bids.find(({ isWinningBid }) => isWinningBid)?.bidId, 'who wins').toBe(next.bidId);
}

/** The outcome of its capture is unknown, or that of its renewal, or the release of a hold that was asked for money or renewed. */
function couldBeCaptured({ ours, captureRequested, bidId, isRenewal }: BookLine, lines: readonly BookLine[]): boolean {
  if (isRenewal && bidId === null && (ours === 'intended' || ours === 'authorized')) return true;
  if (ours !== 'releasing') return ours === 'capturing';
  return captureRequested || lines.some((line) => line.isRenewal && line.ours === 'authorized' && line.bidId === bidId);
}

/** The provider sends events again: all that ever happened to an auction's payments, the latest first or as they were. */
export async function sendEvents(
  game: Game,
  auction: ModelAuction,
  { isReversed, isAlone }: { isReversed: boolean; isAlone: boolean },
): Promise<void> {
  const { other } = game.world;
  const { deps } = other;
  const events = await findSimulatedEvents(deps.db, auction.auctionId);
  let isHeard = true;
  await inProcess(other, async () => {
    // An event that cannot be handled yet is sent again.
    for (const event of isReversed ? events.toReversed() : events)
      await followEvent(deps, 'simulated', event).catch(() => (isHeard = false));
  });
  if (!isHeard || !isAlone) return;
  await check(game);
  const believed = game.seen.books.filter((line) => line.auctionId === auction.auctionId && line.ours === 'authorized');
  const heldNoMore = believed.filter(
    ({ theirs, bidId }) => bidId !== null && theirs !== 'authorized' && theirs !== 'captured',
  );
  expect(heldNoMore, 'holds that our books believe in after every event has arrived').toEqual([]);
}

/** A process reads, and stands still before it writes: meanwhile another one does all the work. */
export async function workMeanwhile(game: Game): Promise<void> {
  game.wasHeldUp = true;
  await noteBidInTime(game);
  await passUntil(game, game.model.now + 61_000);
  await doWork('everything', game.world.other);
  // It may be a cancellation that stands still.
  await noteBidInTime(game);
}
