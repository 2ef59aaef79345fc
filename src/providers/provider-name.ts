import type { PaymentProvider } from '../db/generated/client.ts';

/** The name of a provider in the books: an entry of the database's enum. */
export type ProviderName = PaymentProvider;
