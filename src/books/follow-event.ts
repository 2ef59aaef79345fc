import type { BidDeps } from '../bids/bid-deps.ts';
import type { ProviderEvent } from '../payments/provider-event.ts';
import type { ProviderName } from '../payments/provider-name.ts';
import { followPayment } from '../settlement/follow-payment.ts';
import { followReversals } from './follow-reversals.ts';

/**
 * Handles an event of a provider. Late, repeated and reordered events change nothing.
 *
 * @throws when the payment could not be read, so that the provider sends the event again
 */
export async function followEvent(deps: BidDeps, provider: ProviderName, event: ProviderEvent): Promise<void> {
  if (event.kind === 'reversed') await followReversals(deps, provider, event.reference);
  else await followPayment(deps, provider, event);
}
