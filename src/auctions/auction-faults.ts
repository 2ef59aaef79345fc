import { z } from 'zod';
import { faultsIn, timestampInput } from '../core/check-input.ts';
import { formatInstant } from '../core/instants.ts';
import { minNoticeBeforeStartSeconds, sayDuration } from '../core/limits.ts';
import type { Fault } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../platform/db/database.ts';
import { sellerNow } from '../platform/db/seller-clock.ts';
import { since1970 } from './fields-set-by-seller.ts';

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

/** The result of a check: every fault of the arguments, or the arguments with their defaults. */
export interface Checked {
  readonly faults: readonly Fault[];
  readonly input: object;
}

/** Checks the raw arguments of a creation or a change. */
export type Check = (connection: Connection, viewer: Viewer, raw: object) => Promise<Checked>;

/**
 * Makes a check by a schema. PostgreSQL's clock is read only if another fault refuses the request already: the statement that
 * writes a valid input also checks its start, at the instant at which it writes.
 *
 * @param schema of the arguments that the caller may name
 */
export function checkOf(schema: z.ZodObject): Check {
  return async (connection, viewer, raw) => {
    const parsed = schema.safeParse(raw);
    if (parsed.success) return { faults: [], input: parsed.data };
    const faults = faultsIn(schema, raw);
    const period = (raw as { biddingPeriod?: { startTimestamp?: unknown } | null }).biddingPeriod;
    const start = timestampInput.safeParse(period?.startTimestamp);
    if (!start.success) return { faults, input: raw };
    const { rows } = await connection.query<{ isTooSoon: boolean; now: Date }>({
      name: 'find-start-fault',
      text: `select ${startsTooSoon('to_timestamp($2::float8)', 'now')} as "isTooSoon", now
             from (select ${sellerNow} as now) clock`,
      values: [viewer.sellerId, since1970(start.data)],
    });
    const { isTooSoon, now } = rows[0]!;
    return { faults: isTooSoon ? [...faults, startTooSoon(viewer, now)] : faults, input: raw };
  };
}

/** The arguments of a change that are no change themselves. */
export const ofConditionalChange = { auctionId: z.unknown(), ifUnchangedSince: z.unknown().optional() };

/** Makes the check of a change, which finds what is a fault in any state of the auction. */
export function checkOfUpdate(schema: z.ZodObject): Check {
  const check = checkOf(schema);
  return async (connection, viewer, raw) => {
    const { faults, input } = await check(connection, viewer, raw);
    // Only an unsupported type depends on the state: while the auction is ongoing, the type is a locked field instead.
    return { faults: faults.every(({ code }) => code === 'unsupported_type') ? [] : faults, input };
  };
}
