import { findKey, issueApiKey, revokeApiKey, rotateApiKey, type ShownKey } from '../../admin/administer-keys.ts';
import type { Scope } from '../../core/viewer.ts';
import { builder, needs } from '../builder.ts';
import { enumInCapitals } from './enum-of.ts';
import { columnsOf, orNull } from './exposed.ts';
import { identify } from './node.ts';
import { showOnce, viewerOf } from '../context.ts';

const ScopeEnum = enumInCapitals<Scope>('Scope', 'The scope of a key.', {
  'auctions:read': '`auctions:read`: read auctions.',
  'auctions:write': '`auctions:write`: create, change and cancel auctions.',
  'bids:read': '`bids:read`: read bids.',
  'webhooks:write': '`webhooks:write`: read and change webhooks.',
  'payments:write': '`payments:write`: decide which payment account the sales are paid into.',
  admin: '`admin`: administer all sellers.',
});

export const AdminApiKey = builder.prismaObject('ApiKey', {
  variant: 'AdminApiKey',
  select: { apiKeyId: true },
  description: 'An API key, without the key itself.',
  fields: (t) =>
    columnsOf('ApiKey', t, {
      apiKeyId: ['UUID', 'Unique identifier.'],
      sellerId: ['UUID', 'The seller of the key.'],
      prefix: ['String', 'Its first characters, which distinguish it from other keys.'],
      scopes: t.field({
        type: [ScopeEnum],
        description: 'The scopes of the key.',
        select: { scopes: true },
        // A CHECK constraint allows no other scopes.
        resolve: ({ scopes }) => scopes as Scope[],
      }),
      createdAt: ['DateTime', 'When it was issued.'],
      expiresAt: [orNull('DateTime'), 'From then on it is refused; null: never.'],
      revokedAt: [orNull('DateTime'), 'From then on it is refused; null if not revoked.'],
      lastUsedAt: [orNull('DateTime'), 'Its last use, to about ten seconds; null if never used.'],
    }),
});

identify(AdminApiKey, { by: 'apiKeyId', scope: 'admin', find: (apiKeyId, { deps }) => findKey(deps, apiKeyId) });

const ShownKeyResult = builder.objectRef<ShownKey>('ShownKeyResult').implement({
  description: 'A key that was just issued.',
  fields: (t) => ({
    key: t.string({
      description:
        'The key itself: returned once, never stored. A repetition under the same Idempotency-Key returns a note instead.',
      resolve: ({ key }, _, context) => showOnce(key, context),
    }),
    apiKey: t.field({ type: AdminApiKey, description: 'The stored part of the key.', resolve: ({ apiKey }) => apiKey }),
  }),
});

builder.mutationFields((t) => ({
  issueApiKey: t.field({
    ...needs('admin', { refusals: ['seller_not_found'] }),
    type: ShownKeyResult,
    description: 'For admins: issues a key to a seller.',
    args: {
      sellerId: t.arg({ type: 'UUID', required: true, description: 'The seller that gets the key.' }),
      scopes: t.arg({
        type: [ScopeEnum],
        required: true,
        description:
          'The scopes of the key; at least one. `ADMIN` goes with no other: such a key is an operator’s, and begins with `auc_admin_`.',
      }),
      expiresTimestamp: t.arg({
        type: 'UnixTimestamp',
        description: 'From then on it is refused; without it, it does not expire.',
      }),
    },
    resolve: (_, args, context) => issueApiKey(context.deps, viewerOf(context), args),
  }),
  rotateApiKey: t.field({
    ...needs('admin', { refusals: ['api_key_not_found', 'api_key_revoked'] }),
    type: ShownKeyResult,
    description:
      'For admins: replaces a key by a new one with the same scopes and expiry. The old key is refused from now on. One with `ADMIN` becomes an operator’s key, without other scopes.',
    args: { apiKeyId: t.arg({ type: 'UUID', required: true, description: 'The key to replace.' }) },
    resolve: (_, { apiKeyId }, context) => rotateApiKey(context.deps, viewerOf(context), apiKeyId),
  }),
  revokeApiKey: t.field({
    ...needs('admin', { refusals: ['api_key_not_found'] }),
    type: AdminApiKey,
    description: 'For admins: revokes a key at once and permanently. A repeated revocation succeeds again.',
    args: { apiKeyId: t.arg({ type: 'UUID', required: true, description: 'The key to revoke.' }) },
    resolve: (_, { apiKeyId }, context) => revokeApiKey(context.deps, viewerOf(context), apiKeyId),
  }),
}));
