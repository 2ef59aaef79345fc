import { DelayedError, type Processor } from 'bullmq';
import type { Deps } from '../deps.ts';
import { readAlarmId } from './alarm-id.ts';
import type { Alarm } from './alarms.ts';
import { chooseBackend } from './choose-backend.ts';
import { fromOrigin, type JobData } from './job-origin.ts';
import { keepWorking } from './keep-working.ts';
import { outageLog } from './outage-log.ts';
import type { OwnSettings } from './queue-backend.ts';

const settings: OwnSettings = {
  concurrency: 16,
  // The alarm of a worker that died rings at another one after at most both together. A worker whose event loop stands
  // still for that long loses its alarms, too: looks may be taken twice.
  lockDuration: 4_000,
  stalledInterval: 1_000,
};

/**
 * Calls `ring` for each alarm that is due, on one of the workers that hear them. At least once: after a crash, again.
 *
 * @param ring returns the milliseconds after which to ring again, 0 when the alarm has done its work
 */
export function hearAlarms(
  { config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>,
  ring: (alarm: Alarm) => Promise<number>,
): AsyncDisposable {
  const backend = chooseBackend({ config, db }, 'alarms');
  const outage = outageLog(log, 'Hearing alarms', 'The sweep turns auctions, some seconds late.');
  const looks = outageLog(log, 'Looking at auctions', 'It is tried again, and then the sweep takes over.');

  const process: Processor<JobData> = async (job, token) => {
    const alarm = readAlarmId(job.id ?? '');
    if (alarm === null) return log.warn({ jobId: job.id }, 'An alarm of an unknown kind rang.');
    const againInMs = await fromOrigin(job.data, `alarm ${alarm.kind}`, () =>
      ring(alarm).catch((cause: unknown) => {
        looks.failed(new Error(`The alarm ${job.id} failed.`, { cause }));
        throw cause;
      }),
    );
    looks.worked();
    if (againInMs === 0) return;
    await job.moveToDelayed(Date.now() + againInMs, token);
    throw new DelayedError();
  };

  return keepWorking({ log, outage }, backend, process, settings);
}
