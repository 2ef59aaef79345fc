import { afterAll, expect, test } from 'vitest';
import { cancelLocked } from '../../src/auctions/cancel-auction.ts';
import { followUpEvents } from '../../src/operations/work/follow-up-events.ts';
import { countFor } from '../support/depth.ts';
import { startMailService } from './mail-stage.ts';

const mail = await startMailService();
afterAll(() => mail[Symbol.asyncDispose]());
const { service, server } = mail;
const { db, deps } = service;

const auctionCount = countFor({ usually: 500, full: 10_000 });
/** That many are cancelled by a request each, and the others by one. */
const oneByOne = countFor({ usually: 50, full: 200 });

/** Ongoing auctions of one seller, each with two bids whose events nobody has looked at. */
async function insertAuctionsWithBids(sellerId: string): Promise<string[]> {
  const { rows } = await db.query<{ auctionId: string }>(
    `with auction as (
       insert into auctions (seller_id, title, minimum_bid_value_in_cents, type, bidding_period_starts_at, bidding_period_ends_at, status)
       select $1, 'A desk ' || n, 0, 'asynchronous', clock_timestamp() - interval '1 hour', clock_timestamp() + interval '1 hour', 'ongoing'
       from generate_series(1, $2::int) n returning *
     ), placed as (
       insert into bids (auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at, bidder_number)
       select auction_id, seller_id, 'bidder-' || n || '@example.com', n * 1000, bidding_period_starts_at + n * interval '1 minute', n
       from auction, generate_series(1, 2) n returning *
     ), held as (
       insert into authorizations (auction_id, seller_id, bid_id, bidder_id, email, value_in_cents, provider, provider_reference,
         state, capture_before, submission_token, browser_id, authorized_at, next_attempt_at)
       select auction_id, seller_id, bid_id, bidder_id, bidder_id, bid_value_in_cents, 'simulated', bid_id::text,
         'authorized', clock_timestamp() + interval '6 days', bid_id::text, gen_random_uuid(), placed_at, null from placed
     ), event as (
       insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot)
       select seller_id, 'bid_placed', auction_id, bid_id, jsonb_build_object('bidValueInCents', bid_value_in_cents) from placed
     )
     select auction_id as "auctionId" from auction order by auction_id`,
    [sellerId, auctionCount],
  );
  return rows.map(({ auctionId }) => auctionId);
}

test('a cancelled auction with bids sends nobody a message', { timeout: 280_000 }, async () => {
  const stage = await mail.stage();
  const { sellerId } = stage.seller;
  await db.query('insert into seller_profiles (seller_id, email) values ($1, $2)', [sellerId, 'seller@example.com']);
  await mail.confirm('bidder-1@example.com', 'bidder-2@example.com', 'seller@example.com');
  const auctionIds = await insertAuctionsWithBids(sellerId);
  // Some events are followed up before, and the messages about them wait to be sent.
  await db.query(
    `update webhook_events set follow_up_at = clock_timestamp() + interval '1 hour' where auction_id = any($1)`,
    [auctionIds.slice(auctionCount / 2)],
  );
  await followUpEvents(deps);
  const { rows: waiting } = await db.query('select from messages where seller_id = $1', [sellerId]);
  expect(waiting.length).toBeGreaterThanOrEqual(auctionCount);

  for (const auctionId of auctionIds.slice(0, oneByOne)) {
    expect((await stage.seller.delete(`/v1/auctions/${auctionId}`)).status).toBe(200);
  }
  await db.transaction(async (tx) => {
    await tx.query('select from auctions where auction_id = any($1) order by auction_id for no key update', [
      auctionIds,
    ]);
    await cancelLocked(tx, { sellerId, auctionIds: auctionIds.slice(oneByOne), isReported: true });
  });
  await db.query('update webhook_events set follow_up_at = clock_timestamp() where follow_up_at is not null');
  await mail.work();
  await mail.work();

  expect(server.attempts).toEqual([]);
  const { rows } = await db.query<{ state: string; reason: string; count: number }>(
    'select state, reason, count(*)::int as count from messages where seller_id = $1 group by state, reason',
    [sellerId],
  );
  expect(rows).toEqual([{ state: 'dropped', reason: 'cancelled', count: waiting.length }]);
  const { rows: left } = await db.query('select from webhook_events where follow_up_at is not null');
  expect(left).toEqual([]);
});
