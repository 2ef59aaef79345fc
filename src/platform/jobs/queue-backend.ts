import { setTimeout as delay } from 'node:timers/promises';
import type { BackendFactory, IQueueBackend, Processor, Queue, Worker, WorkerOptions } from 'bullmq';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { isOutage, type OutageLog, outageLog } from '../../core/outage.ts';
import type { PooledDatabase } from '../db/database.ts';

/** The one queue, whose jobs ring when an auction begins or ends. */
export const queueName = 'alarms';

/** The store of the queue: Redis or PostgreSQL. Nothing above src/platform/jobs depends on which. */
export interface QueueBackend {
  /**
   * Opens the queue that jobs are added to. Its calls fail soon while the store cannot be reached.
   *
   * @param onError called for broken connections, which recover by themselves
   */
  openQueue(onError: (error: Error) => void): Promise<JobQueue>;
  /**
   * Opens a worker that claims jobs when they are due.
   *
   * @param report called after every attempt to claim a job, whether or not there was one, and for broken connections, which recover by
   *   themselves; `null`: the attempt worked
   */
  makeWorker(process: Processor, settings: WorkerSettings, report: (error: Error | null) => void): JobWorker;
}

export interface JobQueue extends AsyncDisposable {
  /** BullMQ's own queue. */
  readonly queue: Queue;
  /**
   * The longest delay with which the store wakes a worker. Alarms are set to ring this much early, and the worker
   * waits out the rest (src/operations/work/handle-alarm.ts).
   */
  readonly wakesWithinMs: number;
}

export type JobWorker = Pick<Worker, 'run' | 'waitUntilReady' | 'close'>;

export type WorkerSettings = Omit<WorkerOptions, 'connection' | 'prefix'>;

/** The dependencies of the queue: a part of `Deps`, which is built from the alarms of this room. */
export interface QueueDeps {
  readonly config: Config;
  readonly db: PooledDatabase;
  readonly log: Logger;
}

/** The one outage of the queue, whoever notices it. In PostgreSQL, the queue is away whenever the database is. */
export function queueOutage({ config, db, log }: Pick<QueueDeps, 'config' | 'db' | 'log'>): OutageLog {
  const ofQueue = outageLog(log, 'The alarm queue', 'Auctions begin and end some seconds late.');
  const { outage: ofDatabase } = db;
  if (config.redisUrl !== null || ofDatabase === null) return ofQueue;
  return {
    failed: (error) => (isOutage(error) ? ofDatabase : ofQueue).failed(error),
    worked: ofQueue.worked,
    lasts: () => ofQueue.lasts() || ofDatabase.lasts(),
  };
}

const pauseMs = 1_000;

/**
 * Reports every claim and pauses after one that failed: BullMQ retries at once after most failures, and a worker
 * whose PostgreSQL is down would use a whole core for error messages.
 */
export function watchClaims<Backend extends IQueueBackend, Connection>(
  factory: BackendFactory<Backend, Connection>,
  report: (error: Error | null) => void,
): BackendFactory<Backend, Connection> {
  return (...args) => {
    const backend = factory(...args);
    const claim = backend.moveToActive.bind(backend);
    backend.moveToActive = async (token, name) => {
      try {
        const claimed: unknown[] = await claim(token, name);
        report(null);
        return claimed;
      } catch (error) {
        if (!backend.closing) {
          report(error as Error);
          await delay(pauseMs);
        }
        throw error;
      }
    };
    return backend;
  };
}
