import type { PublicAuction } from '../bids/find-public-auction.ts';
import { findGateway } from '../payments/choose-gateway.ts';
import type { Gateway } from '../payments/gateway.ts';
import type { PageDeps } from './page-deps.ts';

/**
 * @returns `null`: the auction cannot take bids, because its seller cannot be paid, or is live and no provider is
 *   configured
 */
export function gatewayFor({ gateways, providerPages }: PageDeps, { mode, canBePaid }: PublicAuction): Gateway | null {
  const gateway = canBePaid ? findGateway(gateways, mode) : null;
  return gateway === null || providerPages[gateway.name] === null ? null : gateway;
}
