import type { BidDeps } from '../bids/bid-deps.ts';
import { isOutage } from '../core/outage.ts';
import type { Authorization } from '../holds/authorization.ts';
import { gatewayNamed } from '../providers/gateways.ts';
import type { AccountEvent, ProviderEvent } from '../providers/provider-event.ts';
import type { ProviderName } from '../providers/provider-name.ts';
import { followPaymentAccount } from '../providers/payment-account.ts';
import { followPayment } from '../settlement/follow-payment.ts';
import { claimCaptured, claimReversed, noteReversed, recordReversals } from './record-reversals.ts';

/**
 * Handles an event of a provider. Late, repeated and reordered events change nothing.
 *
 * @throws when the payment could not be read, so that the provider sends the event again
 */
export async function followEvent(
  deps: BidDeps,
  provider: ProviderName,
  event: ProviderEvent | AccountEvent,
): Promise<void> {
  if (event.kind === 'account') await followPaymentAccount(deps, provider, event.account);
  else if (event.kind === 'reversed') await followReversals(deps, provider, event);
  else await followPayment(deps, provider, event);
}

/**
 * Handles an event that says that captured money was refunded or disputed, or that a bank warns of fraud. The event only
 * names the payment: what became of it is read, so late, repeated and reordered events change nothing. Where it cannot be read
 * yet, because the capture is under way or the provider does not answer, a worker reads it later.
 *
 * @throws when a payment that our books show as held cannot be read, so that the provider sends its event again
 */
async function followReversals(deps: BidDeps, provider: ProviderName, event: ProviderEvent): Promise<void> {
  const { reference } = event;
  const authorization = await noteReversed(deps.db, { provider, reference });
  if (authorization === null) return;
  const { authorizationId, state } = authorization;
  // A provider may call the end of a hold a refund. Or it was captured by hand, and the event about that was lost.
  if (state === 'authorized') await followPayment(deps, provider, { kind: 'captured', reference, authorizationId });
  await readReversals(deps, authorizationId);
}

/** Reads what became of a payment, if it is captured, and records it. Without an answer a worker tries again. */
export async function readReversals(deps: BidDeps, authorizationId: string): Promise<void> {
  const claimed = await claimCaptured(deps.db, authorizationId);
  if (claimed !== null) await readClaimed(deps, claimed);
}

/** Bounds one pass. */
const maxAtOnce = 20;

/** Reads what became of the captured payments that could not be read when an event reported it. One that fails stops no other. */
export async function readDueReversals(deps: BidDeps): Promise<void> {
  const claimed = await claimReversed(deps.db, maxAtOnce);
  await Promise.all(
    claimed.map((authorization) =>
      readClaimed(deps, authorization).catch((error: unknown) => {
        if (isOutage(error)) throw error;
        const { authorizationId, auctionId } = authorization;
        const failure = 'What became of captured money could not be recorded; trying again in a minute.';
        deps.log.error({ err: error, authorizationId, auctionId }, failure);
      }),
    ),
  );
}

async function readClaimed({ db, gateways, live, log }: BidDeps, claimed: Authorization): Promise<void> {
  const { authorizationId, auctionId, provider, providerReference } = claimed;
  if (providerReference === null) throw new Error(`Authorization ${authorizationId} is captured without a payment.`);
  const answer = await gatewayNamed(gateways, provider).findReversals({ reference: providerReference });
  if (answer.outcome === 'unknown') {
    log.warn(
      { authorizationId, auctionId, reason: answer.reason },
      'What became of captured money could not be read; trying again in a minute.',
    );
    return;
  }
  const recorded = await recordReversals(db, claimed, answer.reversals);
  for (const { reference, kind, state, amountInCents } of recorded) {
    log.warn(
      { authorizationId, auctionId, providerReference, reference, kind, state, amountInCents },
      'Captured money was refunded or disputed, or a bank warns of fraud.',
    );
  }
  if (recorded.length > 0) live.announce(auctionId);
}
