import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAuctions } from '../../src/auctions/open-auctions.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { type AuctionStage, setAuctionStage } from './auction-stage.ts';
import { changeHold } from '../providers/at-the-dashboard.ts';

let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage()));
afterEach(() => stage[Symbol.asyncDispose]());

test('the highest bid is captured and wins, and all others are released', async () => {
  await stage.bid(5_000);
  const highest = await stage.bid(9_000);
  await stage.bid(7_000);
  await stage.settle();

  expect(await stage.result()).toEqual({
    status: 'completed',
    outcome: 'SOLD',
    phase: 'FINAL',
    winner: highest,
    attempts: [`${highest} captured`],
  });
  expect(await stage.winners()).toEqual([highest]);
  expect(await stage.states()).toEqual({ captured: 1, released: 2 });
  expect(await stage.disagreements()).toEqual([]);
});

test('the earlier of equal bids wins', async () => {
  const earlier = await stage.bid(5_000);
  await stage.bid(5_000);
  await stage.settle();
  expect(await stage.winners()).toEqual([earlier]);
});

test('a capture that is declined falls back to the next highest bid', async () => {
  const backup = await stage.bid(5_000);
  const highest = await stage.bid(9_000, 'capture_declined');
  await stage.settle();

  const result = await stage.result();
  expect(result.winner).toBe(backup);
  expect(result.attempts).toEqual([`${highest} refused card_declined`, `${backup} captured`]);
  expect(await stage.states()).toEqual({ captured: 1, released: 1 });
  expect(await stage.disagreements()).toEqual([]);
});

test('an auction without a successful capture is unsold', async () => {
  await stage.bid(5_000, 'capture_declined');
  await stage.bid(6_000, 'capture_declined');
  await stage.settle();
  expect(await stage.result()).toMatchObject({ status: 'completed', outcome: 'UNSOLD', winner: null });
  expect(await stage.winners()).toEqual([]);
  expect(await stage.states()).toEqual({ released: 2 });
  expect(await stage.disagreements()).toEqual([]);
});

test('a lost answer is found out by a look: captured once, by the same bidder', async () => {
  await stage.bid(5_000);
  const highest = await stage.bid(9_000, 'capture_answer_lost');
  await stage.settle();
  expect(await stage.winners()).toEqual([highest]);
  expect(await stage.states()).toEqual({ captured: 1, released: 1 });
  expect(await stage.disagreements()).toEqual([]);
});

test('while a capture has no clear outcome nobody else is asked, and it cannot be cancelled', async () => {
  await stage.bid(5_000);
  const highest = await stage.bid(9_000, 'capture_5xx');
  await stage.settle();
  expect(await stage.result()).toMatchObject({ status: 'ongoing', phase: 'SETTLING', winner: null });
  expect(await stage.states()).toEqual({ authorized: 1, capturing: 1 });
  const cancel = await stage.seller.delete(`/v1/auctions/${stage.auction.auctionId}`);
  expect([cancel.status, cancel.body.code]).toEqual([409, 'auction_settling']);

  await stage.hurry();
  await stage.work();
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING' });
  await stage.hurry();
  await stage.work();
  const result = await stage.result();
  expect(result).toMatchObject({ outcome: 'SOLD', winner: highest });
  expect(result.attempts.map((attempt) => attempt.split(' ')[1])).toEqual(['unknown', 'unknown', 'captured']);
  expect(await stage.disagreements()).toEqual([]);
});

test('a hold that has lapsed is a definite no', async () => {
  const backup = await stage.bid(5_000);
  const highest = await stage.bid(9_000);
  await stage.service.db.query(
    `update simulated_payments set capture_before = date_trunc('milliseconds', clock_timestamp()) where amount_in_cents = 9000`,
  );
  await stage.settle();
  const result = await stage.result();
  expect(result.winner).toBe(backup);
  expect(result.attempts).toEqual([`${highest} refused authorization_expired`, `${backup} captured`]);
  expect(await stage.states()).toEqual({ captured: 1, expired: 1 });
  expect(await stage.disagreements()).toEqual([]);
});

