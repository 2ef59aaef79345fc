import type { BidDeps } from '../auctions/bids/bid-deps.ts';
import { continueBid } from '../auctions/bids/continue-bid.ts';
import { crashPoint } from '../core/crash-point.ts';
import { about } from '../core/followed-ids.ts';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import { adoptPayment } from '../payments/holds/move-authorization.ts';
import { applyObservation } from '../payments/holds/apply-observation.ts';
import type { Authorization } from '../payments/holds/authorization.ts';
import { claim } from '../payments/holds/claim.ts';
import { findAuthorization } from '../payments/holds/find-authorization.ts';
import type { Identified } from '../payments/providers/gateway.ts';
import { gatewayNamed } from '../payments/providers/gateways.ts';
import type { Observation } from '../payments/providers/observation.ts';
import type { ProviderEvent } from '../payments/providers/provider-event.ts';
import type { ProviderName } from '../payments/providers/provider-name.ts';
import { releaseClaimed } from '../payments/holds/release-authorization.ts';
import { adoptCapture, resumeSettlement } from './settle-auction.ts';

/**
 * Handles an event of a provider. The event only names the payment: the payment itself is read, so late, repeated and
 * reordered events change nothing.
 *
 * @throws Refusal `unavailable` when the payment cannot be read, so that the provider sends its event again
 */
export async function followPayment(deps: BidDeps, provider: ProviderName, event: ProviderEvent): Promise<void> {
  const { authorizationId } = event;
  if (authorizationId === null || !isUuid(authorizationId)) return;
  const found = await findAuthorization(deps.db, authorizationId);
  if (found?.provider !== provider || !isNews(found, event)) return;
  await about(found, () => followFound(deps, found, event));
}

async function followFound(deps: BidDeps, found: Authorization, event: ProviderEvent): Promise<void> {
  const { authorizationId } = found;
  const { reference } = event;
  // The answer to the call that opened the payment is still under way, or was lost.
  const isLost = found.providerReference === null;
  if (isLost && !(await isPaymentOf(deps, found, reference))) return;
  const authorization = isLost ? await adoptPayment(deps.db, authorizationId, reference) : found;
  if (authorization?.providerReference !== reference) return;
  if (isLost) crashPoint('event: payment adopted');
  if (authorization.state === 'capturing') {
    // Settlement would request the capture again once an account is in order.
    const claimed = await claim(deps.db, authorizationId, ['capturing']);
    if (claimed !== null) await resumeSettlement(deps, claimed, { asksForNothing: true });
  } else if (authorization.state === 'releasing') await followRelease(deps, authorization, event);
  else await readAgain(deps, authorization);
}

/**
 * Reads whether a payment was opened for an authorization. Anybody who may write metadata at the provider can name one.
 *
 * @throws Refusal `unavailable` when the payment cannot be read
 */
async function isPaymentOf(deps: BidDeps, found: Authorization, reference: string): Promise<boolean> {
  const { authorizationId, provider, valueInCents, paymentAccount } = found;
  const payment = await gatewayNamed(deps.gateways, provider).identify({ reference });
  refuseUnknown(authorizationId, payment);
  const isOurs =
    payment.outcome === 'found' &&
    payment.authorizationId === authorizationId &&
    payment.amountInCents === valueInCents &&
    payment.account === paymentAccount;
  if (!isOurs) deps.log.warn({ authorizationId, provider, reference }, 'An event names a payment that is another one.');
  return isOurs;
}

/** Does an event say something that the books do not know, and that nothing under way finds out? */
function isNews(
  { state, providerReference, bidId, replacesAuthorizationId, failureCode }: Authorization,
  { kind }: ProviderEvent,
): boolean {
  switch (state) {
    case 'intended':
    case 'challenged':
      return true;
    case 'authorized':
      // The pass that began a renewal, or the worker, swaps its hold.
      if (bidId === null && replacesAuthorizationId === null) return true;
      return kind === 'captured' || kind === 'released' || kind === 'lapsed';
    case 'capturing':
      // While settlement waits for an account, somebody may capture the payment at the provider.
      return kind === 'captured' && failureCode !== null;
    case 'releasing':
      // Releases ask the provider themselves until they have its answer. Until then somebody may have captured the payment.
      return kind === 'captured' || providerReference === null;
    case 'captured_outside':
    case 'captured':
      return false;
    case 'released':
    case 'expired':
    case 'failed':
      return kind === 'held' || kind === 'captured';
  }
}

/**
 * Follows an event about a hold that is being released. A payment that is said to be captured is read, as a provider that limits its calls
 * may refuse to cancel it for minutes.
 *
 * @throws Refusal `unavailable` when the payment that is said to be captured cannot be read
 */
async function followRelease(
  deps: BidDeps,
  { authorizationId, provider }: Authorization,
  { kind, reference }: ProviderEvent,
): Promise<void> {
  const claimed = await claim(deps.db, authorizationId, ['releasing']);
  if (claimed === null) return;
  const observation =
    kind === 'captured'
      ? await gatewayNamed(deps.gateways, provider).read({ reference, priority: 'capture' })
      : await releaseClaimed(deps, claimed);
  if (observation.outcome === 'captured') await adoptCapture(deps, claimed, observation.capturedInCents);
  else if (kind === 'captured') refuseUnknown(authorizationId, observation);
}

/** @throws Refusal `unavailable` when the payment could not be read, so that the provider sends its event again */
function refuseUnknown(authorizationId: string, answer: Observation | Identified): void {
  if (answer.outcome !== 'unknown') return;
  const detail = `The payment provider gives no clear answer about the payment of authorization ${authorizationId}, which stays as it is: ${answer.reason}. Try again.`;
  throw new Refusal('unavailable', { detail });
}

/**
 * Reads a payment at its provider, and records what is known of it. Captures and releases under way are left to those who ask for them; what
 * became of captured money, to the books.
 *
 * @throws Refusal `unavailable` when the payment of a hold that stands, or of a closed one, cannot be read
 */
export async function readAgain(deps: BidDeps, authorization: Authorization): Promise<void> {
  const { authorizationId, state, bidId, replacesAuthorizationId, provider, providerReference } = authorization;
  switch (state) {
    case 'intended':
    case 'challenged':
      // The pass that began a renewal, or the worker, finishes the renewal.
      if (replacesAuthorizationId === null) await continueBid(deps, authorizationId);
      return;
    case 'authorized':
    case 'released':
    case 'expired':
    case 'failed': {
      if (providerReference === null) return;
      const observation = await gatewayNamed(deps.gateways, provider).read({ reference: providerReference });
      refuseUnknown(authorizationId, observation);
      crashPoint('event: payment read');
      await recordSeen(deps, authorization, observation);
      if (state === 'authorized' && bidId === null && replacesAuthorizationId === null)
        await continueBid(deps, authorizationId);
      return;
    }
    case 'capturing':
    case 'releasing':
    case 'captured_outside':
    case 'captured':
  }
}

/**
 * Records what was seen of a payment that nobody has asked the provider about.
 *
 * @returns whether the books have changed
 */
export async function recordSeen(
  deps: BidDeps,
  authorization: Authorization,
  observation: Observation,
): Promise<boolean> {
  const { attempt, auctionId } = authorization;
  const { isMoved } = await applyObservation(deps, authorization, observation, { attempt });
  if (isMoved) deps.live.announce(auctionId);
  return isMoved;
}
