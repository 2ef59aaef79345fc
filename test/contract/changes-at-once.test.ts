import type { QueryConfig } from 'pg';
import { expect, test } from 'vitest';
import { cancelAuction } from '../../src/auctions/cancel-auction.ts';
import { onlyId } from '../../src/auctions/projection.ts';
import type { Scope } from '../../src/core/viewer.ts';
import type { Connection } from '../../src/platform/db/database.ts';
import { Pipeline } from '../../src/platform/db/pipeline.ts';
import { lockWaits } from '../support/lock-waits.ts';
import type { Answer } from '../support/answer.ts';
import { insertCapturedOutside } from '../support/insert-captured-outside.ts';
import { ongoing, settling, upcoming } from '../support/insert-auction.ts';
import { serviceForFile } from '../support/service.ts';
import { expectProblem } from './expect-problem.ts';
import { onPool } from '../support/on-pool.ts';

// A change waits for the auction's row, and what happens meanwhile counts.

const service = await serviceForFile();
const seller = await service.seller();

const viewer = { ...seller, mode: 'test', scopes: new Set<Scope>() } as const;

/** Asks for a change of an auction whose row is held, and does something in the transaction that holds it. */
async function meanwhile(
  auctionId: string,
  change: () => Promise<Answer>,
  work: (tx: Connection) => Promise<unknown>,
): Promise<Answer> {
  let changing: Promise<Answer> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.query('select from auctions where auction_id = $1 for no key update', [auctionId]);
    changing = change();
    await expect.poll(() => lockWaits(service.db), { timeout: 15_000 }).toBe(1);
    await work(tx);
  });
  return changing!;
}

test('two updates keep each other’s changes, and each audit entry begins where the previous one ended', async () => {
  const { auctionId } = await service.auction(seller, { ...upcoming, title: 'A desk', minimumBidValueInCents: 700 });
  const { status, body } = await meanwhile(
    auctionId,
    () => seller.patch(`/v1/auctions/${auctionId}`, { title: 'A walnut desk' }),
    (tx) =>
      tx.query(`update auctions set title = 'Two desks', minimum_bid_value_in_cents = 900 where auction_id = $1`, [
        auctionId,
      ]),
  );
  expect(status).toBe(200);
  expect(body.auction).toMatchObject({ title: 'A walnut desk', minimumBidValueInCents: 900 });
  const { rows } = await service.db.query('select before, after from audit_log where subject_id = $1', [auctionId]);
  expect(rows).toEqual([{ before: { title: 'Two desks' }, after: { title: 'A walnut desk' } }]);
});

test('an update that waits while the auction is cancelled is refused', async () => {
  const { auctionId } = await service.auction(seller, upcoming);
  const answer = await meanwhile(
    auctionId,
    () => seller.patch(`/v1/auctions/${auctionId}`, { title: 'Another title' }),
    (tx) =>
      tx.query(
        `update auctions set status = 'completed', outcome = 'CANCELLED', cancelled_at = clock_timestamp(),
           completed_at = clock_timestamp() where auction_id = $1`,
        [auctionId],
      ),
  );
  expectProblem(answer, 'auction_completed');
});

type Auction = Readonly<{ auctionId: string; sellerId: string }>;

async function hold(tx: Connection, { auctionId, sellerId }: Auction): Promise<void> {
  await tx.query(
    `insert into authorizations
       (auction_id, seller_id, bidder_id, email, value_in_cents, provider, submission_token, next_attempt_at)
     values ($1, $2, 'ada@example.com', 'ada@example.com', 500, 'simulated', 'a form', clock_timestamp())`,
    [auctionId, sellerId],
  );
}

async function holds({ auctionId }: Auction): Promise<object[]> {
  const { rows } = await service.db.query<object>(
    'select state, failure_code from authorizations where auction_id = $1',
    [auctionId],
  );
  return rows;
}

/** Cancels an auction that was attempted to bid on, and does something before it is held. */
async function cancelInterrupted(auctionId: string, work: () => Promise<unknown>): Promise<unknown> {
  const { pool } = service.db;
  const query = async (statement: QueryConfig | Pipeline) => {
    if (statement instanceof Pipeline) await work();
    return pool.query(statement);
  };
  const db = onPool(service.db, { query } as unknown as typeof pool);
  return cancelAuction({ ...service.deps, db }, viewer, auctionId, onlyId);
}

test('a hold of the auction does not undo an earlier capture', async () => {
  const auction = await service.auction(seller, ongoing);
  const capture = () => insertCapturedOutside(service.db, auction);
  await expect(cancelInterrupted(auction.auctionId, capture)).rejects.toMatchObject({ code: 'auction_settling' });
});

test('a cancellation releases what was held while it waited to hold the auction', async () => {
  const auction = await service.auction(seller, ongoing);
  const isHeld = Promise.withResolvers<void>();
  let bidding: Promise<void> | undefined;
  await cancelInterrupted(auction.auctionId, () => {
    bidding = service.db.transaction(async (tx) => {
      await tx.query('select from auctions where auction_id = $1 for no key update', [auction.auctionId]);
      isHeld.resolve();
      await expect.poll(() => lockWaits(service.db), { timeout: 15_000 }).toBe(1);
      await hold(tx, auction);
    });
    return isHeld.promise;
  });
  await bidding;
  expect(await holds(auction)).toEqual([{ state: 'releasing', failure_code: 'auction_cancelled' }]);
});

test('a cancellation that waits while a capture is recorded is refused', async () => {
  const auction = await service.auction(seller, settling);
  const { auctionId } = auction;
  const answer = await meanwhile(
    auctionId,
    () => seller.delete(`/v1/auctions/${auctionId}`),
    (tx) => insertCapturedOutside(tx, auction),
  );
  expectProblem(answer, 'auction_settling');
});

test('a cancellation releases what was held while it waited', async () => {
  const auction = await service.auction(seller, ongoing);
  const { status } = await meanwhile(
    auction.auctionId,
    () => seller.delete(`/v1/auctions/${auction.auctionId}`),
    async (tx) => {
      await tx.query('select from auctions where auction_id = $1', [auction.auctionId]);
      await hold(tx, auction);
    },
  );
  expect(status).toBe(200);
  expect(await holds(auction)).toEqual([{ state: 'releasing', failure_code: 'auction_cancelled' }]);
});
