import type { Queue } from 'bullmq';
import { readAlarmId } from './alarms.ts';

/** Measures the length and age of the queue. */
export async function measureQueue(queue: Queue) {
  const { wait: waiting = 0, active = 0, delayed = 0 } = await queue.getJobCounts('wait', 'active', 'delayed');
  const [oldestWaiting] = await queue.getJobs(['wait'], 0, 0, true);
  const [firstDelayed] = await queue.getJobs(['delayed'], 0, 0, true);
  // Compares clocks of different processes: accurate to the milliseconds by which hosts differ.
  const now = Date.now();
  const overdue = await queue.getDelayedCount(now);
  const lags = [oldestWaiting, firstDelayed].map((job) => now - (readAlarmId(job?.id ?? '')?.dueAt.getTime() ?? now));
  return {
    /** Jobs that are due and that no worker has claimed. */
    waiting,
    /** Jobs that workers are running. */
    active,
    /** Jobs whose time is still to come. */
    delayed: Math.max(0, delayed - overdue),
    /** Jobs whose time has come and that nobody has moved to the waiting ones: workers do that. */
    overdue,
    /** The time that the oldest due job has waited; 0: none is due. */
    lagInSeconds: Math.max(0, ...lags) / 1_000,
  };
}
