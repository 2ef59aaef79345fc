import type { Processor } from 'bullmq';
import type { Deps } from '../deps.ts';
import { chooseBackend } from './choose-backend.ts';
import { type DeliveryJob, readDeliveryJobId } from './delivery-job.ts';
import { fromOrigin, type JobData } from './job-origin.ts';
import { keepWorking } from './keep-working.ts';
import { outageLog } from './outage-log.ts';
import type { OwnSettings } from './queue-backend.ts';

const settings: OwnSettings = {
  // Most of a try is waiting for a receiver, and a receiver that hangs costs a socket.
  concurrency: 250,
  // Longer than a try may last. A job that is run again after its worker died finds its number taken, and does nothing:
  // the lease in the database is what brings the delivery back.
  lockDuration: 30_000,
  stalledInterval: 15_000,
};

/**
 * Calls `deliver` for each job, on one of the workers that hear of them. What `deliver` throws is logged; the delivery
 * is taken up again when its lease has run out.
 */
export function hearDeliveries(
  { config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>,
  deliver: (job: DeliveryJob) => Promise<void>,
): AsyncDisposable {
  const backend = chooseBackend({ config, db }, 'webhooks');
  const outage = outageLog(log, 'Hearing of webhooks to send', 'They are sent when it works again.');
  const tries = outageLog(log, 'Sending webhooks', 'They are tried again.');

  const process: Processor<JobData> = async ({ id = '', data }) => {
    const job = readDeliveryJobId(id);
    if (job === null) return log.warn({ jobId: id }, 'A webhook job of an unknown kind came.');
    await fromOrigin(data, 'webhook', () =>
      deliver(job).catch((cause: unknown) => {
        tries.failed(new Error(`The job ${id} failed.`, { cause }));
        throw cause;
      }),
    );
    tries.worked();
  };

  return keepWorking({ log, outage }, backend, process, settings);
}
