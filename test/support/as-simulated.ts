import type { Gateway } from '../../src/payments/gateway.ts';
import type { Gateways } from '../../src/payments/gateways.ts';

/** The provider of test sellers holds in two calls, as its type says. The service itself asks each gateway which it does. */
export function asSimulated(gateway: Gateway): Gateways['simulated'] {
  return gateway as Gateways['simulated'];
}
