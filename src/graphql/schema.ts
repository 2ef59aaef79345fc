import { builder } from './builder.ts';
import { withPlannedConnections } from './connection-resolvers.ts';
import { tracedRootFields } from '../api/traced-root-fields.ts';
import './types/auction.ts';
import './types/bid.ts';
import './types/connections.ts';
import './types/auction-ledger.ts';
import './types/auction-payment.ts';
import './types/settlement.ts';
import './types/current-bids.ts';
import './types/presentation.ts';
import './types/subscriptions.ts';
import './types/payment-account.ts';
import './types/test-clock.ts';
import './types/webhooks.ts';
import './types/webhook-deliveries.ts';
import './types/events.ts';
import './types/admin-attention.ts';
import './types/admin-auctions.ts';
import './types/admin-audit-log.ts';
import './types/admin-bids.ts';
import './types/admin-keys.ts';
import './types/admin-levers.ts';
import './types/admin-settlement-holds.ts';
import './types/admin-sellers.ts';
import './types/bidders.ts';

/** The public schema: everything that GraphQL offers; the REST view is derived from it. */
export const schema = tracedRootFields(withPlannedConnections(builder.toSchema({ sortSchema: false })));
