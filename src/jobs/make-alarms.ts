import type { JobsOptions } from 'bullmq';
import type { QueueDeps } from './queue-deps.ts';
import { alarmId } from './alarm-id.ts';
import { type Alarm, type Alarms, armingHorizonMs } from './alarms.ts';
import { chooseBackend } from './choose-backend.ts';
import { databaseClock } from './database-clock.ts';
import { jobDataOf, currentOrigin } from './job-origin.ts';
import { keepQueue } from './keep-queue.ts';
import { outageLog } from '../core/outage-log.ts';
import type { JobQueue } from './queue-backend.ts';
import { within } from '../core/within.ts';

const armingLimitMs = 500;

/**
 * A writer arms alarms this much farther ahead than the sweep: the sweep does not revisit instants that it has
 * passed, and the two read the clock at different times.
 */
const slackMs = 60_000;

export function makeAlarms({ config, db, log }: QueueDeps): Alarms {
  const backend = chooseBackend({ config, db }, 'alarms');
  const clock = databaseClock(db);
  const outage = outageLog(log, 'Arming alarms', 'The sweep transitions auctions some seconds late.');
  const onError = (error: Error) => log.debug({ err: error }, 'A connection to the queue of alarms broke.');

  const queue = keepQueue(backend, { onFailure: outage.failed, onError });

  const arm = async (alarms: readonly Alarm[]) => {
    const nowMs = await clock.read();
    const near = alarms.filter(isNear(nowMs));
    if (near.length === 0) return;
    await put(await queue.open(), near, nowMs + backend.wakesWithinMs);
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
    [Symbol.asyncDispose]: () => queue[Symbol.asyncDispose](),
  };
}

function isNear(nowMs: number): (alarm: Alarm) => boolean {
  return ({ dueAt }) => dueAt.getTime() <= nowMs + armingHorizonMs + slackMs;
}

async function put(queue: JobQueue, alarms: readonly Alarm[], ringFromMs: number): Promise<void> {
  // The alarm carries the origin of the request that armed it; the alarm's id holds everything else.
  const data = jobDataOf(currentOrigin());
  const jobs = alarms.map((alarm) => {
    const delay = Math.max(0, Math.round(alarm.dueAt.getTime() - ringFromMs));
    const opts: JobsOptions = { jobId: alarmId(alarm), delay, attempts: 3, backoff: 250 };
    return { name: alarm.kind, data, opts };
  });
  // On PostgreSQL a batch creates temporary tables: an auction's two alarms are cheaper one by one.
  if (jobs.length > 2) await queue.addBulk(jobs);
  else await Promise.all(jobs.map(({ name, data, opts }) => queue.add(name, data, opts)));
}
