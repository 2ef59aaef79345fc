import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Gateways } from './gateways.ts';
import { makeSimulatedGateway } from './simulated/make-simulated-gateway.ts';
import { connectStripe } from './stripe/connect-stripe.ts';
import { makeStripeGateway } from './stripe/make-stripe-gateway.ts';

export function makeGateways({ config, db }: { config: Config; db: Pick<Database, 'pool'> }): Gateways {
  const deadlineMs = config.paymentTimeoutMs;
  return {
    simulated: makeSimulatedGateway({ db }, { deadlineMs }),
    stripe:
      config.stripe === null ? null : makeStripeGateway(connectStripe(config.stripe, { deadlineMs }), { deadlineMs }),
  };
}
