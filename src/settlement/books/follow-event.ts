import type { BidDeps } from '../../auctions/bids/bid-deps.ts';
import type { AccountEvent, ProviderEvent } from '../../payments/providers/provider-event.ts';
import type { ProviderName } from '../../payments/providers/provider-name.ts';
import { followPaymentAccount } from '../../payments/providers/payment-account.ts';
import { followPayment } from '../follow-payment.ts';
import { readReversals } from '../reversals/read-reversals.ts';
import { noteReversed } from '../reversals/record-reversals.ts';

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
 * names the payment: what became of it is read, so late, repeated and reordered events change nothing. If it cannot be read yet, because the capture is under way or the provider does not answer, a worker reads it later.
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
