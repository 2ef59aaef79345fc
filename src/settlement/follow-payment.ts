import type { BidDeps } from '../bids/bid-deps.ts';
import { continueBid } from '../bids/continue-bid.ts';
import { crashPoint } from '../core/crash-point.ts';
import { isUuid } from '../core/uuid.ts';
import { paymentSurprises } from '../metrics/metrics.ts';
import { adoptOpened } from '../payments/adopt-opened.ts';
import type { Authorization } from '../payments/authorization.ts';
import { captureOutside } from '../payments/capture-outside.ts';
import { claim } from '../payments/claim.ts';
import { findAuthorization } from '../payments/find-authorization.ts';
import type { ReadAnswer } from '../payments/gateway-answers.ts';
import { gatewayNamed } from '../payments/gateways.ts';
import { moveAuthorization } from '../payments/move-authorization.ts';
import type { ProviderEvent } from '../payments/provider-event.ts';
import type { ProviderName } from '../payments/provider-name.ts';
import { releaseAuthorization } from '../payments/release-authorization.ts';
import { resumeSettlement } from './settle-auction.ts';

/**
 * Handles an event of a provider. The event only names the payment: the payment itself is read, so late, repeated and
 * reordered events change nothing.
 */
export async function followPayment(deps: BidDeps, provider: ProviderName, event: ProviderEvent): Promise<void> {
  const { authorizationId, reference } = event;
  if (authorizationId === null || !isUuid(authorizationId)) return;
  const authorization = await findAuthorization(deps.db, authorizationId);
  if (authorization?.provider !== provider) return;
  if (authorization.providerReference === null) return await followUnknown(deps, authorization, event);
  if (authorization.providerReference !== reference) return;
  const { state, bidId, replacesAuthorizationId, failureCode } = authorization;
  switch (state) {
    case 'intended':
    case 'challenged':
      // The pass that began a renewal, or the worker, finishes the renewal.
      if (replacesAuthorizationId === null) await continueBid(deps, authorizationId);
      return;
    case 'authorized':
      if (event.kind === 'captured' || event.kind === 'released' || event.kind === 'lapsed') {
        await checkHeld(deps, authorization);
      } else if (bidId === null && replacesAuthorizationId === null) await continueBid(deps, authorizationId);
      return;
    case 'capturing':
      // While settlement waits for an account, somebody may capture the payment at the provider.
      if (event.kind === 'captured' && failureCode !== null) await checkWaiting(deps, authorizationId);
      return;
    case 'releasing':
      // Releases poll the provider themselves until they have its answer, and so does settlement.
      return;
    case 'captured_outside':
    case 'captured':
      return;
    case 'released':
    case 'expired':
    case 'failed':
      if (event.kind === 'held' || event.kind === 'captured') await checkClosed(deps, authorization);
  }
}

/**
 * Handles a payment whose reference our books do not know yet: the answer to the call that opened it is still under way, or
 * was lost.
 */
async function followUnknown(deps: BidDeps, authorization: Authorization, event: ProviderEvent): Promise<void> {
  const { authorizationId, closedAt, replacesAuthorizationId } = authorization;
  if (closedAt !== null) {
    if (event.kind !== 'held' && event.kind !== 'captured') return;
    if ((await moveAuthorization(deps.db, authorizationId, 'reopenRelease')) === null) return;
    report(deps, authorization, event.kind);
    crashPoint('event: release reopened');
  }
  const adopted = await adoptOpened(deps.db, authorizationId, event.reference);
  crashPoint('event: payment adopted');
  if (adopted === 'releasing') await releaseAuthorization(deps, authorizationId);
  // The pass that began a renewal, or the worker, finishes the renewal.
  else if (adopted === 'active' && replacesAuthorizationId === null) await continueBid(deps, authorizationId);
}

/** Handles a payment that our books show as held, and that was captured, cancelled or has lapsed at the provider. */
async function checkHeld(deps: BidDeps, authorization: Authorization): Promise<void> {
  const { authorizationId, auctionId } = authorization;
  const read = await readPayment(deps, authorization);
  const { outcome } = read;
  if (outcome === 'captured') return await recordCaptured(deps, authorization, read.capturedInCents);
  if (outcome !== 'released' && outcome !== 'expired') return;
  const facts = { failureCode: 'authorization_expired', attempt: authorization.attempt } as const;
  if ((await moveAuthorization(deps.db, authorizationId, 'expire', facts)) === null) return;
  report(deps, authorization, outcome);
  deps.live.announce(auctionId);
}

/** Handles a capture that settlement would request again once an account is in order. */
async function checkWaiting(deps: BidDeps, authorizationId: string): Promise<void> {
  const claimed = await claim(deps.db, authorizationId, ['capturing']);
  if (claimed !== null) await resumeSettlement(deps, claimed, { asksForNothing: true });
}

/** Handles a payment that our books have closed and that still holds money at the provider, which is released, or was captured. */
async function checkClosed(deps: BidDeps, authorization: Authorization): Promise<void> {
  const { authorizationId, attempt } = authorization;
  const read = await readPayment(deps, authorization);
  if (read.outcome === 'captured') return await recordCaptured(deps, authorization, read.capturedInCents);
  if (read.outcome !== 'authorized') return;
  const facts = { attempt, captureBefore: read.captureBefore };
  if ((await moveAuthorization(deps.db, authorizationId, 'reopenRelease', facts)) === null) return;
  report(deps, authorization, 'held');
  crashPoint('event: release reopened');
  await releaseAuthorization(deps, authorizationId);
}

async function recordCaptured(deps: BidDeps, authorization: Authorization, capturedInCents: number): Promise<void> {
  if (await captureOutside(deps, authorization, capturedInCents)) deps.live.announce(authorization.auctionId);
}

/**
 * Reads the payment.
 *
 * @throws when there is no answer, so that the provider sends its event again
 */
async function readPayment(deps: BidDeps, authorization: Authorization): Promise<ReadAnswer> {
  const { authorizationId, provider, providerReference } = authorization;
  if (providerReference === null) throw new Error(`Authorization ${authorizationId} was never opened.`);
  const read = await gatewayNamed(deps.gateways, provider).read({ reference: providerReference });
  if (read.outcome === 'unknown') throw new Error(`A payment could not be read: ${read.reason}`);
  crashPoint('event: payment read');
  return read;
}

function report(deps: BidDeps, authorization: Authorization, change: string): void {
  const { authorizationId, auctionId, bidId, state, provider, providerReference } = authorization;
  paymentSurprises.inc({ change });
  deps.log.error(
    { authorizationId, auctionId, bidId, state, provider, providerReference, change },
    'A payment changed at its provider without a request of the service.',
  );
}
