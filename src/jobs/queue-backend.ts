import type { Processor, Queue, Worker, WorkerOptions } from 'bullmq';

/** `alarms` are looks at auctions; `webhooks` are sent by workers of their own, so that no receiver holds up an auction. */
export const queueNames = ['alarms', 'webhooks'] as const;

export type QueueName = (typeof queueNames)[number];

/** Where a queue is kept: on Redis or on PostgreSQL. Nothing above src/jobs can tell which. */
export interface QueueBackend {
  readonly queueName: QueueName;
  /**
   * How late it may wake a worker by itself. Alarms are set to ring this much early, and the worker waits out the rest
   * (src/worker/ring-alarm.ts).
   */
  readonly wakesWithinMs: number;
  /**
   * What jobs are put into. Its calls fail soon while the place they are kept in cannot be reached.
   *
   * @param onError told of broken connections, which mend by themselves
   */
  openQueue(onError: (error: Error) => void): Promise<JobQueue>;
  /** What takes jobs out when they are due. */
  makeWorker(process: Processor, settings: WorkerSettings, listeners: WorkerListeners): JobWorker;
}

export interface JobQueue extends Pick<Queue, 'add' | 'addBulk'>, AsyncDisposable {
  /** BullMQ's own, for whoever looks into it. */
  readonly queue: Queue;
}

export type JobWorker = Pick<Worker, 'run' | 'waitUntilReady' | 'close'>;

export type WorkerSettings = Omit<WorkerOptions, 'connection' | 'prefix'>;

/** What the queues differ in. */
export type OwnSettings = Required<Pick<WorkerSettings, 'concurrency' | 'lockDuration' | 'stalledInterval'>>;

export interface WorkerListeners {
  /** Every try to take a job out, whether or not there was one; `null`: it worked. */
  onClaim(error: Error | null): void;
  /** Broken connections, which mend by themselves. */
  onError(error: Error): void;
}
