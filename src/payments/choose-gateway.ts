import { Refusal } from '../core/refusal.ts';
import type { SellerMode } from '../core/viewer.ts';
import type { Gateway } from './gateway.ts';
import type { Gateways } from './gateways.ts';

/**
 * The provider for new holds: test sellers never move real money, live sellers never pretend to.
 *
 * @throws Refusal `payments_unavailable` for a live seller where Stripe is not configured
 */
export function chooseGateway({ simulated, stripe }: Gateways, mode: SellerMode): Gateway {
  if (mode === 'test') return simulated;
  if (stripe === null) throw new Refusal('payments_unavailable');
  return stripe;
}
