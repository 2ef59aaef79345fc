import { builder } from './builder.ts';
import { timedRootFields } from './timed-root-fields.ts';
import './auction.ts';
import './auction-connection.ts';
import './bid.ts';
import './bid-connection.ts';
import './settlement.ts';
import './standing.ts';
import './subscriptions.ts';
import './test-clock.ts';
import './webhooks.ts';
import './webhook-deliveries.ts';
import './admin-attention.ts';
import './admin-auctions.ts';
import './admin-audit-log.ts';
import './admin-bids.ts';
import './admin-keys.ts';
import './admin-sellers.ts';

/** The public schema: everything that GraphQL offers, and what the REST view is cut from. */
export const schema = timedRootFields(builder.toSchema({ sortSchema: false }));
