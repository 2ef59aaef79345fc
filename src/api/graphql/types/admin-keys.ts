import {
  issueApiKey,
  issueApiKeyInput,
  revokeApiKey,
  rotateApiKey,
} from '../../../settlement/admin/administer-keys.ts';
import { checkedBy } from '../../plan-host.ts';
import { viewerOf } from '../context.ts';
import { ApiKey, issuedKey, ScopeEnum } from './keys.ts';
import { mutation, payloadOf } from './mutation.ts';
import { objectId } from './object-id.ts';

mutation('issueApiKey', {
  access: { scope: 'admin' },
  description: 'For admins: issues a key to a seller.',
  input: (t) => ({
    sellerId: t.field({ ...objectId('Seller'), required: true, description: 'The seller that gets the key.' }),
    scopes: t.field({
      type: [ScopeEnum],
      required: true,
      description:
        'The scopes of the key; at least one. `ADMIN` goes with no other: such a key is an operator’s, and begins with `auc_admin_`.',
    }),
    expiresTimestamp: t.field({
      type: 'UnixTimestamp',
      description: 'From then on it is refused; without it, it does not expire.',
    }),
  }),
  refuses: { codes: ['seller_not_found'], check: checkedBy(() => issueApiKeyInput) },
  resolve: (args, context) => issueApiKey(context.deps, viewerOf(context), args),
  payload: issuedKey,
});

mutation('rotateApiKey', {
  access: { scope: 'admin' },
  description:
    'For admins: replaces a key by a new one with the same scopes and expiry. The old key is refused from now on.',
  input: (t) => ({ apiKeyId: t.field({ ...objectId('ApiKey'), required: true, description: 'The key to replace.' }) }),
  refuses: { codes: ['api_key_not_found', 'api_key_revoked'] },
  resolve: ({ apiKeyId }, context) => rotateApiKey(context.deps, viewerOf(context), apiKeyId),
  payload: issuedKey,
});

mutation('revokeApiKey', {
  access: { scope: 'admin' },
  description: 'For admins: revokes a key at once and permanently. A repeated revocation succeeds again.',
  input: (t) => ({ apiKeyId: t.field({ ...objectId('ApiKey'), required: true, description: 'The key to revoke.' }) }),
  refuses: { codes: ['api_key_not_found'] },
  resolve: ({ apiKeyId }, context) => revokeApiKey(context.deps, viewerOf(context), apiKeyId),
  payload: payloadOf('apiKey', ApiKey, 'The key.'),
});
