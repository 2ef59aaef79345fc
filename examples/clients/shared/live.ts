import { createClient } from 'graphql-sse';
import { graphqlUrl, headers } from './settings.ts';

/**
 * Subscriptions as server-sent events, over `fetch`: `EventSource` of the browser cannot send a key. A stream that was cut is
 * asked for again.
 */
export const live = createClient({ url: graphqlUrl, headers, retryAttempts: Infinity });
