import { outageLog } from '../core/outage.ts';
import { within } from '../core/within.ts';
import { addJobs, chooseBackend, openOnce } from './choose-backend.ts';
import { jobDataOf, type JobOrigin } from './job-origin.ts';
import type { QueueDeps } from './queue-backend.ts';

/** The job of one webhook attempt. The job names the delivery only: its state is read from PostgreSQL. */
export interface DeliveryJob {
  readonly deliveryId: string;
  /**
   * The number of this attempt, counted from 1. The job does nothing if an attempt with this number has already
   * begun.
   */
  readonly attempt: number;
}

const pattern = /^deliver-([0-9a-f-]{36})-(\d+)$/;

/** Returns the id that *is* the job: the queue ignores an id that it already has, so an attempt is queued once. */
export function deliveryJobId({ deliveryId, attempt }: DeliveryJob): string {
  return `deliver-${deliveryId}-${attempt}`;
}

/**
 * Reads the delivery and attempt that an id names.
 *
 * @returns `null` for an id that this version of the service did not write
 */
export function readDeliveryJobId(id: string): DeliveryJob | null {
  const [, deliveryId, attempt] = pattern.exec(id) ?? [];
  if (deliveryId === undefined || attempt === undefined) return null;
  return { deliveryId, attempt: Number(attempt) };
}

/** Enough for a full batch on a busy machine. */
const puttingLimitMs = 5_000;

/** A delivery with the origin of its event: the relay that queues it has no request of its own. */
export type QueuedDelivery = DeliveryJob & JobOrigin;

export type DeliveryQueue = ReturnType<typeof makeDeliveryQueue>;

/** Makes the queue from which workers claim deliveries to attempt. */
export function makeDeliveryQueue({ config, db, log }: QueueDeps) {
  const backend = chooseBackend({ config, db }, 'webhooks');
  const outage = outageLog(log, 'Putting webhooks into their queue', 'They are sent when it works again.');
  const onError = (error: Error) => log.debug({ err: error }, 'A connection to the queue of webhooks broke.');
  const queue = openOnce(backend, onError);
  queue.open().catch(outage.failed);

  return {
    /**
     * Queues deliveries. Never throws, and takes five seconds at most: a delivery that cannot be queued is logged.
     *
     * @returns whether all of them are in the queue; if not, some may be
     */
    async put(jobs: readonly QueuedDelivery[]): Promise<boolean> {
      const entries = jobs.map((job) => ({
        name: 'deliver',
        data: jobDataOf(job),
        opts: { jobId: deliveryJobId(job) },
      }));
      try {
        await within(
          puttingLimitMs,
          queue.open().then((opened) => addJobs(opened, entries)),
        );
        outage.worked();
        return true;
      } catch (error) {
        outage.failed(error);
        return false;
      }
    },
    [Symbol.asyncDispose]: () => queue[Symbol.asyncDispose](),
  };
}
