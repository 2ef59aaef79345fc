import type { PublicAuction } from '../bids/find-public-auction.ts';
import { Refusal } from '../core/refusal.ts';
import { chooseGateway } from '../payments/choose-gateway.ts';
import type { Gateway } from '../payments/gateway.ts';
import type { PageDeps } from './page-deps.ts';

/**
 * @returns `null`: the auction cannot take bids, because its seller cannot be paid, or is live and no provider is
 *   configured
 */
export function gatewayFor({ gateways, providerPages }: PageDeps, { mode, canBePaid }: PublicAuction): Gateway | null {
  if (!canBePaid) return null;
  try {
    const gateway = chooseGateway(gateways, mode);
    return providerPages[gateway.name] === null ? null : gateway;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
