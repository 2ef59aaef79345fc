import { setTimeout as delay } from 'node:timers/promises';
import { transitionAuction } from '../auctions/transition-auctions.ts';
import type { BidDeps } from '../bids/bid-deps.ts';
import type { Connection } from '../db/database.ts';
import type { Alarm, AlarmKind } from '../jobs/alarms.ts';
import { settleAuction } from '../settlement/settle-auction.ts';

/** The work that each kind of alarm starts. */
const workOf: Record<AlarmKind, (deps: BidDeps, auctionId: string) => Promise<unknown>> = {
  open: ({ db }, auctionId) => transitionAuction(db, auctionId),
  close: closeAuction,
};

async function closeAuction(deps: BidDeps, auctionId: string): Promise<void> {
  const transition = await transitionAuction(deps.db, auctionId);
  if (transition === 'awaits_settlement') await settleAuction(deps, auctionId);
}

/** An alarm that is early by more than this goes back into the queue, so that it does not occupy its worker. */
const maxWaitMs = 500;

/**
 * Transitions an auction at the alarm's instant, by PostgreSQL's clock: an alarm that rings early, on purpose or because a
 * process clock is ahead, waits. An alarm of a period that was moved since finds nothing due, and has no effect.
 *
 * @returns the milliseconds after which to ring again; 0 when the alarm has done its work
 */
export async function handleAlarm(deps: BidDeps, alarm: Alarm): Promise<number> {
  for (;;) {
    const earlyMs = await millisecondsUntil(deps.db, alarm.dueAt);
    if (earlyMs > maxWaitMs) return earlyMs - maxWaitMs / 2;
    if (earlyMs <= 0) break;
    await delay(earlyMs);
  }
  await workOf[alarm.kind](deps, alarm.auctionId);
  return 0;
}

async function millisecondsUntil(db: Connection, instant: Date): Promise<number> {
  const { rows } = await db.query<{ earlyMs: number }>({
    name: 'milliseconds-until',
    text: `select ceil(extract(epoch from $1::timestamptz - clock_timestamp()) * 1000)::float8 as "earlyMs"`,
    values: [instant],
  });
  return rows[0]!.earlyMs;
}
