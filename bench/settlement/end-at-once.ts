import { setTimeout as delay } from 'node:timers/promises';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { armAll, type Stage } from './arm-all.ts';

const limitSeconds = 900;

/**
 * Moves the ends of all ongoing auctions to one instant, arms them as the service does when an end moves, and waits for that instant.
 *
 * @param leadSeconds time for arming
 * @returns the instant
 */
export async function endAllAtOnce(stage: Stage, leadSeconds: number): Promise<Date> {
  const { rows } = await stage.db.query<{ auctionId: string; dueAt: Date }>(
    `update auctions set bidding_period_ends_at = t.ends_at
     from (select date_trunc('milliseconds', clock_timestamp()) + $1 * interval '1 second' as ends_at) t
     where status = 'ongoing' returning auction_id as "auctionId", bidding_period_ends_at as "dueAt"`,
    [leadSeconds],
  );
  await armAll(
    stage,
    rows.map((row) => ({ kind: 'close', ...row })),
  );
  const endsAt = rows[0]!.dueAt;
  const waitMs = endsAt.getTime() - Date.now();
  if (waitMs <= 0) throw new Error('The auctions ended before all alarms were armed.');
  await delay(waitMs);
  return endsAt;
}

/**
 * Ends auctions one after the other, fifty milliseconds apart, and arms them.
 *
 * @param startMs how long before the first of them ends
 */
export async function endOneByOne(stage: Stage, auctionIds: readonly string[], startMs: number): Promise<void> {
  const { rows } = await stage.db.query<{ auctionId: string; dueAt: Date }>(
    `update auctions set bidding_period_ends_at = date_trunc('milliseconds', clock_timestamp())
       + interval '1 millisecond' * ($2 + 50 * (array_position($1::uuid[], auction_id) - 1))
     where auction_id = any($1) returning auction_id as "auctionId", bidding_period_ends_at as "dueAt"`,
    [auctionIds, startMs],
  );
  await armAll(
    stage,
    rows.map((row) => ({ kind: 'close', ...row })),
  );
}

export async function findOngoing(db: PooledDatabase): Promise<string[]> {
  const { rows } = await db.query<{ auctionId: string }>(
    `select auction_id as "auctionId" from auctions where status = 'ongoing'`,
  );
  return rows.map(({ auctionId }) => auctionId);
}

export async function untilNothingIsHeld(db: PooledDatabase): Promise<void> {
  for (let begin = performance.now(); performance.now() - begin < limitSeconds * 1_000; await delay(250)) {
    // In the order of the index of open holds: without one, PostgreSQL reads all closed holds to find an open one.
    const { rowCount } = await db.query('select from authorizations where closed_at is null order by state limit 1');
    if (rowCount === 0) return;
  }
  throw new Error(`Money is still held ${limitSeconds} s after the end.`);
}
