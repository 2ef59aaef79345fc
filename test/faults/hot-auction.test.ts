import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWorker } from '../../src/operations/work/start-worker.ts';
import { ongoing } from '../support/insert-auction.ts';
import { startService } from '../support/service.ts';
import type { Bidding, Told } from './bidders.ts';
import { brokenRules } from './broken-rules.ts';

const processes = 2;
const connections = 25;
const bidsEach = 10;
const raisedMinimum = 4_000;

test('500 bids over 50 connections, while the minimum is raised and the end passes', { timeout: 120_000 }, async () => {
  await using service = await startService();
  const { db } = service;
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, ongoing);
  await using _worker = await startWorker(service.deps);

  const told: Told[] = [];
  const until = (count: number) =>
    expect.poll(() => told.length, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(count);
  const bidders = Array.from({ length: processes }, () => {
    const bidding: Bidding = { databaseUrl: db.url, auctionId, connections, bidsEach };
    const child = fork(join(import.meta.dirname, 'bidders.ts'), [JSON.stringify(bidding)]);
    child.on('message', (message) => told.push(message as Told));
    return once(child, 'exit');
  });

  await until(120);
  const raise = await seller.patch(`/v1/auctions/${auctionId}`, { minimumBidValueInCents: raisedMinimum });
  expect(raise.status).toBe(200);
  const { rows: raised } = await db.query<{ at: Date }>('select clock_timestamp() as at');
  await until(260);
  // No request can move the end of an ongoing auction, and no test can wait an hour. The row is held before the clock is
  // read: bids that were taken meanwhile would lie after the end.
  await db.transaction(async (tx) => {
    await tx.query('select from auctions where auction_id = $1 for no key update', [auctionId]);
    await tx.query(
      `update auctions set bidding_period_ends_at = clock_timestamp() + interval '0.1 s' where auction_id = $1`,
      [auctionId],
    );
  });
  expect((await Promise.all(bidders)).map(([code]) => code as unknown)).toEqual(Array(processes).fill(0));
  expect(told).toHaveLength(processes * connections * bidsEach);

  const open = async () => {
    const { rows } = await db.query<{ count: number }>(
      `select (select count(*) from auctions where status <> 'completed')::int
         + (select count(*) from authorizations where closed_at is null)::int as count`,
    );
    return rows[0]!.count;
  };
  await expect.poll(open, { timeout: 30_000, interval: 100 }).toBe(0);
  expect(await brokenRules(db)).toEqual([]);

  const { rows: bids } = await db.query<{
    bidId: string;
    authorizationId: string;
    value: number;
    placedAt: Date;
    isWinningBid: boolean;
  }>(
    `select bid_id as "bidId", authorizations.authorization_id as "authorizationId", bid_value_in_cents as value, placed_at as "placedAt",
       is_winning_bid as "isWinningBid"
     from bids join authorizations using (bid_id) order by value desc, "placedAt", "bidId"`,
  );
  const placed = told.filter((bid) => bid.placed.outcome === 'placed');
  const refused = told.filter((bid) => bid.placed.outcome === 'refused');
  const codes = new Set(refused.map((bid) => bid.placed.outcome === 'refused' && bid.placed.code));
  // All of it has happened: bids before, below the raised minimum, and too late.
  expect(placed.length).toBeGreaterThan(50);
  expect([...codes]).toEqual(expect.arrayContaining(['below_minimum', 'auction_ended', 'card_declined']));

  const bidIds = new Set(bids.map(({ bidId }) => bidId));
  expect(placed.filter(({ placed: bid }) => bid.outcome === 'placed' && !bidIds.has(bid.bidId))).toEqual([]);
  const backing = new Set(bids.map(({ authorizationId }) => authorizationId));
  expect(refused.filter(({ authorizationId }) => authorizationId !== null && backing.has(authorizationId))).toEqual([]);
  expect(bids.filter(({ value, placedAt }) => value < raisedMinimum && placedAt > raised[0]!.at)).toEqual([]);
  expect(bids.map(({ isWinningBid }) => isWinningBid)).toEqual(bids.map((_, rank) => rank === 0));
  expect(bids[0]!.value).toBe(Math.max(...bids.map(({ value }) => value)));
});
