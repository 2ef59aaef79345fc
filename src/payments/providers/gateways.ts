import type { Logger } from 'pino';
import { Refusal } from '../../core/refusal.ts';
import type { SellerMode } from '../../core/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Gateway } from './gateway.ts';
import type { ProviderName } from './provider-name.ts';
import type { makeGateways } from './providers.ts';

export type Gateways = ReturnType<typeof makeGateways>;

export interface PaymentDeps {
  readonly db: Database;
  readonly gateways: Gateways;
  readonly log: Logger;
}

/** @throws when the provider that holds an authorization's money is no longer configured: only the operator can help */
export function gatewayNamed(gateways: Gateways, provider: ProviderName): Gateway {
  const gateway = gateways[provider];
  if (gateway === null) throw new Error(`An authorization is held by ${provider}, which is not configured.`);
  return gateway;
}

/**
 * Finds the provider for new holds: test sellers never move real money, live sellers always do.
 *
 * @returns `null`: no provider of this mode is configured
 */
export function findGateway(gateways: Gateways, mode: SellerMode): Gateway | null {
  return Object.values(gateways).find((gateway) => gateway?.mode === mode) ?? null;
}

/** @throws Refusal `payments_unavailable` if no provider of this mode is configured */
export function chooseGateway(gateways: Gateways, mode: SellerMode): Gateway {
  const gateway = findGateway(gateways, mode);
  if (gateway === null) throw new Refusal('payments_unavailable');
  return gateway;
}
