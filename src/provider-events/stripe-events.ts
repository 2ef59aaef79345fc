import { continueBid } from '../bids/continue-bid.ts';
import { refusalOf } from '../core/outage.ts';
import type { Deps } from '../deps.ts';
import { findAuthorization } from '../payments/find-authorization.ts';
import { type StripeEvent, verifyStripeEvent } from '../payments/stripe/verify-stripe-event.ts';
import { isUuid } from '../core/uuid.ts';

const longestEventInBytes = 256 * 1024;

/**
 * Takes in Stripe's signed events, so that a bid whose browser never came back from its bank is completed all the same.
 * An event says where to look, never what is true; anything but a 2xx makes Stripe send it again.
 */
export async function takeStripeEvent(deps: Deps, request: Request): Promise<Response> {
  const { stripe } = deps.config;
  if (stripe === null) return answer(404, 'Stripe is not configured.');
  if (Number(request.headers.get('content-length') ?? Infinity) > longestEventInBytes) return answer(413, 'Too large.');
  const event = await verifyStripeEvent(stripe, await request.text(), request.headers.get('stripe-signature'));
  if (event === 'unverified') return answer(400, 'The signature does not verify.');
  try {
    if (event !== null) await lookAfter(deps, event);
    return answer(200, 'Taken.');
  } catch (error) {
    deps.log.error({ err: error, event }, 'an event of Stripe could not be taken in');
    return answer(refusalOf(error).code === 'unavailable' ? 503 : 500, 'Try again.');
  }
}

async function lookAfter(deps: Deps, { kind, reference, authorizationId }: StripeEvent): Promise<void> {
  // What settlement and releases asked for, they follow up themselves.
  if (kind !== 'held' && kind !== 'failed') return;
  if (authorizationId === null || !isUuid(authorizationId)) return;
  const authorization = await findAuthorization(deps.db.pool, authorizationId);
  if (authorization?.providerReference !== reference) return;
  // A renewal is followed up by whoever began it, or by the sweep.
  if (authorization.replacesAuthorizationId !== null) return;
  await continueBid(deps, authorizationId);
}

function answer(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
