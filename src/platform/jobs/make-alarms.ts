import { within } from '../../core/within.ts';
import type { Connection } from '../db/database.ts';
import { type Alarm, alarmId, type Alarms, armingHorizonMs } from './alarms.ts';
import { openOnce } from './choose-backend.ts';
import { currentOrigin } from './job-origin.ts';
import { type QueueDeps, queueOutage } from './queue-backend.ts';

const armingLimitMs = 500;

/**
 * A writer arms alarms this much farther ahead than the sweep: the sweep does not revisit instants that it has
 * passed, and the two read the clock at different times.
 */
const slackMs = 60_000;

export function makeAlarms(deps: QueueDeps): Alarms {
  const clock = databaseClock(deps.db);
  const outage = queueOutage(deps);
  const queue = openOnce(deps);
  // At once: the first request should not wait for the connection.
  queue.open().catch(outage.failed);

  const arm = async (alarms: readonly Alarm[]) => {
    const nowMs = await clock.read();
    const near = alarms.filter(isNear(nowMs));
    if (near.length === 0) return;
    const { queue: opened, wakesWithinMs } = await queue.open();
    // The alarm carries the origin of the request that armed it; the alarm's id holds everything else.
    const data = currentOrigin();
    const jobs = near.map((alarm) => {
      const delay = Math.max(0, Math.round(alarm.dueAt.getTime() - nowMs - wakesWithinMs));
      return { name: alarm.kind, data, opts: { jobId: alarmId(alarm), delay, attempts: 3, backoff: 250 } };
    });
    // On PostgreSQL a batch creates temporary tables: one or two jobs are cheaper one by one.
    if (jobs.length > 2) await opened.addBulk(jobs);
    else await Promise.all(jobs.map((job) => opened.add(job.name, job.data, job.opts)));
    outage.worked();
  };

  return {
    async arm(alarms) {
      // Most new auctions have no near alarm, and the estimated clock shows it without a query.
      const nowMs = clock.known();
      if (nowMs !== null && !alarms.some(isNear(nowMs))) return true;
      try {
        await within(armingLimitMs, arm(alarms));
        return true;
      } catch (error) {
        outage.failed(error);
        return false;
      }
    },
    queue: async () => (await queue.open()).queue,
    [Symbol.asyncDispose]: () => queue[Symbol.asyncDispose](),
  };
}

function isNear(nowMs: number): (alarm: Alarm) => boolean {
  return ({ dueAt }) => dueAt.getTime() <= nowMs + armingHorizonMs + slackMs;
}

/** Two hosts' clocks drift apart by less than a millisecond in this time. */
const measureEveryMs = 30_000;

/**
 * Estimates PostgreSQL's clock without a query for each reading: its distance from the process's monotonic clock,
 * which cannot be set, measured every half minute of use. Accurate to a network round trip, and used only to schedule
 * checks.
 */
function databaseClock(db: Connection) {
  let distanceMs = 0;
  let measuredAtMs = -Infinity;

  /** Returns unix milliseconds without a query; `null` if the clock was not measured lately. */
  const known = () => {
    const nowMs = performance.now();
    return nowMs - measuredAtMs > measureEveryMs ? null : nowMs + distanceMs;
  };

  return {
    known,
    async read(): Promise<number> {
      const knownMs = known();
      if (knownMs !== null) return knownMs;
      const askedAtMs = performance.now();
      const { rows } = await db.query<{ now: Date }>('select clock_timestamp() as now');
      const answeredAtMs = performance.now();
      distanceMs = rows[0]!.now.getTime() - (askedAtMs + answeredAtMs) / 2;
      measuredAtMs = answeredAtMs;
      return answeredAtMs + distanceMs;
    },
  };
}
