import { setTimeout as delay } from 'node:timers/promises';
import { DelayedError, type Processor } from 'bullmq';
import type { Logger } from 'pino';
import { outageLog, type OutageLog } from '../core/outage.ts';
import { within } from '../core/within.ts';
import { type Alarm, readAlarmId } from './alarms.ts';
import { chooseBackend } from './choose-backend.ts';
import { type DeliveryJob, readDeliveryJobId } from './delivery-job.ts';
import { fromOrigin, type JobData } from './job-origin.ts';
import type {
  JobWorker,
  OwnSettings,
  QueueBackend,
  QueueDeps,
  WorkerListeners,
  WorkerSettings,
} from './queue-backend.ts';

const alarmSettings: OwnSettings = {
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

  return runWorker({ log, outage }, backend, process, alarmSettings);
}

const deliverySettings: OwnSettings = {
  // An attempt mostly waits for a receiver, and a receiver that hangs costs a socket.
  concurrency: 250,
  // Longer than an attempt may last. A job that is run again after its worker died finds its attempt claimed, and
  // does nothing: the delivery is claimed again when its lease in the database expires.
  lockDuration: 30_000,
  stalledInterval: 15_000,
};

/**
 * Calls `deliver` for each job, on one of the workers. An error of `deliver` is logged; the delivery is claimed again
 * when its lease has expired.
 */
export function consumeDeliveries(
  { config, db, log }: QueueDeps,
  deliver: (job: DeliveryJob) => Promise<void>,
): AsyncDisposable {
  const backend = chooseBackend({ config, db }, 'webhooks');
  const outage = outageLog(log, 'The webhook queue consumer', 'They are sent when it works again.');
  const tries = outageLog(log, 'Sending webhooks', 'They are tried again.');

  const process: Processor<JobData> = async ({ id = '', data }) => {
    const job = readDeliveryJobId(id);
    if (job === null) return log.warn({ jobId: id }, 'A webhook job has an unknown kind.');
    await fromOrigin(data, { name: 'webhook' }, () =>
      deliver(job).catch((cause: unknown) => {
        tries.failed(new Error(`The job ${id} failed.`, { cause }));
        throw cause;
      }),
    );
    tries.worked();
  };

  return runWorker({ log, outage }, backend, process, deliverySettings);
}

const sharedSettings: WorkerSettings = {
  autorun: false,
  // A job that stalls often has not failed: its workers were killed.
  maxStalledCount: 1_000_000,
  // Finished jobs are removed: a stored id could not be added again.
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
  runRetryDelay: 1_000,
};

const reopenAfterMs = 1_000;
const closingLimitMs = 5_000;

/**
 * Claims and runs jobs of a queue until it is disposed of, through every outage.
 *
 * @param outage notified when jobs cannot be claimed, and when they can again
 */
function runWorker(
  { log, outage }: { log: Logger; outage: OutageLog },
  backend: QueueBackend,
  process: Processor,
  settings: OwnSettings,
): AsyncDisposable {
  const closing = new AbortController();
  // A connection that ends while we close is no outage.
  const failed = (error: unknown) => {
    if (!closing.signal.aborted) outage.failed(error);
  };
  const listeners: WorkerListeners = {
    onClaim: (error) => (error === null ? outage.worked() : failed(error)),
    onError: failed,
  };

  let worker: JobWorker | null = null;
  void (async () => {
    // A worker whose first connection fails never works: a new one replaces it.
    while (!closing.signal.aborted) {
      worker = backend.makeWorker(process, { ...sharedSettings, ...settings }, listeners);
      try {
        await worker.waitUntilReady();
        await worker.run();
      } catch (error) {
        if (closing.signal.aborted) return;
        outage.failed(error);
        await worker.close();
        await delay(reopenAfterMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  })();

  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      // BullMQ waits without a limit for running jobs, and forever for a store that is down. Another worker runs the
      // unfinished jobs again.
      await within(closingLimitMs, worker?.close(outage.lasts()) ?? Promise.resolve()).catch((error: unknown) => {
        log.warn({ err: error, queue: backend.queueName }, 'A worker of a queue did not close in time.');
      });
    },
  };
}
