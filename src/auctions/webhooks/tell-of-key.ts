import type { IssuedKey } from '../../platform/auth/change-keys.ts';
import type { Database } from '../../platform/db/database.ts';
import { withTransactionalDatabase } from '../../platform/db/transactional-database.ts';
import { recordEvents } from './record-events.ts';

/**
 * Issues a key of a seller, and tells the seller by an event: a key that somebody else has issued would go unnoticed. Both happen or
 * neither.
 */
export async function tellOfKey(
  db: Database,
  issue: (deps: { readonly db: Database }) => Promise<IssuedKey>,
): Promise<IssuedKey> {
  return await db.transaction(async (tx) => {
    const issued = await withTransactionalDatabase(db, tx, (within) => issue({ db: within }));
    await tx.query({
      name: 'record-issued-key',
      text: `
        with ${recordEvents(`
          select seller_id, 'api_key_issued'::webhook_event_type as event_type, null::uuid as auction_id, null::uuid as bid_id,
            jsonb_build_object('apiKeyId', api_key_id, 'prefix', prefix, 'scopes', scopes, 'createdAt', created_at,
              'expiresAt', expires_at, 'issuedBy', issued_by) as snapshot
          from api_keys where api_key_id = $1`)}
        select`,
      values: [issued.apiKeyId],
    });
    return issued;
  });
}
