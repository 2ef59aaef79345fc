import { setTimeout as delay } from 'node:timers/promises';
import { DelayedError, type Processor } from 'bullmq';
import { outageLog } from '../../core/outage.ts';
import { queueOutage } from './queue-backend.ts';
import { within } from '../../core/within.ts';
import { type Alarm, readAlarmId } from './alarms.ts';
import { chooseBackend } from './choose-backend.ts';
import { fromOrigin, type JobOrigin } from './job-origin.ts';
import type { JobWorker, QueueDeps, WorkerSettings } from './queue-backend.ts';

const settings: WorkerSettings = {
  autorun: false,
  concurrency: 16,
  // If a worker dies, another one gets its alarm after at most the sum of both times. A worker whose event loop
  // blocks for that long loses its alarms, too: two workers may then handle the same auction.
  lockDuration: 4_000,
  stalledInterval: 1_000,
  // A job that stalls often has not failed: its workers were killed.
  maxStalledCount: 1_000_000,
  // Finished jobs are removed: a stored id could not be added again.
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
  runRetryDelay: 1_000,
};

const reopenAfterMs = 1_000;
const usualClosingLimitMs = 5_000;

/**
 * Calls `ring` for each alarm that is due, on one of the workers, until it is disposed of and through every outage. At least once: again
 * after a crash.
 *
 * @param ring returns the milliseconds after which to ring again, 0 when the work is done
 */
export function consumeAlarms(
  deps: QueueDeps,
  ring: (alarm: Alarm) => Promise<number>,
  { closingLimitMs = usualClosingLimitMs } = {},
): AsyncDisposable {
  const { log } = deps;
  const backend = chooseBackend(deps);
  const outage = queueOutage(deps);
  const handling = outageLog(log, 'Handling an alarm', 'It is tried again, and then the sweep takes over.');

  const process: Processor<Partial<JobOrigin>> = async (job, token) => {
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

  const closing = new AbortController();
  const report = (error: unknown) => {
    if (error === null) outage.worked();
    // A connection that ends while we close is no outage.
    else if (!closing.signal.aborted) outage.failed(error);
  };

  let worker: JobWorker | null = null;
  void (async () => {
    // A worker whose first connection fails never works: a new one replaces it.
    while (!closing.signal.aborted) {
      worker = backend.makeWorker(process, settings, report);
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
        log.warn({ err: error }, 'The worker of the queue did not close in time.');
      });
    },
  };
}
