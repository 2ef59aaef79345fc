import { PaymentProvider } from '../../platform/db/generated/enums.ts';

/** The name of a provider in the books: an entry of the database's enum. */
export type ProviderName = PaymentProvider;

export const providerNames = Object.values(PaymentProvider);
