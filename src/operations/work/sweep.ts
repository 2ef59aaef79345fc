import { setTimeout as delay } from 'node:timers/promises';
import { deleteOldEntries } from '../../platform/audit/record-audit.ts';
import { findNearingAlarms } from '../../auctions/auction-alarms.ts';
import { openDueAuctions } from '../../auctions/open-auctions.ts';
import type { Config } from '../../platform/config.ts';
import type { Deps } from '../../payments/deps.ts';
import { deleteOldAnswers } from '../../api/idempotency/stored-answer.ts';
import { deleteOldSimulatedAnswers } from '../../payments/providers/simulated/forget.ts';
import { deleteOldCards } from '../../payments/holds/delete-kept-card.ts';
import { deleteMarkedEndpoints } from '../../auctions/webhooks/change-endpoints.ts';
import { deleteOldEvents } from '../../auctions/webhooks/events.ts';
import { repeat } from './repeat.ts';

/** The random part of a pause keeps several workers from sweeping at the same time. */
const usualPause = { atLeastMs: 4_000, atMostMoreMs: 1_000 };

/** An auction whose transition is overdue by this much had no alarm: the queue has lost alarms. */
const forgottenAfterMs = 2_000;

const alarmsAtOnce = 500;

/** Bounds the deletions of one sweep, so that the transitions of the next one are not late. */
const batchesInSweep = 10;

/**
 * Starts the sweep. Every few seconds it opens auctions that are due, even without an alarm, arms alarms that are
 * near, and deletes rows past their retention. Any number of processes may sweep.
 */
export function startSweep(
  deps: Pick<Deps, 'db' | 'alarms' | 'log'> & {
    readonly config: Pick<Config, 'auditRetentionDays' | 'eventRetentionDays'>;
  },
  pause = usualPause,
): AsyncDisposable {
  let armedUntil: Date | null = null;
  const how = { pauseMs: pause.atLeastMs, failure: 'A sweep failed; retrying in a few seconds.' };
  return repeat(deps, how, async (signal) => {
    armedUntil = await sweep(deps, armedUntil);
    await deleteOldAnswers(deps.db);
    await inBoundedBatches(() => deleteOldEvents(deps.db, deps.config.eventRetentionDays));
    await inBoundedBatches(() => deleteMarkedEndpoints(deps.db));
    await deleteOldSimulatedAnswers(deps.db);
    await deleteOldCards(deps.db);
    await deleteOldEntries(deps.db, deps.config.auditRetentionDays);
    await delay(Math.random() * pause.atMostMoreMs, undefined, { signal }).catch(() => undefined);
  });
}

/** Repeats a deletion while it finds something, up to the most of one sweep. */
async function inBoundedBatches(deleteBatch: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < batchesInSweep; batch += 1) {
    if ((await deleteBatch()) === 0) return;
  }
}

/**
 * Runs one sweep.
 *
 * @param armedUntil the instant up to which earlier sweeps have armed; `null`: none has
 * @returns the same for the next sweep
 */
export async function sweep(
  { db, alarms, log }: Pick<Deps, 'db' | 'alarms' | 'log'>,
  armedUntil: Date | null,
): Promise<Date | null> {
  const passed = await openDueAuctions(db);
  if (passed.opened > 0) log.debug(passed, 'The sweep opened auctions.');

  const after = passed.maxOverdueMs > forgottenAfterMs ? null : armedUntil;
  const nearing = await findNearingAlarms(db, after);
  for (let first = 0; first < nearing.alarms.length; first += alarmsAtOnce) {
    const armed = await alarms.arm(nearing.alarms.slice(first, first + alarmsAtOnce));
    if (!armed) return after;
  }
  return nearing.until;
}
