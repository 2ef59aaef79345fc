import { setTimeout as delay } from 'node:timers/promises';
import { turnAuction } from '../auctions/turn-auctions.ts';
import type { BidDeps } from '../bids/bid-deps.ts';
import type { Database } from '../db/database.ts';
import type { Alarm, AlarmKind } from '../jobs/alarms.ts';
import { settleAuction } from '../settlement/settle-auction.ts';

/** What is looked at when an alarm rings. */
const looks: Record<AlarmKind, (deps: BidDeps, auctionId: string) => Promise<unknown>> = {
  open: ({ db }, auctionId) => turnAuction(db, auctionId),
  close: closeAuction,
};

async function closeAuction(deps: BidDeps, auctionId: string): Promise<void> {
  const turn = await turnAuction(deps.db, auctionId);
  if (turn === 'awaits_settlement') await settleAuction(deps, auctionId);
}

/** Longer than this an alarm is not waited for while it occupies its worker: it goes back into the queue. */
const longestWaitMs = 500;

/**
 * Looks at an auction at the alarm's instant, by PostgreSQL's clock: an alarm that rings early, on purpose or because a
 * process clock is ahead, waits. One for a period that was moved since finds nothing due, and that is all.
 *
 * @returns the milliseconds after which to ring again; 0 when the look has been taken
 */
export async function ringAlarm(deps: BidDeps, alarm: Alarm): Promise<number> {
  for (;;) {
    const earlyMs = await millisecondsUntil(deps.db, alarm.dueAt);
    if (earlyMs > longestWaitMs) return earlyMs - longestWaitMs / 2;
    if (earlyMs <= 0) break;
    await delay(earlyMs);
  }
  await looks[alarm.kind](deps, alarm.auctionId);
  return 0;
}

async function millisecondsUntil({ pool }: Database, instant: Date): Promise<number> {
  const { rows } = await pool.query<{ earlyMs: number }>({
    name: 'milliseconds-until',
    text: `select ceil(extract(epoch from $1::timestamptz - clock_timestamp()) * 1000)::float8 as "earlyMs"`,
    values: [instant],
  });
  return rows[0]!.earlyMs;
}
