import { builder } from './builder.ts';
import './auction.ts';
import './bid.ts';
import './settlement.ts';
import './test-clock.ts';
import './webhooks.ts';
import './webhook-deliveries.ts';

/** The public schema: everything that GraphQL offers, and what the REST view is cut from. */
export const schema = builder.toSchema({ sortSchema: false });
