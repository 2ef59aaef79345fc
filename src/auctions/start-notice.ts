import { minNoticeBeforeStartSeconds, sayDuration } from '../core/limits.ts';
import { formatInstant } from '../core/instants.ts';
import type { Fault } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { sellerNow } from '../db/seller-clock.ts';

/** Returns SQL: does a bidding period start too soon after the request is processed? Null if no start is given. */
export function startsTooSoon(startsAt: string, now: string): string {
  return `${startsAt} < ${now} + interval '${minNoticeBeforeStartSeconds} seconds'`;
}

/**
 * Returns the fault of a start that is too soon. The fault names the clock's instant: a test clock may be days ahead
 * of the caller's.
 *
 * @param now the instant at which the start was checked
 */
export function startTooSoon({ mode }: Pick<Viewer, 'mode'>, now: Date): Fault {
  const clock = mode === 'test' ? 'your test clock' : "the service's clock";
  const soonest = Math.ceil(now.getTime() / 1000) + minNoticeBeforeStartSeconds;
  return {
    pointer: '/biddingPeriod/startTimestamp',
    code: 'start_too_soon',
    detail: `Must be at least ${sayDuration(minNoticeBeforeStartSeconds)} after the request is processed: ${clock} stands at ${formatInstant(now)}, so that the smallest startTimestamp is ${soonest}.`,
  };
}

/**
 * Queries PostgreSQL for a request that is refused anyway: its answer lists this fault among the others.
 *
 * @returns `null` if the start is late enough
 */
export async function findStartFault(
  connection: Connection,
  viewer: Viewer,
  startTimestamp: number,
): Promise<Fault | null> {
  const { rows } = await connection.query<{ isTooSoon: boolean; now: Date }>({
    name: 'find-start-fault',
    text: `select ${startsTooSoon('to_timestamp($2::float8)', 'now')} as "isTooSoon", now
           from (select ${sellerNow} as now) clock`,
    values: [viewer.sellerId, since1970(startTimestamp)],
  });
  const { isTooSoon, now } = rows[0]!;
  return isTooSoon ? startTooSoon(viewer, now) : null;
}

/**
 * Clamps a timestamp to one that PostgreSQL accepts: one before 1970 is too soon anyway, and may be out of
 * PostgreSQL's range.
 */
export function since1970(timestamp: number): number {
  return Math.max(timestamp, 0);
}
