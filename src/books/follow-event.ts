import type { BidDeps } from '../bids/bid-deps.ts';
import type { AccountEvent, ProviderEvent } from '../payments/provider-event.ts';
import type { ProviderName } from '../payments/provider-name.ts';
import { followPaymentAccount } from '../payments/refresh-payment-account.ts';
import { followPayment } from '../settlement/follow-payment.ts';
import { followReversals } from './follow-reversals.ts';

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
