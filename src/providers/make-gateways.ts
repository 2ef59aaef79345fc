import type { Gateways } from './gateways.ts';
import type { ProviderDeps } from './provider.ts';
import { providerNames } from './provider-name.ts';
import { providers } from './providers.ts';

/** Makes the gateway of each provider that is configured. */
export function makeGateways(deps: ProviderDeps): Gateways {
  const gateways = providerNames.map((name) => [name, providers[name].makeGateway(deps)]);
  return Object.fromEntries(gateways) as Gateways;
}
