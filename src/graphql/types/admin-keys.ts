import { findKey, issueApiKey, revokeApiKey, rotateApiKey } from '../../admin/administer-keys.ts';
import { builder } from '../builder.ts';
import { viewerOf } from '../context.ts';
import { keyType, ScopeEnum, shownKeyType } from './keys.ts';
import { identify } from './node.ts';

export const AdminApiKey = keyType('AdminApiKey');
identify(AdminApiKey, { by: 'apiKeyId', scope: 'admin', find: (apiKeyId, { deps }) => findKey(deps, apiKeyId) });

const ShownKeyResult = shownKeyType('ShownKeyResult', AdminApiKey);

builder.mutationFields((t) => ({
  issueApiKey: t.field({
    access: { scope: 'admin' },
    refuses: { codes: ['seller_not_found'] },
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
    access: { scope: 'admin' },
    refuses: { codes: ['api_key_not_found', 'api_key_revoked'] },
    type: ShownKeyResult,
    description:
      'For admins: replaces a key by a new one with the same scopes and expiry. The old key is refused from now on.',
    args: { apiKeyId: t.arg({ type: 'UUID', required: true, description: 'The key to replace.' }) },
    resolve: (_, { apiKeyId }, context) => rotateApiKey(context.deps, viewerOf(context), apiKeyId),
  }),
  revokeApiKey: t.field({
    access: { scope: 'admin' },
    refuses: { codes: ['api_key_not_found'] },
    type: AdminApiKey,
    description: 'For admins: revokes a key at once and permanently. A repeated revocation succeeds again.',
    args: { apiKeyId: t.arg({ type: 'UUID', required: true, description: 'The key to revoke.' }) },
    resolve: (_, { apiKeyId }, context) => revokeApiKey(context.deps, viewerOf(context), apiKeyId),
  }),
}));
