import { setTimeout as delay } from 'node:timers/promises';
import { DelayedError, type Processor } from 'bullmq';
import type { Deps } from '../deps.ts';
import { readAlarmId } from './alarm-id.ts';
import type { Alarm } from './alarms.ts';
import { chooseBackend } from './choose-backend.ts';
import { outageLog } from './outage-log.ts';
import type { AlarmWorker, WorkerListeners, WorkerSettings } from './queue-backend.ts';
import { within } from './within.ts';

const settings: WorkerSettings = {
  autorun: false,
  concurrency: 16,
  // The alarm of a worker that died rings at another one after at most both together. A worker whose event loop stands
  // still for that long loses its alarms, too: looks may be taken twice.
  lockDuration: 4_000,
  stalledInterval: 1_000,
  // An alarm that is taken over often has not failed: its workers were killed.
  maxStalledCount: 1_000_000,
  // An id that is kept could not be armed again.
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
  runRetryDelay: 1_000,
};

const reopenAfterMs = 1_000;
const closingLimitMs = 5_000;

/**
 * Calls `ring` for each alarm that is due, on one of the workers that hear them. At least once: after a crash, again.
 *
 * @param ring returns the milliseconds after which to ring again, 0 when the alarm has done its work
 */
export function hearAlarms(
  { config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>,
  ring: (alarm: Alarm) => Promise<number>,
): AsyncDisposable {
  const backend = chooseBackend(config, db);
  const outage = outageLog(log, 'Hearing alarms', 'The sweep turns auctions, some seconds late.');
  const looks = outageLog(log, 'Looking at auctions', 'It is tried again, and then the sweep takes over.');
  const closing = new AbortController();

  const process: Processor = async (job, token) => {
    const alarm = readAlarmId(job.id ?? '');
    if (alarm === null) return log.warn({ jobId: job.id }, 'An alarm of an unknown kind rang.');
    const againInMs = await ring(alarm).catch((cause: unknown) => {
      looks.failed(new Error(`The alarm ${job.id} failed.`, { cause }));
      throw cause;
    });
    looks.worked();
    if (againInMs === 0) return;
    await job.moveToDelayed(Date.now() + againInMs, token);
    throw new DelayedError();
  };

  // A connection that ends while we close is no outage.
  const failed = (error: unknown) => {
    if (!closing.signal.aborted) outage.failed(error);
  };
  const listeners: WorkerListeners = {
    onClaim: (error) => (error === null ? outage.worked() : failed(error)),
    onError: failed,
  };

  let worker: AlarmWorker | null = null;
  void (async () => {
    // A worker whose first connection fails never works: another one takes its place.
    while (!closing.signal.aborted) {
      worker = backend.makeWorker(process, settings, listeners);
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
      // BullMQ waits for running alarms without a limit, and for ever for a queue that is away. What it leaves is run
      // again by another worker.
      await within(closingLimitMs, worker?.close(outage.lasts()) ?? Promise.resolve()).catch((error: unknown) => {
        log.warn({ err: error }, 'The hearing of alarms did not close in time.');
      });
    },
  };
}
