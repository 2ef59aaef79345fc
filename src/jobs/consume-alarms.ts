import { DelayedError, type Processor } from 'bullmq';
import type { QueueDeps } from './queue-deps.ts';
import { readAlarmId } from './alarm-id.ts';
import type { Alarm } from './alarms.ts';
import { chooseBackend } from './choose-backend.ts';
import { fromOrigin, type JobData } from './job-origin.ts';
import { runWorker } from './run-worker.ts';
import { outageLog } from '../core/outage-log.ts';
import type { OwnSettings } from './queue-backend.ts';

const settings: OwnSettings = {
  concurrency: 16,
  // If a worker dies, another one gets its alarm after at most the sum of both times. A worker whose event loop
  // blocks for that long loses its alarms, too: two workers may then handle the same auction.
  lockDuration: 4_000,
  stalledInterval: 1_000,
};

/**
 * Calls `ring` for each alarm that is due, on one of the workers. At least once: again after a crash.
 *
 * @param ring returns the milliseconds after which to ring again, 0 when the work is done
 */
export function consumeAlarms(
  { config, db, log }: QueueDeps,
  ring: (alarm: Alarm) => Promise<number>,
): AsyncDisposable {
  const backend = chooseBackend({ config, db }, 'alarms');
  const outage = outageLog(log, 'The alarm queue consumer', 'The sweep transitions auctions some seconds late.');
  const handling = outageLog(log, 'Handling an alarm', 'It is tried again, and then the sweep takes over.');

  const process: Processor<JobData> = async (job, token) => {
    const alarm = readAlarmId(job.id ?? '');
    if (alarm === null) return log.warn({ jobId: job.id }, 'An alarm has an unknown kind.');
    const againInMs = await fromOrigin(job.data, { name: `alarm ${alarm.kind}`, auctionId: alarm.auctionId }, () =>
      ring(alarm).catch((cause: unknown) => {
        handling.failed(new Error(`The alarm ${job.id} failed.`, { cause }));
        throw cause;
      }),
    );
    handling.worked();
    if (againInMs === 0) return;
    await job.moveToDelayed(Date.now() + againInMs, token);
    throw new DelayedError();
  };

  return runWorker({ log, outage }, backend, process, settings);
}
