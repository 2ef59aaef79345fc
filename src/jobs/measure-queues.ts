import { type QueueDeps, queueNames } from './queue-backend.ts';
import { readAlarmId } from './alarms.ts';
import { chooseBackend, openOnce } from './choose-backend.ts';
import { within } from '../core/within.ts';

export type QueueMeasure = ReturnType<typeof makeQueueMeasure>;

const limitMs = 2_000;

/** Opens the queues at the first measurement: most processes of a test never measure. */
export function makeQueueMeasure({ config, db, log }: QueueDeps) {
  const onError = (error: Error) => log.debug({ err: error }, 'A connection to a measured queue broke.');
  const queues = queueNames.map((name) => ({ name, kept: openOnce(chooseBackend({ config, db }, name), onError) }));

  /** Measures the length and age of a queue. */
  async function measure({ name, kept }: (typeof queues)[number]) {
    const { queue } = await kept.open();
    const counts = await queue.getJobCounts('wait', 'active', 'delayed');
    const [oldestWaiting] = await queue.getJobs(['wait'], 0, 0, true);
    const [firstDelayed] = await queue.getJobs(['delayed'], 0, 0, true);
    // Compares clocks of different processes: accurate to the milliseconds by which hosts differ.
    const now = Date.now();
    const overdue = await queue.getDelayedCount(now);
    const dueSince = [oldestWaiting, firstDelayed].flatMap((job) => {
      if (job === undefined) return [];
      // Alarms carry their instant; deliveries are queued when they are due.
      return readAlarmId(job.id ?? '')?.dueAt.getTime() ?? job.timestamp + job.delay;
    });
    const { wait: waiting = 0, active = 0, delayed = 0 } = counts;
    return {
      name,
      /** Jobs that are due and that no worker has claimed. */
      waiting,
      /** Jobs that workers are running. */
      active,
      /** Jobs whose time is still to come. */
      delayed: Math.max(0, delayed - overdue),
      /** Jobs whose time has come and that nobody has moved to the waiting ones: workers do that. */
      overdue,
      /** The time that the oldest due job has waited; 0: none is due. */
      lagInSeconds: Math.max(0, ...dueSince.map((dueAt) => now - dueAt)) / 1_000,
    };
  }

  return {
    /** Measures each queue. @returns the queues that answered */
    async read() {
      const states = await Promise.all(
        queues.map((each) =>
          within(limitMs, measure(each)).catch((error: unknown) => {
            log.debug({ err: error, queue: each.name }, 'A queue could not be measured.');
            return null;
          }),
        ),
      );
      return states.filter((state) => state !== null);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(queues.map(({ kept }) => kept[Symbol.asyncDispose]()));
    },
  };
}
