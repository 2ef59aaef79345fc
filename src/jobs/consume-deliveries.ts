import type { Processor } from 'bullmq';
import type { QueueDeps } from './queue-deps.ts';
import { chooseBackend } from './choose-backend.ts';
import { type DeliveryJob, readDeliveryJobId } from './delivery-job.ts';
import { fromOrigin, type JobData } from './job-origin.ts';
import { runWorker } from './run-worker.ts';
import { outageLog } from '../core/outage-log.ts';
import type { OwnSettings } from './queue-backend.ts';

const settings: OwnSettings = {
  // An attempt mostly waits for a receiver, and a receiver that hangs costs a socket.
  concurrency: 250,
  // Longer than an attempt may last. A job that is run again after its worker died finds its attempt claimed, and
  // does nothing: the delivery is claimed again when its lease in the database expires.
  lockDuration: 30_000,
  stalledInterval: 15_000,
};

/**
 * Calls `deliver` for each job, on one of the workers. An error of `deliver` is logged; the delivery is claimed again
 * when its lease has expired.
 */
export function consumeDeliveries(
  { config, db, log }: QueueDeps,
  deliver: (job: DeliveryJob) => Promise<void>,
): AsyncDisposable {
  const backend = chooseBackend({ config, db }, 'webhooks');
  const outage = outageLog(log, 'The webhook queue consumer', 'They are sent when it works again.');
  const tries = outageLog(log, 'Sending webhooks', 'They are tried again.');

  const process: Processor<JobData> = async ({ id = '', data }) => {
    const job = readDeliveryJobId(id);
    if (job === null) return log.warn({ jobId: id }, 'A webhook job has an unknown kind.');
    await fromOrigin(data, { name: 'webhook' }, () =>
      deliver(job).catch((cause: unknown) => {
        tries.failed(new Error(`The job ${id} failed.`, { cause }));
        throw cause;
      }),
    );
    tries.worked();
  };

  return runWorker({ log, outage }, backend, process, settings);
}
