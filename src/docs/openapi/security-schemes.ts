import type { Scope } from '../../core/viewer.ts';
import type { Json } from './schema-of-type.ts';

/** The scopes that `/v1` requires. */
const meanings: Partial<Record<Scope, string>> = {
  'auctions:read': 'list and get auctions',
  'auctions:write': 'create, update and cancel auctions',
  'bids:read': 'list and get bids, and see the bids of an auction',
};

export const securitySchemes: Record<string, Json> = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'auc_live_… or auc_test_…',
    description: `An API key. What it may do are its scopes:\n\n${Object.entries(meanings)
      .map(([scope, meaning]) => `- \`${scope}\`: ${meaning}`)
      .join('\n')}`,
  },
};
