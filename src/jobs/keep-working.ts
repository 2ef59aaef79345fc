import { setTimeout as delay } from 'node:timers/promises';
import type { Processor } from 'bullmq';
import type { Logger } from 'pino';
import type { OutageLog } from './outage-log.ts';
import type { JobWorker, OwnSettings, QueueBackend, WorkerListeners, WorkerSettings } from './queue-backend.ts';
import { within } from './within.ts';

const sharedSettings: WorkerSettings = {
  autorun: false,
  // A job that is taken over often has not failed: its workers were killed.
  maxStalledCount: 1_000_000,
  // An id that is kept could not be put again.
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
  runRetryDelay: 1_000,
};

const reopenAfterMs = 1_000;
const closingLimitMs = 5_000;

/**
 * Takes jobs out of a queue until it is disposed of, through every outage.
 *
 * @param outage told when jobs cannot be taken out, and when they can again
 */
export function keepWorking(
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
    // A worker whose first connection fails never works: another one takes its place.
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
      // BullMQ waits for running jobs without a limit, and for ever for a queue that is away. What it leaves is run
      // again by another worker.
      await within(closingLimitMs, worker?.close(outage.lasts()) ?? Promise.resolve()).catch((error: unknown) => {
        log.warn({ err: error, queue: backend.queueName }, 'A worker of a queue did not close in time.');
      });
    },
  };
}
