import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { setAuctionStage } from '../settlement/auction-stage.ts';
import { startService } from '../support/service.ts';

// An auction that ends without an attempt to bid reads as completed at once. An attempt that waited for its row meanwhile must
// not undo that: no reader sees an earlier state after a later one.

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

async function waiting(): Promise<number> {
  const { rows } = await service.db.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
}

async function firstAttemptAt(auctionId: string): Promise<Date | null> {
  const { rows } = await service.db.query<{ at: Date | null }>(
    'select first_bid_attempt_at as at from auctions where auction_id = $1',
    [auctionId],
  );
  return rows[0]!.at;
}

test('in the last quarter of a second no first attempt begins: it could be committed after the end', async () => {
  // Several: one that comes late is refused because it is over.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await using stage = await setAuctionStage({}, service);
    const { auctionId } = stage.auction;
    await service.db.query(
      `update auctions set bidding_period_ends_at = clock_timestamp() + interval '240 milliseconds' where auction_id = $1`,
      [auctionId],
    );
    expect((await stage.tryToBid(500)).outcome).toBe('refused');
    expect(await firstAttemptAt(auctionId)).toBeNull();
  }
});

test.each([
  ['ends', `bidding_period_ends_at = clock_timestamp()`, 'completed', null],
  ['goes on', `title = 'A chair'`, 'ongoing', expect.any(Date)],
])(
  'a first attempt that waits while the auction %s leaves the status that readers have seen',
  async (_, change, status, attempted) => {
    await using stage = await setAuctionStage({}, service);
    const { auctionId } = stage.auction;
    let bidding: Promise<{ outcome: string }> | undefined;
    await service.db.transaction(async (tx) => {
      await tx.query(`update auctions set ${change} where auction_id = $1`, [auctionId]);
      bidding = stage.tryToBid(500);
      await expect.poll(waiting, { timeout: 15_000 }).toBe(1);
      // Longer than the margin before the end, in which a first attempt is refused anyway.
      await delay(400);
      // The waiting statement is older than the instant that the auction ends at.
      await tx.query(`update auctions set ${change} where auction_id = $1`, [auctionId]);
    });
    expect((await stage.result()).status).toBe(status);
    expect((await bidding!).outcome).toBe(status === 'completed' ? 'refused' : 'placed');
    expect((await stage.result()).status).toBe(status);
    expect(await firstAttemptAt(auctionId)).toEqual(attempted);
  },
);
