import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { openAuctions, openDueAuctions } from '../../src/auctions/open-auctions.ts';
import { aSeller } from '../support/a-seller.ts';
import { databaseForFile } from '../support/database.ts';
import { countFor } from '../support/depth.ts';
import {
  type AuctionOptions,
  cancelled,
  insertAuction,
  ongoing,
  settling,
  sold,
  unsold,
  upcoming,
} from '../support/insert-auction.ts';
import { recordMoves } from '../support/recorded-moves.ts';

const { db } = await databaseForFile();
const seller = await aSeller(db);
const moves = await recordMoves(db);
beforeEach(() => db.query('truncate moves, bids, auctions cascade'));

const hour = 3_600;
const dueToOpen: AuctionOptions = { startsInSeconds: -1 };
const overButNeverOpened: AuctionOptions = { startsInSeconds: -2 * hour };

async function row(auctionId: string) {
  const { rows } = await db.query(
    `select status, outcome, completed_at as "completedAt" from auctions where auction_id = $1`,
    [auctionId],
  );
  return rows[0];
}

describe('a look at one auction', () => {
  test.each([
    ['before its start', upcoming, false, 'upcoming'],
    ['after its start', dueToOpen, true, 'ongoing'],
    ['while it is ongoing', ongoing, false, 'ongoing'],
    ['after its end', settling, false, 'ongoing'],
    ['after its end, never opened', overButNeverOpened, true, 'ongoing'],
    ['when it is unsold', unsold, false, 'completed'],
    ['when it is sold', sold, false, 'completed'],
    ['when it is cancelled', cancelled, false, 'completed'],
  ] as const)('%s', async (_, options, isOpened, status) => {
    const { auctionId } = await insertAuction(db, seller, options);
    expect(await openAuctions(db, [auctionId], true)).toEqual([isOpened]);
    expect(await row(auctionId)).toMatchObject({ status });
  });

  test('an unknown auction is nothing', async () => {
    expect(await openAuctions(db, ['00000000-0000-7000-8000-000000000000'], true)).toEqual([false]);
  });
});

describe('a pass over all that is due', () => {
  test('turns what is due and nothing else', async () => {
    const opens = await insertAuction(db, seller, dueToOpen);
    const late = await insertAuction(db, seller, overButNeverOpened);
    const settles = await insertAuction(db, seller, settling);
    const waits = await insertAuction(db, seller, upcoming);
    const runs = await insertAuction(db, seller, ongoing);

    const turned = await openDueAuctions(db);

    expect(turned.opened).toBe(2);
    expect(turned.maxOverdueMs).toBeGreaterThan(2 * hour * 1000 - 1);
    expect(turned.maxOverdueMs).toBeLessThan(2 * hour * 1000 + 10_000);
    const statuses = await Promise.all([opens, late, settles, waits, runs].map(({ auctionId }) => row(auctionId)));
    expect(statuses.map(({ status }) => status)).toEqual(['ongoing', 'ongoing', 'ongoing', 'upcoming', 'ongoing']);
    expect(await openDueAuctions(db)).toEqual({ opened: 0, maxOverdueMs: 0 });
  });

  test('leaves out a row that somebody holds instead of waiting for it', async () => {
    const held = await insertAuction(db, seller, dueToOpen);
    const free = await insertAuction(db, seller, dueToOpen);
    await db.transaction(async (tx) => {
      await tx.query('select from auctions where auction_id = $1 for update', [held.auctionId]);
      expect(await openDueAuctions(db)).toMatchObject({ opened: 1 });
    });
    expect(await row(free.auctionId)).toMatchObject({ status: 'ongoing' });
    expect(await row(held.auctionId)).toMatchObject({ status: 'upcoming' });
    expect(await openDueAuctions(db)).toMatchObject({ opened: 1 });
  });
});

test('a pass opens more than one batch', async () => {
  await db.query(
    `insert into auctions (seller_id, title, type, minimum_bid_value_in_cents, bidding_period_starts_at, bidding_period_ends_at)
     select $1, 'Desk', 'asynchronous', 0, now() - interval '2 hours', now() - interval '1 hour' from generate_series(1, 1001)`,
    [seller.sellerId],
  );
  expect((await openDueAuctions(db)).opened).toBe(1_001);
  expect(await moves()).toHaveLength(1_001);
});

test('any number of stray looks, in any order, leave the same moves as one', async () => {
  const kinds = [upcoming, dueToOpen, ongoing, overButNeverOpened, settling, unsold, cancelled];
  const look = fc.oneof(fc.nat(kinds.length - 1), fc.constant('all' as const));
  await fc.assert(
    fc.asyncProperty(fc.array(look, { maxLength: 25 }), fc.boolean(), async (looks, atOnce) => {
      await db.query('truncate moves, bids, auctions cascade');
      const auctions = await Promise.all(kinds.map((options) => insertAuction(db, seller, options)));
      // Each is looked at once at least.
      const take = [...looks, ...kinds.keys()].map((which) => async () => {
        await (which === 'all' ? openDueAuctions(db) : openAuctions(db, [auctions[which]!.auctionId], true));
      });
      if (atOnce) await Promise.all(take.map((run) => run()));
      else for (const run of take) await run();

      const recorded = await moves();
      const of = (which: number) =>
        recorded.filter(({ auctionId }) => auctionId === auctions[which]!.auctionId).map(({ move }) => move);
      expect(kinds.map((_, which) => of(which).at(-1))).toEqual([
        undefined,
        'upcoming -> ongoing',
        undefined,
        'upcoming -> ongoing',
        undefined,
        undefined,
        undefined,
      ]);
      expect(recorded.length).toBe(new Set(recorded.map(({ auctionId, move }) => auctionId + move)).size);
    }),
    { numRuns: countFor({ usually: 12, full: 40 }) },
  );
});
