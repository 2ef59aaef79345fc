import { Refusal } from '../core/refusal.ts';
import type { SellerMode } from '../core/viewer.ts';
import type { Gateway } from './gateway.ts';
import type { Gateways } from './gateways.ts';
import { providerNames, providers } from './providers.ts';

/**
 * Chooses the provider for new holds: test sellers never move real money, live sellers always do.
 *
 * @throws Refusal `payments_unavailable` if no provider of this mode is configured
 */
export function chooseGateway(gateways: Gateways, mode: SellerMode): Gateway {
  for (const name of providerNames) {
    const gateway = gateways[name];
    if (providers[name].mode === mode && gateway !== null) return gateway;
  }
  throw new Refusal('payments_unavailable');
}
