import type { SellerMode } from '../core/viewer.ts';
import type { PaymentProvider } from '../db/generated/client.ts';

/** The name of a provider in the books: an entry of the database's enum. */
export type ProviderName = PaymentProvider;

/** The mode of the sellers whose money each provider holds. */
export const modeOfProvider: Readonly<Record<ProviderName, SellerMode>> = { simulated: 'test', stripe: 'live' };

export const providerNames = Object.keys(modeOfProvider) as ProviderName[];
