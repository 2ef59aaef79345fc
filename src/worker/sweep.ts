import { setTimeout as delay } from 'node:timers/promises';
import { deleteOldEntries } from '../audit/delete-old-entries.ts';
import { findNearingAlarms } from '../auctions/find-nearing-alarms.ts';
import { turnDueAuctions } from '../auctions/turn-auctions.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { deleteOldAnswers } from '../idempotency/delete-old-answers.ts';
import { deleteOldEvents } from '../webhooks/delete-old-events.ts';

const longestPauseMs = 5_000;
const shortestPauseMs = 4_000;

/** What an alarm should have turned this long ago was not turned by one: the queue has forgotten alarms. */
const forgottenAfterMs = 2_000;

const alarmsAtOnce = 500;

/**
 * Every few seconds, and at the start: turns what is due in PostgreSQL, whatever became of its alarm, arms what nears,
 * and deletes what is no longer kept. Any number of processes may sweep.
 */
export function startSweep(
  deps: Pick<Deps, 'db' | 'alarms' | 'log'> & { readonly config: Pick<Config, 'auditRetentionDays'> },
): AsyncDisposable {
  const stopping = new AbortController();
  const sweeping = (async () => {
    let armedUntil: Date | null = null;
    while (!stopping.signal.aborted) {
      try {
        armedUntil = await sweep(deps, armedUntil);
        await deleteOldAnswers(deps.db);
        await deleteOldEvents(deps.db);
        await deleteOldEntries(deps.db, deps.config.auditRetentionDays);
      } catch (error) {
        deps.log.warn({ err: error }, 'A sweep failed; the next one follows in seconds.');
      }
      // Spread, so that several workers do not sweep in step.
      const pauseMs = shortestPauseMs + Math.random() * (longestPauseMs - shortestPauseMs);
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await sweeping;
    },
  };
}

/**
 * One pass.
 *
 * @param armedUntil the instant up to which earlier passes have armed; `null`: nothing yet
 * @returns the same for the next pass
 */
export async function sweep(
  { db, alarms, log }: Pick<Deps, 'db' | 'alarms' | 'log'>,
  armedUntil: Date | null,
): Promise<Date | null> {
  const turned = await turnDueAuctions(db);
  if (turned.opened + turned.completed > 0) log.debug(turned, 'The sweep has turned auctions.');

  const after = turned.longestOverdueMs > forgottenAfterMs ? null : armedUntil;
  const nearing = await findNearingAlarms(db, after);
  for (let first = 0; first < nearing.alarms.length; first += alarmsAtOnce) {
    const armed = await alarms.arm(nearing.alarms.slice(first, first + alarmsAtOnce));
    if (!armed) return after;
  }
  return nearing.until;
}
