import type { ProviderDeps } from './provider.ts';
import type { ProviderPage } from './provider-page.ts';
import { type ProviderName, providerNames } from './provider-name.ts';
import { providers } from './providers.ts';

/** Each provider's side of the page; `null`: the provider is not configured. */
export type ProviderPages = Readonly<Record<ProviderName, ProviderPage | null>>;

export function makeProviderPages(deps: ProviderDeps): ProviderPages {
  return Object.fromEntries(providerNames.map((name) => [name, providers[name].makePage(deps)])) as ProviderPages;
}
