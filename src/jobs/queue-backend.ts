import type { Processor, Queue, Worker, WorkerOptions } from 'bullmq';

export const queueName = 'alarms';

/** Where the alarms are kept: on Redis or on PostgreSQL. Nothing above src/jobs can tell which. */
export interface QueueBackend {
  /**
   * How late it may wake a worker by itself. Alarms are set to ring this much early, and the worker waits out the rest
   * (src/worker/ring-alarm.ts).
   */
  readonly wakesWithinMs: number;
  /**
   * What alarms are put into. Its calls fail soon while the place they are kept in cannot be reached.
   *
   * @param onError told of broken connections, which mend by themselves
   */
  openQueue(onError: (error: Error) => void): Promise<AlarmQueue>;
  /** What takes alarms out when they are due. */
  makeWorker(process: Processor, settings: WorkerSettings, listeners: WorkerListeners): AlarmWorker;
}

export type AlarmQueue = Pick<Queue, 'add' | 'addBulk'> & AsyncDisposable;

export type AlarmWorker = Pick<Worker, 'run' | 'waitUntilReady' | 'close'>;

export type WorkerSettings = Omit<WorkerOptions, 'connection' | 'prefix'>;

export interface WorkerListeners {
  /** Every try to take an alarm out, whether or not there was one; `null`: it worked. */
  onClaim(error: Error | null): void;
  /** Broken connections, which mend by themselves. */
  onError(error: Error): void;
}
