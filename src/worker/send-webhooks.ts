import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessDeps } from '../deps.ts';
import { consumeDeliveries } from '../jobs/consume.ts';
import { type DeliveryQueue, makeDeliveryQueue } from '../jobs/delivery-job.ts';
import { deliverWebhook } from '../webhooks/deliver-webhook.ts';
import { claimDeliveries, giveBackDeliveries } from '../webhooks/claim-deliveries.ts';
import { type ResolveName, resolveName } from '../webhooks/receiver.ts';
import { makeWakeUp } from './repeat.ts';

const pauseMs = 1_000;

/** Deliveries that end within this time are replaced by new ones in one claim. */
const gatherMs = 50;

/** The time that requests to receivers may still take when the process stops. */
const stoppingLimitMs = 3_000;

/**
 * Puts due webhooks into their queue, every second and whenever a delivery ends, and sends the webhooks that the queue
 * hands out. Any number of processes may do so.
 *
 * @param resolve resolves host names; tests pass their own
 */
export function sendWebhooks(
  deps: Pick<ProcessDeps, 'config' | 'db' | 'log'>,
  resolve: ResolveName = resolveName,
): AsyncDisposable {
  const closing = new AbortController();
  const stopping = new AbortController();
  const wakeUp = makeWakeUp();
  const queue = makeDeliveryQueue(deps);
  const delivering = { ...deps, resolveName: resolve };
  const consuming = consumeDeliveries(deps, (job) =>
    // An endpoint has only a few deliveries in flight: another one may wait for this delivery to end.
    deliverWebhook(delivering, job, stopping.signal).finally(wakeUp.ring),
  );
  const relaying = (async () => {
    while (!closing.signal.aborted) {
      try {
        await relay(deps, queue);
      } catch (error) {
        deps.log.warn({ err: error }, 'Claiming webhooks to send failed; retrying in a second.');
      }
      await wakeUp.rings(pauseMs, closing.signal);
      await delay(gatherMs);
    }
  })();

  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await relaying;
      const timer = setTimeout(() => stopping.abort(), stoppingLimitMs);
      await consuming[Symbol.asyncDispose]();
      clearTimeout(timer);
      await queue[Symbol.asyncDispose]();
    },
  };
}

/** Claims due deliveries and queues them, once. Deliveries that the queue does not accept become due again at once. */
export async function relay({ db }: Pick<ProcessDeps, 'db'>, queue: Pick<DeliveryQueue, 'put'>): Promise<void> {
  const claimed = await claimDeliveries(db);
  if (claimed.length === 0 || (await queue.put(claimed))) return;
  await giveBackDeliveries(
    db,
    claimed.map(({ deliveryId, attempt, dueAt }) => ({ deliveryId, begun: attempt - 1, dueAt })),
  );
}
