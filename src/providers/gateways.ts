import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Gateway } from './gateway.ts';
import type { ProviderName } from './provider-name.ts';
import type { providers } from './providers.ts';

/** The gateway of each provider; `null`: the provider is not configured. */
export type Gateways = {
  readonly [Name in ProviderName]: ReturnType<(typeof providers)[Name]['makeGateway']>;
};

/** The dependencies of the functions in this room. */
export interface PaymentDeps {
  readonly db: Database;
  readonly gateways: Gateways;
  readonly log: Logger;
}

/**
 * Returns the gateway of the provider that holds an authorization's money.
 *
 * @throws when that provider is no longer configured: only the operator can help
 */
export function gatewayNamed(gateways: Gateways, provider: ProviderName): Gateway {
  const gateway = gateways[provider];
  if (gateway === null) throw new Error(`An authorization is held by ${provider}, which is not configured.`);
  return gateway;
}
