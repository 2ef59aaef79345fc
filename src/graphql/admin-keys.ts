import { issueApiKey, revokeApiKey, rotateApiKey, type ShownKey } from '../admin/administer-keys.ts';
import type { KeyRow } from '../auth/key-row.ts';
import { scopes } from '../core/viewer.ts';
import { builder, needs } from './builder.ts';
import { viewerOf } from './context.ts';
import { showingKey } from './shows-key.ts';

const ScopeEnum = builder.enumType('Scope', {
  description: 'What a key may do.',
  values: {
    AUCTIONS_READ: { value: scopes[0], description: '`auctions:read`: read auctions.' },
    AUCTIONS_WRITE: { value: scopes[1], description: '`auctions:write`: create, change and cancel auctions.' },
    BIDS_READ: { value: scopes[2], description: '`bids:read`: read bids.' },
    WEBHOOKS_WRITE: { value: scopes[3], description: '`webhooks:write`: read and change webhooks.' },
    ADMIN: { value: scopes[4], description: '`admin`: administer all sellers.' },
  },
});

export const AdminApiKey = builder.objectRef<KeyRow>('AdminApiKey').implement({
  description: 'An API key, without what could be used in its place.',
  fields: (t) => ({
    apiKeyId: t.expose('apiKeyId', { type: 'UUID', description: 'Unique identifier.' }),
    sellerId: t.expose('sellerId', { type: 'UUID', description: 'Whose key it is.' }),
    prefix: t.exposeString('prefix', { description: 'Its first characters, to tell it from others.' }),
    scopes: t.expose('scopes', { type: [ScopeEnum], description: 'What it may do.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was issued.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'From then on it is refused; null: never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'From then on it is refused; null if not revoked.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Its last use, to about ten seconds; null if never used.',
    }),
  }),
});

const ShownKeyResult = builder.objectRef<ShownKey>('ShownKeyResult').implement({
  description: 'A key that was just made.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The key itself: shown this once, stored nowhere.' }),
    apiKey: t.field({ type: AdminApiKey, description: 'What is stored of it.', resolve: ({ apiKey }) => apiKey }),
  }),
});

const AdminApiKeyResult = builder.objectRef<KeyRow>('AdminApiKeyResult').implement({
  description: 'The key as it now is.',
  fields: (t) => ({ apiKey: t.field({ type: AdminApiKey, description: 'The key.', resolve: (key) => key }) }),
});

builder.mutationFields((t) => ({
  issueApiKey: t.field({
    ...showingKey(needs('admin')),
    type: ShownKeyResult,
    description: 'For admins: issues a key to a seller.',
    args: {
      sellerId: t.arg({ type: 'UUID', required: true, description: 'Who gets it.' }),
      scopes: t.arg({ type: [ScopeEnum], required: true, description: 'What it may do; at least one.' }),
      expiresTimestamp: t.arg({
        type: 'UnixTimestamp',
        description: 'From then on it is refused; without it, it does not expire.',
      }),
    },
    resolve: (_, args, context) => issueApiKey(context.deps, viewerOf(context), args),
  }),
  rotateApiKey: t.field({
    ...showingKey(needs('admin')),
    type: ShownKeyResult,
    description: 'For admins: a new key in place of one that is refused from now on, with its scopes and expiry.',
    args: { apiKeyId: t.arg({ type: 'UUID', required: true, description: 'The key to replace.' }) },
    resolve: (_, { apiKeyId }, context) => rotateApiKey(context.deps, viewerOf(context), apiKeyId),
  }),
  revokeApiKey: t.field({
    ...needs('admin'),
    type: AdminApiKeyResult,
    description: 'For admins: revokes a key, at once and for good. A repeated revocation succeeds again.',
    args: { apiKeyId: t.arg({ type: 'UUID', required: true, description: 'The key to revoke.' }) },
    resolve: (_, { apiKeyId }, context) => revokeApiKey(context.deps, viewerOf(context), apiKeyId),
  }),
}));
