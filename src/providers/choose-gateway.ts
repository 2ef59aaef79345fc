import { Refusal } from '../core/refusal.ts';
import type { SellerMode } from '../core/viewer.ts';
import type { Gateway } from './gateway.ts';
import type { Gateways } from './gateways.ts';
import { modeOfProvider, providerNames } from './provider-name.ts';

/**
 * Finds the provider for new holds: test sellers never move real money, live sellers always do.
 *
 * @returns `null`: no provider of this mode is configured
 */
export function findGateway(gateways: Gateways, mode: SellerMode): Gateway | null {
  const name = providerNames.find((name) => modeOfProvider[name] === mode && gateways[name] !== null);
  return name === undefined ? null : gateways[name];
}

/**
 * Does the same where a provider is needed.
 *
 * @throws Refusal `payments_unavailable` if no provider of this mode is configured
 */
export function chooseGateway(gateways: Gateways, mode: SellerMode): Gateway {
  const gateway = findGateway(gateways, mode);
  if (gateway === null) throw new Refusal('payments_unavailable');
  return gateway;
}
