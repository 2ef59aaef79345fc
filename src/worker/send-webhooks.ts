import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../deps.ts';
import { hearDeliveries } from '../jobs/hear-deliveries.ts';
import { type DeliveryQueue, makeDeliveryQueue } from '../jobs/make-delivery-queue.ts';
import { deliverWebhook } from '../webhooks/deliver-webhook.ts';
import { giveBackDeliveries } from '../webhooks/give-back-deliveries.ts';
import { type ResolveName, resolveName } from '../webhooks/resolve-name.ts';
import { takeUpDeliveries } from '../webhooks/take-up-deliveries.ts';
import { makeBell } from './bell.ts';

const pauseMs = 1_000;

/** What ends in this time is followed by the next together. */
const gatherMs = 50;

/** How long requests to receivers may go on when the process is asked to stop. */
const stoppingLimitMs = 3_000;

/**
 * Puts webhooks that are due into their queue, every second and whenever one is through, and sends what comes out of it.
 * Any number of processes may do so.
 *
 * @param resolve where a test says what names resolve to
 */
export function sendWebhooks(
  deps: Pick<Deps, 'config' | 'db' | 'log'>,
  resolve: ResolveName = resolveName,
): AsyncDisposable {
  const closing = new AbortController();
  const stopping = new AbortController();
  const bell = makeBell();
  const queue = makeDeliveryQueue(deps);
  const delivering = { ...deps, resolveName: resolve };
  const hearing = hearDeliveries(deps, (job) =>
    // An endpoint has no more than a few under way: the next one may be waiting for this one's place.
    deliverWebhook(delivering, job, stopping.signal).finally(bell.ring),
  );
  const relaying = (async () => {
    while (!closing.signal.aborted) {
      try {
        await relay(deps, queue);
      } catch (error) {
        deps.log.warn({ err: error }, 'Looking for webhooks to send has failed; the next try follows in a second.');
      }
      await bell.rings(pauseMs, closing.signal);
      await delay(gatherMs);
    }
  })();

  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await relaying;
      const timer = setTimeout(() => stopping.abort(), stoppingLimitMs);
      await hearing[Symbol.asyncDispose]();
      clearTimeout(timer);
      await queue[Symbol.asyncDispose]();
    },
  };
}

/** One pass. What the queue does not take is due as before, so that it is neither late nor hidden. */
export async function relay({ db }: Pick<Deps, 'db'>, queue: Pick<DeliveryQueue, 'put'>): Promise<void> {
  const taken = await takeUpDeliveries(db);
  if (taken.length === 0 || (await queue.put(taken))) return;
  await giveBackDeliveries(
    db.pool,
    taken.map(({ deliveryId, attempt, dueAt }) => ({ deliveryId, begun: attempt - 1, dueAt })),
  );
}
