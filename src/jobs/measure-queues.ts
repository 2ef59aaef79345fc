import type { Job } from 'bullmq';
import type { QueueDeps } from './queue-deps.ts';
import { readAlarmId } from './alarm-id.ts';
import { chooseBackend } from './choose-backend.ts';
import { type JobQueue, type QueueName, queueNames } from './queue-backend.ts';
import { within } from '../core/within.ts';

/** The length and age of a queue. */
export interface QueueState {
  readonly name: QueueName;
  /** Jobs that are due and that no worker has claimed. */
  readonly waiting: number;
  /** Jobs that workers are running. */
  readonly active: number;
  /** Jobs whose time is still to come. */
  readonly delayed: number;
  /** Jobs whose time has come and that nobody has moved to the waiting ones: workers do that. */
  readonly overdue: number;
  /** The time that the oldest due job has waited; 0: none is due. */
  readonly lagInSeconds: number;
}

export interface QueueMeasure extends AsyncDisposable {
  /**
   * Measures each queue.
   *
   * @returns the queues that answered
   */
  read(): Promise<QueueState[]>;
}

const limitMs = 2_000;

/** Opens the queues at the first measurement: most processes of a test never measure. */
export function makeQueueMeasure({ config, db, log }: QueueDeps): QueueMeasure {
  const queues = new Map<QueueName, Promise<JobQueue>>();
  const onError = (error: Error) => log.debug({ err: error }, 'A connection to a measured queue broke.');

  function open(name: QueueName): Promise<JobQueue> {
    const opened = queues.get(name) ?? chooseBackend({ config, db }, name).openQueue(onError);
    queues.set(name, opened);
    opened.catch(() => queues.delete(name));
    return opened;
  }

  async function measure(name: QueueName): Promise<QueueState> {
    const { queue } = await open(name);
    const counts = await queue.getJobCounts('wait', 'active', 'delayed');
    const [oldestWaiting] = await queue.getJobs(['wait'], 0, 0, true);
    const [firstDelayed] = await queue.getJobs(['delayed'], 0, 0, true);
    // Compares clocks of different processes: accurate to the milliseconds by which hosts differ.
    const now = Date.now();
    const overdue = await queue.getDelayedCount(now);
    const dueSince = [oldestWaiting, firstDelayed].flatMap((job) => (job === undefined ? [] : dueAtMs(job)));
    const { wait: waiting = 0, active = 0, delayed = 0 } = counts;
    return {
      name,
      waiting,
      active,
      delayed: Math.max(0, delayed - overdue),
      overdue,
      lagInSeconds: Math.max(0, ...dueSince.map((dueAt) => now - dueAt)) / 1_000,
    };
  }

  return {
    async read() {
      const states = await Promise.all(
        queueNames.map((name) =>
          within(limitMs, measure(name)).catch((error: unknown) => {
            log.debug({ err: error, queue: name }, 'A queue could not be measured.');
            return null;
          }),
        ),
      );
      return states.filter((state) => state !== null);
    },
    async [Symbol.asyncDispose]() {
      const opened = await Promise.all([...queues.values()].map((queue) => queue.catch(() => null)));
      await Promise.all(opened.filter((queue) => queue !== null).map((queue) => queue[Symbol.asyncDispose]()));
    },
  };
}

/** Alarms carry their instant; deliveries are queued when they are due. */
function dueAtMs({ id = '', timestamp, delay }: Job): number {
  return readAlarmId(id)?.dueAt.getTime() ?? timestamp + delay;
}
