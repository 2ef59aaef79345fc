import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Gateway, ProviderName } from './gateway.ts';

/** The providers that this service can ask. */
export interface Gateways {
  readonly simulated: Gateway;
  /** `null`: Stripe is not configured, and live sellers cannot hold auctions with bids. */
  readonly stripe: Gateway | null;
}

/** What the functions of this room are made with. */
export interface PaymentDeps {
  readonly db: Pick<Database, 'pool'>;
  readonly gateways: Gateways;
  readonly log: Logger;
}

/**
 * The provider that holds an authorization's money.
 *
 * @throws when Stripe holds money but is configured no longer: only the person who runs the service can help
 */
export function gatewayNamed(gateways: Gateways, provider: ProviderName): Gateway {
  const gateway = gateways[provider];
  if (gateway === null) throw new Error(`An authorization is held by ${provider}, which is not configured.`);
  return gateway;
}
