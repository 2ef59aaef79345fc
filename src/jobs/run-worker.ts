import { setTimeout as delay } from 'node:timers/promises';
import type { Processor } from 'bullmq';
import type { Logger } from 'pino';
import type { OutageLog } from '../core/outage-log.ts';
import type { JobWorker, OwnSettings, QueueBackend, WorkerListeners, WorkerSettings } from './queue-backend.ts';
import { within } from '../core/within.ts';

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
export function runWorker(
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
