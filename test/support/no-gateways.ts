import type { Gateways } from '../../src/payments/providers/gateways.ts';
import { providerNames } from '../../src/payments/providers/provider-name.ts';

/** No provider is configured. The simulated one always is: a test adds it, or its own in its place. */
export const noGateways = Object.fromEntries(providerNames.map((name) => [name, null])) as Omit<Gateways, 'simulated'>;
