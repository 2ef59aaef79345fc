import type { Deps } from '../../payments/deps.ts';
import { claimDeliveries } from '../../auctions/webhooks/claim-deliveries.ts';
import { deliverWebhook } from '../../auctions/webhooks/deliver-webhook.ts';
import { type ResolveName, resolveName } from '../../auctions/webhooks/receiver.ts';
import { keepClaiming } from './keep-claiming.ts';

/** An attempt mostly waits for a receiver, and a receiver that hangs costs a socket. */
const places = 250;

/** The time that requests to receivers may still take when the process stops. */
const stoppingLimitMs = 3_000;

/**
 * Sends webhooks that are due. Any number of processes may do so.
 *
 * @param resolve resolves host names; tests pass their own
 */
export function sendWebhooks(
  deps: Pick<Deps, 'config' | 'db' | 'log'>,
  resolve: ResolveName = resolveName,
): AsyncDisposable {
  const stopping = new AbortController();
  const delivering = { ...deps, resolveName: resolve };
  const sending = keepClaiming(deps, {
    name: 'webhook',
    places,
    // An endpoint has only a few deliveries under way.
    takesTurns: true,
    claim: (limit) => claimDeliveries(deps.db, limit),
    about: ({ deliveryId: id, requestId, traceparent, auctionId, bidId }) => ({
      id,
      requestId,
      traceparent,
      auctionId,
      bidId,
    }),
    finish: (attempt) => deliverWebhook(delivering, attempt, stopping.signal),
  });
  return {
    async [Symbol.asyncDispose]() {
      const timer = setTimeout(() => stopping.abort(), stoppingLimitMs);
      await sending[Symbol.asyncDispose]();
      clearTimeout(timer);
    },
  };
}
