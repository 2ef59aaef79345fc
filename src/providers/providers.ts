import type { ProviderName } from './provider-name.ts';
import type { Provider } from './provider.ts';
import { simulatedProvider } from './simulated/simulated-provider.ts';
import { stripeProvider } from './stripe/stripe-provider.ts';

/** Every payment provider, by its name in the database. */
export const providers = {
  simulated: simulatedProvider,
  stripe: stripeProvider,
} satisfies Record<ProviderName, Provider>;
