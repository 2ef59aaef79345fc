import type { Gateway } from '../gateway.ts';
import type { Provider } from '../provider.ts';
import { makeSimulatedGateway } from './make-simulated-gateway.ts';
import { makeSimulatedPage } from './make-simulated-page.ts';

/** The simulated provider moves no money, and serves test sellers. It needs no configuration. */
export const simulatedProvider: Provider<Gateway> = {
  makeGateway: ({ config, db }) =>
    makeSimulatedGateway({ db }, { deadlineMs: config.paymentTimeoutMs, feeRate: config.sellerFee }),
  makePage: makeSimulatedPage,
  eventsOf: () => null,
  check: async () => [],
};
