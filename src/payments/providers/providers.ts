import { type ProviderName, providerNames } from './provider-name.ts';
import type { ProviderPage } from './provider-page.ts';
import type { Provider, ProviderDeps } from './provider.ts';
import { simulatedProvider } from './simulated/simulated-provider.ts';
import { stripeProvider } from './stripe/stripe-provider.ts';

/** Every payment provider, by its name in the database. */
export const providers = {
  simulated: simulatedProvider,
  stripe: stripeProvider,
} satisfies Record<ProviderName, Provider>;

/** Makes the gateway of each provider; `null`: the provider is not configured. */
export function makeGateways(deps: ProviderDeps) {
  return Object.fromEntries(providerNames.map((name) => [name, providers[name].makeGateway(deps)])) as {
    readonly [Name in ProviderName]: ReturnType<(typeof providers)[Name]['makeGateway']>;
  };
}

/** Each provider's side of the page; `null`: the provider is not configured. */
export type ProviderPages = Readonly<Record<ProviderName, ProviderPage | null>>;

export function makeProviderPages(deps: ProviderDeps): ProviderPages {
  return Object.fromEntries(providerNames.map((name) => [name, providers[name].makePage(deps)])) as ProviderPages;
}
