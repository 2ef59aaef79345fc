import { setTimeout as delay } from 'node:timers/promises';
import { openAuctions } from '../../auctions/open-auctions.ts';
import type { BidDeps } from '../../auctions/bids/bid-deps.ts';
import { inBatches } from '../../core/in-batches.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Alarm } from '../../platform/jobs/alarms.ts';
import { settleEnded } from '../../settlement/settle-due-auctions.ts';
import { makeSteps } from '../../settlement/settlement-steps.ts';

/** An alarm that is early by more than this goes back into the queue, so that it does not occupy its worker. */
const maxWaitMs = 500;

/**
 * Makes the handler of alarms, which opens or settles an auction at the alarm's instant, by PostgreSQL's clock: an alarm that rings early,
 * on purpose or because a process clock is ahead, waits. An alarm of a period that was moved since finds nothing due, and has no
 * effect. Alarms of the same instant share their statements. The handler returns the milliseconds after which to ring again; 0 when
 * the alarm has done its work.
 *
 * @param options.isSettling true while this process claims ended auctions one after the other: it will claim the alarm's auction, too, which
 *   two would otherwise settle at the same time
 */
export function makeAlarmHandler(
  deps: BidDeps,
  { steps = makeSteps(deps), isSettling = (): boolean => false } = {},
): (alarm: Alarm) => Promise<number> {
  const readEarlyMs = inBatches((instants: readonly Date[]) => millisecondsUntil(deps.db, instants));
  const openInTurn = inBatches((auctionIds: readonly string[], isAlone) => openAuctions(deps.db, auctionIds, isAlone));
  return async ({ kind, auctionId, dueAt }) => {
    for (;;) {
      const earlyMs = await readEarlyMs(dueAt);
      if (earlyMs > maxWaitMs) return earlyMs - maxWaitMs / 2;
      if (earlyMs <= 0) break;
      await delay(earlyMs);
    }
    if (kind === 'open') await openInTurn(auctionId);
    else if (!isSettling()) await settleEnded(deps, auctionId, steps);
    return 0;
  };
}

async function millisecondsUntil(db: Connection, instants: readonly Date[]): Promise<number[]> {
  const { rows } = await db.query<{ earlyMs: number }>({
    name: 'milliseconds-until',
    text: `select ceil(extract(epoch from instant - clock_timestamp()) * 1000)::float8 as "earlyMs"
      from unnest($1::timestamptz[]) with ordinality instants (instant, place) order by place`,
    values: [instants],
  });
  return rows.map(({ earlyMs }) => earlyMs);
}