test('many looks at once settle an auction once', async () => {
  await stage.bid(5_000, 'capture_declined');
  const winner = await stage.bid(4_000);
  await stage.bid(3_000);
  await stage.end();
  const { deps, db } = stage.service;
  const { auctionId } = stage.auction;
  await Promise.all(Array.from({ length: 8 }, () => settleAuction(deps, auctionId)));
  await Promise.all([stage.work(), stage.work(), openAuctions(db, [auctionId], true)]);
  expect(await stage.winners()).toEqual([winner]);
  expect(await stage.states()).toEqual({ captured: 1, released: 2 });
  expect(await stage.disagreements()).toEqual([]);
});

test('nothing is settled before the end', async () => {
  await stage.bid(5_000);
  expect(await settleAuction(stage.service.deps, stage.auction.auctionId)).toBe('nothing_due');
  await stage.work();
  expect(await stage.result()).toMatchObject({ status: 'ongoing', phase: 'OPEN', attempts: [] });
});

test('a cancelled auction releases everything and captures nothing', async () => {
  await stage.bid(5_000);
  await stage.bid(9_000, 'release_5xx');
  expect((await stage.seller.delete(`/v1/auctions/${stage.auction.auctionId}`)).body).toEqual({ success: true });
  await stage.work();
  for (let retry = 0; retry < 2; retry += 1) {
    await stage.hurry();
    await stage.work();
  }
  expect(await stage.result()).toMatchObject({ status: 'completed', outcome: 'CANCELLED', winner: null, attempts: [] });
  expect(await stage.states()).toEqual({ released: 2 });
  expect(await stage.disagreements()).toEqual([]);
  // The bids stay readable.
  expect((await stage.seller.get(`/v1/bids?auctionId=${stage.auction.auctionId}`)).body.bids).toHaveLength(2);
});

test('a hold that was captured at the provider is not replaced, and its bid wins and pays once', async () => {
  const { db, deps } = stage.service;
  const highest = await stage.bid(9_000);
  const { rows } = await db.query<{ reference: string }>('select reference from simulated_payments');
  expect(await changeHold(db, { reference: rows[0]!.reference, change: 'capture' })).toBe(true);
  await db.query('update authorizations set next_attempt_at = clock_timestamp() returning pg_sleep(0.001)');
  await finishAuthorizations(deps);
  // The renewal stands, and the release of the hold that it renewed finds the capture.
  await db.query(
    'update authorizations set next_attempt_at = clock_timestamp() where state = $1 returning pg_sleep(0.001)',
    ['releasing'],
  );
  await finishAuthorizations(deps);
  // The renewal is given back.
  await finishAuthorizations(deps);
  expect(await stage.states()).toEqual({ captured_outside: 1, released: 1 });
  // However long the auction goes on.
  const { rowCount } = await db.query(
    'select from authorizations where closed_at is null and next_attempt_at is not null',
  );
  expect(rowCount).toBe(0);

  await stage.settle();
  expect(await stage.winners()).toEqual([highest]);
  expect(await stage.states()).toEqual({ captured: 1, released: 1 });
  expect(await stage.disagreements()).toEqual([]);
});

test('nobody is asked to pay by a renewal before the hold that it renewed is released', async () => {
  const { db, deps } = stage.service;
  const highest = await stage.bid(9_000, 'release_5xx');
  const { rows } = await db.query<{ reference: string }>('select reference from simulated_payments');
  await db.query('update authorizations set next_attempt_at = clock_timestamp() returning pg_sleep(0.001)');
  await finishAuthorizations(deps);
  expect(await stage.states()).toEqual({ authorized: 1, releasing: 1 });
  expect(await changeHold(db, { reference: rows[0]!.reference, change: 'capture' })).toBe(true);

  await stage.end();
  await settleAuction(deps, stage.auction.auctionId);
  expect(await stage.states()).toEqual({ authorized: 1, releasing: 1 });
  for (let round = 0; round < 5; round += 1) {
    await stage.hurry();
    await stage.work();
  }
  expect(await stage.winners()).toEqual([highest]);
  expect(await stage.states()).toEqual({ captured: 1, released: 1 });
  expect(await stage.disagreements()).toEqual([]);
});
