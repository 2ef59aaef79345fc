import { restrictAccount } from '../providers/restrict-account.ts';
import { expect } from 'vitest';
import { followEvent } from '../../src/settlement/books/follow-event.ts';
import { type ReversalChange, reversePayment } from '../../src/payments/providers/simulated/reverse-payment.ts';
import { followPaymentAccount } from '../../src/payments/providers/payment-account.ts';
import { noteBidInTime } from './bidder-steps.ts';
import { doWork } from './do-work.ts';
import { check, type Game } from './game.ts';
import type { BookLine } from './look.ts';
import type { ModelAuction } from './model.ts';
import { inProcess } from './mortal-process.ts';
import { passUntil } from './time-steps.ts';
import { changeHold, findSimulatedEvents } from '../providers/at-the-dashboard.ts';

/** Somebody cancels a hold at the provider's dashboard, or the bank ends it before its time. */
export async function endHold(game: Game, line: BookLine | undefined, change: 'cancel' | 'lapse'): Promise<void> {
  if (line?.reference == null) return;
  const { reference } = line;
  if (!(await changeHold(game.world.deps.db, { reference, change }))) return;
  game.model.isNeglected = true;
  game.model.changedByHand.add(reference);
  game.journal.push(`  ${change} of ${reference}`);
}

/** The provider no longer knows a hold, as after a change of the account. @param index -1 stands for the last hold */
export async function forget({ world, model, seen, journal }: Game, index: number): Promise<void> {
  const states = ['authorized', 'capturing', 'releasing'];
  const lines = seen.books.filter(({ ours, theirs }) => theirs === 'authorized' && states.includes(ours ?? ''));
  const reference = lines.at(index % lines.length)?.reference ?? null;
  if (reference === null) return;
  for (const table of ['simulated_ledger', 'simulated_payments'])
    await world.deps.db.query(`delete from ${table} where reference = $1`, [reference]);
  model.isNeglected = true;
  model.forgotten.add(reference);
  journal.push(`  ${reference} is forgotten`);
}

/**
 * An event gives an authorization the newest payment of another one, as copied metadata do. It prefers an authorization whose payment our
 * books do not know yet.
 */
export async function misname(
  game: Game,
  { payment, kind }: { payment: number; kind: 'held' | 'captured' },
  { isAlone }: { isAlone: boolean },
): Promise<void> {
  const { deps } = game.world.other;
  const lines = game.seen.books.filter((line) => line.authorizationId !== null);
  const unnamed = lines.filter((line) => line.reference === null);
  const { authorizationId = null, reference: own = null } =
    (unnamed.length > 0 ? unnamed : lines).at(payment % (unnamed.length || lines.length)) ?? {};
  const { rows } = await deps.db.query<{ reference: string }>({
    text: `
      select reference from simulated_payments p
      where reference is distinct from $2 and request->>'authorizationId' is distinct from $1
      order by created_at desc, reference limit 1`,
    values: [authorizationId, own],
  });
  const reference = rows[0]?.reference;
  if (authorizationId === null || reference === undefined) return;
  game.journal.push(`  an event gives ${reference} to ${authorizationId}`);
  await inProcess(game.world.other, () => followEvent(deps, 'simulated', { kind, reference, authorizationId }));
  if (!isAlone) return;
  await check(game);
  const line = game.seen.books.find((one) => one.authorizationId === authorizationId);
  expect(line?.reference, 'the payment of an authorization after an event about another payment').toBe(own);
}

/** The provider restricts the account of the seller, or enables it again. Its event may get lost, but not that of the end. */
export async function restrict(
  { world, model }: Game,
  { isRestricted, isTold }: { isRestricted: boolean; isTold: boolean },
): Promise<void> {
  const { other } = world;
  const account = `simacct_${world.seller.sellerId}`;
  restrictAccount(account, isRestricted);
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

/** Somebody captures a hold by hand, whole or in part, at any time and of any rank. */
export async function captureByHand(
  game: Game,
  line: BookLine | undefined,
  { amountInCents, isHeard }: { amountInCents: number | null; isHeard: boolean },
): Promise<void> {
  const { world, model } = game;
  if (line?.reference == null) return;
  const { reference, authorizationId } = line;
  if (!(await changeHold(world.deps.db, { reference, change: 'capture', amountInCents }))) return;
  model.isNeglected = true;
  model.changedByHand.add(reference);
  model.capturedByHand.add(reference);
  game.journal.push(`  capture of ${amountInCents ?? 'all'} of ${reference}`);
  if (!isHeard) return;
  const { other } = world;
  await inProcess(other, () => followEvent(other.deps, 'simulated', { kind: 'captured', reference, authorizationId }));
  await check(game);
  const heard = game.seen.books.find((one) => one.authorizationId === authorizationId);
  if (authorizationId !== null)
    expect(
      ['captured_outside', 'captured', 'capturing'],
      'our books of a hold once its capture was heard of',
    ).toContain(heard?.ours);
}

/** Somebody refunds what is left of every payment that was captured by hand and has not won. */
export async function refundCapturedByHand(game: Game): Promise<void> {
  const { other } = game.world;
  for (const { ours, isOpen, reference, authorizationId } of game.seen.books) {
    if (ours !== 'captured_outside' || !isOpen || reference === null) continue;
    await reversePayment(other.deps.db, { reference, change: 'refund', amountInCents: null });
    game.journal.push(`  refund of ${reference}`);
    await inProcess(other, () =>
      followEvent(other.deps, 'simulated', { kind: 'reversed', reference, authorizationId }),
    );
  }
  await check(game);
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
    ({ theirs, bidId, reference }) =>
      bidId !== null && theirs !== 'authorized' && !game.model.forgotten.has(reference ?? ''),
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
