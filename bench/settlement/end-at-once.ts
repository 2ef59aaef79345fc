import { setTimeout as delay } from 'node:timers/promises';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { armAll, type Stage } from './arm-all.ts';

const limitSeconds = 900;

/**
 * Moves the ends of auctions, and arms them as the service does when an end moves.
 *
 * @param startMs how long before the first of them ends
 * @param apartMs from one end to the next, in the order of the ids
 * @returns when the first of them ends
 */
export async function endAuctions(
  stage: Stage,
  auctionIds: readonly string[],
  { startMs, apartMs }: { startMs: number; apartMs: number },
): Promise<Date> {
  const { rows } = await stage.db.query<{ auctionId: string; dueAt: Date }>(
    `update auctions set bidding_period_ends_at = t.ends_at + (place - 1) * $3 * interval '1 millisecond'
     from (select date_trunc('milliseconds', clock_timestamp()) + $2 * interval '1 millisecond' as ends_at) t,
       unnest($1::uuid[]) with ordinality as wanted (id, place)
     where auction_id = wanted.id returning auction_id as "auctionId", bidding_period_ends_at as "dueAt"`,
    [auctionIds, startMs, apartMs],
  );
  await armAll(
    stage,
    rows.map((row) => ({ kind: 'close', ...row })),
  );
  return new Date(Math.min(...rows.map(({ dueAt }) => dueAt.getTime())));
}

/** Ends all ongoing auctions at one instant, and waits for it. @returns the instant */
export async function endAllAtOnce(stage: Stage, leadSeconds: number): Promise<Date> {
  const endsAt = await endAuctions(stage, await findOngoing(stage.db), { startMs: leadSeconds * 1_000, apartMs: 0 });
  const waitMs = endsAt.getTime() - Date.now();
  if (waitMs <= 0) throw new Error('The auctions ended before all alarms were armed.');
  await delay(waitMs);
  return endsAt;
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
