import { instantOfTimestamp } from '../core/instants.ts';
import type { Connection } from '../platform/db/database.ts';
import { type Alarm, armingHorizonMs } from '../platform/jobs/alarms.ts';
import type { BiddingPeriod } from './auction-input.ts';

/** Returns the alarms of an auction: one at its start and one at its end. */
export function alarmsOf(auctionId: string, { startTimestamp, endTimestamp }: BiddingPeriod): Alarm[] {
  return [
    { kind: 'open', auctionId, dueAt: instantOfTimestamp(startTimestamp) },
    { kind: 'close', auctionId, dueAt: instantOfTimestamp(endTimestamp) },
  ];
}

/**
 * Finds the alarms of the auctions whose start or end came within the arming horizon since an earlier call.
 *
 * @param after the `until` of an earlier call; `null`: everything from now on
 * @returns the alarms, and the instant from which the next call continues
 */
export async function findNearingAlarms(
  db: Connection,
  after: Date | null,
): Promise<{ alarms: readonly Alarm[]; until: Date }> {
  const { rows: bounds } = await db.query<{ from: Date; until: Date }>(
    `select coalesce($1, statement_timestamp()) as from,
       statement_timestamp() + $2 * interval '1 millisecond' as until`,
    [after, armingHorizonMs],
  );
  const { from, until } = bounds[0]!;
  const { rows: alarms } = await db.query<Alarm>(
    `select 'open' as kind, auction_id as "auctionId", bidding_period_starts_at as "dueAt" from auctions
     where status = 'upcoming' and bidding_period_starts_at > $1 and bidding_period_starts_at <= $2
     union all
     select 'close', auction_id, bidding_period_ends_at from auctions
     where status <> 'completed' and bidding_period_ends_at > $1 and bidding_period_ends_at <= $2
     order by "dueAt"`,
    [from, until],
  );
  return { alarms, until };
}
