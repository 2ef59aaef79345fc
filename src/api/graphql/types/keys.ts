import type { ObjectFieldBuilder } from '@pothos/core';
import {
  createKey,
  createKeyInput,
  findKeys,
  maxKeyNameLength,
  maxOrigins,
  maxOwnKeys,
  maxShownAuctions,
  replaceKey,
  revokeOwnKey,
  updateKey,
  updateKeyInput,
} from '../../../platform/auth/own-keys.ts';
import type { Scope } from '../../../core/viewer.ts';
import { findKeyFor } from '../../../settlement/admin/administer-keys.ts';
import { tellOfKey } from '../../../auctions/webhooks/tell-of-key.ts';
import { checkedBy } from '../../plan-host.ts';
import { builder, type Types } from '../builder.ts';
import { showOnce, viewerOf } from '../context.ts';
import { enumInCapitals } from './enum-of.ts';
import { columnsOf, orNull } from './exposed.ts';
import { identify } from './node.ts';
import { connectionOf, selectionOf } from './list-connection.ts';
import { mutation, payloadOf } from './mutation.ts';
import { objectId, objectIds } from './object-id.ts';

export const ScopeEnum = enumInCapitals<Scope>('Scope', 'The scope of a key.', {
  'auctions:read': '`auctions:read`: read auctions.',
  'auctions:write': '`auctions:write`: create, change and cancel auctions.',
  'bids:read': '`bids:read`: read bids.',
  'webhooks:write': '`webhooks:write`: read and change webhooks.',
  'payments:refund': '`payments:refund`: give captured money back to the winner.',
  'payments:write': '`payments:write`: decide which payment account the sales are paid into.',
  'keys:write': '`keys:write`: issue, replace and revoke keys of your own.',
  admin: '`admin`: administer all sellers.',
  public: '`public`: read what everybody may see. Such a key may stand in a page.',
});

export const ApiKey = builder.prismaObject('ApiKey', {
  select: { apiKeyId: true },
  description: 'An API key, without the key itself.',
  fields: (t) =>
    columnsOf('ApiKey', t, {
      apiKeyId: ['UUID', 'Unique identifier.'],
      sellerId: ['UUID', 'The seller of the key.'],
      prefix: ['String', 'Its first characters, which distinguish it from other keys.'],
      name: [orNull('String'), 'Your own name for it; null if it has none.'],
      scopes: t.field({
        type: [ScopeEnum],
        description: 'The scopes of the key.',
        select: { scopes: true },
        // A CHECK constraint allows no other scopes.
        resolve: ({ scopes }) => scopes as Scope[],
      }),
      auctionIds: [['UUID'], 'For a public key: the only auctions that it shows; empty: all.'],
      origins: [['String'], 'For a public key: the only origins whose pages may send it; empty: all.'],
      createdAt: ['DateTime', 'When it was issued.'],
      expiresAt: [orNull('DateTime'), 'From then on it is refused; null: never.'],
      revokedAt: [orNull('DateTime'), 'From then on it is refused; null: it is not revoked.'],
      lastUsedAt: [orNull('DateTime'), 'Its last use, to about ten seconds; null if never used.'],
      issuedBy: [orNull('UUID'), 'The key of the seller that issued it; null: the operator of the service did.'],
    }),
});

/** The payload of a key that was just issued. */
export const issuedKey = (t: ObjectFieldBuilder<Types, { readonly key: string; readonly apiKeyId: string }>) => ({
  key: t.string({
    nullable: true,
    description:
      'The key itself: returned once, never stored. A repetition under the same Idempotency-Key returns a note instead.',
    resolve: ({ key }, _, context) => showOnce(key, context),
  }),
  apiKey: t.field({
    type: ApiKey,
    nullable: true,
    description: 'The stored part of the key.',
    resolve: ({ apiKeyId }) => ({ apiKeyId }),
  }),
});

identify(ApiKey, {
  by: 'apiKeyId',
  access: { scope: 'keys:write', or: 'admin' },
  find: (apiKeyId, context) => findKeyFor(context.deps, viewerOf(context), apiKeyId),
});

const [connection, edge] = connectionOf('ApiKey', 'keys');

