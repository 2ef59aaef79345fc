import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import { withErrorCodes } from './types/error-codes.ts';
import { traced } from '../tracing/span.ts';
import './types/auction.ts';
import './types/auction-rules.ts';
import './types/bid.ts';
import './types/connections.ts';
import './types/auction-ledger.ts';
import './types/auction-payment.ts';
import './types/delivery-details.ts';
import './types/shipment.ts';
import './types/settlement.ts';
import './types/current-bids.ts';
import './types/presentation.ts';
import './types/subscriptions.ts';
import './types/payment-account.ts';
import './types/test-clock.ts';
import './types/webhooks.ts';
import './types/webhook-deliveries.ts';
import './types/events.ts';
import './types/keys.ts';
import './types/admin-attention.ts';
import './types/admin-auctions.ts';
import './types/admin-audit-log.ts';
import './types/admin-bids.ts';
import './types/admin-find.ts';
import './types/admin-keys.ts';
import './types/admin-levers.ts';
import './types/admin-payments.ts';
import './types/admin-mail.ts';
import './types/admin-settlement-holds.ts';
import './types/admin-sellers.ts';
import './types/admin-timeline.ts';
import './types/admin-webhooks.ts';
import './types/bidders.ts';
import './types/overview.ts';

/** The public schema: everything that GraphQL offers; the REST view is derived from it. */
export const schema = tracedRootFields(withErrorCodes(builder.toSchema({ sortSchema: false })));

/**
 * Makes a span of each field of `Query` and `Mutation`, in place. Subscriptions get none, because they last until the client
 * leaves.
 */
function tracedRootFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
    for (const field of Object.values(type.getFields())) {
      if (field.resolve !== undefined) field.resolve = traced(`${type.name}.${field.name}`, field.resolve);
    }
  }
  return schema;
}
