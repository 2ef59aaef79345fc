import type { QueueDeps } from './queue-deps.ts';
import { chooseBackend } from './choose-backend.ts';
import { type DeliveryJob, deliveryJobId } from './delivery-job.ts';
import { jobDataOf, type JobOrigin } from './job-origin.ts';
import { keepQueue } from './keep-queue.ts';
import { outageLog } from '../core/outage-log.ts';
import type { JobQueue } from './queue-backend.ts';
import { within } from '../core/within.ts';

/** Enough for a full batch on a busy machine. */
const puttingLimitMs = 5_000;

/** A delivery with the origin of its event: the relay that queues it has no request of its own. */
export type QueuedDelivery = DeliveryJob & JobOrigin;

export interface DeliveryQueue extends AsyncDisposable {
  /**
   * Queues deliveries. Never throws, and takes five seconds at most: a delivery that cannot be queued is logged.
   *
   * @returns whether all of them are in the queue; if not, some may be
   */
  put(jobs: readonly QueuedDelivery[]): Promise<boolean>;
}

/** Makes the queue from which workers claim deliveries to attempt. */
export function makeDeliveryQueue({ config, db, log }: QueueDeps): DeliveryQueue {
  const backend = chooseBackend({ config, db }, 'webhooks');
  const outage = outageLog(log, 'Putting webhooks into their queue', 'They are sent when it works again.');
  const onError = (error: Error) => log.debug({ err: error }, 'A connection to the queue of webhooks broke.');
  const queue = keepQueue(backend, { onFailure: outage.failed, onError });

  return {
    async put(jobs) {
      try {
        await within(
          puttingLimitMs,
          queue.open().then((opened) => putAll(opened, jobs)),
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

async function putAll(queue: JobQueue, jobs: readonly QueuedDelivery[]): Promise<void> {
  const entries = jobs.map((job) => ({ name: 'deliver', data: jobDataOf(job), opts: { jobId: deliveryJobId(job) } }));
  // On PostgreSQL a batch creates temporary tables: a few deliveries are cheaper one by one.
  if (entries.length > 2) await queue.addBulk(entries);
  else await Promise.all(entries.map(({ name, data, opts }) => queue.add(name, data, opts)));
}