export const KeyConnection = builder.connectionObject({ type: ApiKey, ...connection }, edge);

builder.queryField('keys', (t) =>
  t.connection(
    {
      access: { scope: 'keys:write' },
      type: ApiKey,
      description: 'Your keys, newest first, revoked ones included.',
      resolve: (_, args, context, info) =>
        findKeys(
          context.deps,
          viewerOf(context).sellerId,
          args,
          selectionOf(context, info, { createdAt: true, apiKeyId: true }),
        ),
    },
    KeyConnection,
  ),
);

const nameDescription = `Your own name for the key, such as the program that uses it: 1 to ${maxKeyNameLength} characters`;

mutation('createKey', {
  access: { scope: 'keys:write' },
  description: `Issues a key to you, with no scope that your own key lacks, and with no later end; a public key by one that reads auctions and bids. You are told by the event \`api_key_issued\`, and by a message to the address of your profile. You may have ${maxOwnKeys} keys that are not revoked.`,
  input: (t) => ({
    scopes: t.field({ type: [ScopeEnum], required: true, description: 'The scopes of the key; at least one.' }),
    expiresTimestamp: t.field({
      type: 'UnixTimestamp',
      description: 'From then on it is refused; without it, it ends with your own key, or does not expire.',
    }),
    auctionIds: t.field({
      ...objectIds('Auction'),
      description: `For a public key: the only auctions that it shows, at most ${maxShownAuctions}; without them, all.`,
    }),
    origins: t.stringList({
      description: `For a public key: the only origins whose pages may send it, such as \`https://shop.example\`, at most ${maxOrigins}; without them, all.`,
    }),
    name: t.string({ description: `${nameDescription}; without it, it has none.` }),
  }),
  refuses: { codes: ['api_key_limit'], check: checkedBy(({ viewer }) => createKeyInput(viewer)) },
  resolve: (args, context) => tellOfKey(context.deps.db, (deps) => createKey(deps, viewerOf(context), args)),
  payload: issuedKey,
});

mutation('replaceKey', {
  access: { scope: 'keys:write' },
  description:
    'Replaces one of your keys by a new one with the same scopes and expiry. The old key is refused from now on, and what it has issued counts as issued by the new one. Your own key must have all of its scopes, and must not end before it.',
  input: (t) => ({ apiKeyId: t.field({ ...objectId('ApiKey'), required: true, description: 'The key to replace.' }) }),
  refuses: { codes: ['api_key_not_found', 'api_key_revoked'] },
  resolve: ({ apiKeyId }, context) =>
    tellOfKey(context.deps.db, (deps) => replaceKey(deps, viewerOf(context), apiKeyId)),
  payload: issuedKey,
});

mutation('updateKey', {
  access: { scope: 'keys:write' },
  description: 'Names one of your keys. Your own key must have all of its scopes.',
  input: (t) => ({
    apiKeyId: t.field({ ...objectId('ApiKey'), required: true, description: 'The key to name.' }),
    name: t.string({ description: `${nameDescription}. Null removes it.` }),
  }),
  nullRemoves: ['name'],
  refuses: { codes: ['api_key_not_found'], check: checkedBy(() => updateKeyInput) },
  resolve: (input, context) => updateKey(context.deps, viewerOf(context), input),
  payload: payloadOf('apiKey', ApiKey, 'The key.'),
});

mutation('revokeKey', {
  access: { scope: 'keys:write' },
  description:
    'Revokes one of your keys at once and permanently. Your own key must have all of its scopes. A repeated revocation succeeds again.',
  input: (t) => ({
    apiKeyId: t.field({ ...objectId('ApiKey'), required: true, description: 'The key to revoke.' }),
    withIssued: t.boolean({
      defaultValue: false,
      description: 'Revokes as well every key that it has issued, and those that they have.',
    }),
  }),
  refuses: { codes: ['api_key_not_found'] },
  resolve: ({ apiKeyId, withIssued }, context) =>
    revokeOwnKey(context.deps, viewerOf(context), { apiKeyId, withIssued: withIssued ?? false }),
  payload: payloadOf('apiKey', ApiKey, 'The key.'),
});
