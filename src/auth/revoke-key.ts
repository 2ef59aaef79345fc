import { recordAudit } from '../audit/record-audit.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';

/**
 * Revokes a key at once, on every process. An earlier revocation keeps its instant.
 *
 * @param viewer `null`: an operator's command
 * @returns true if this call revoked it
 */
export async function revokeKey(tx: Connection, viewer: Viewer | null, apiKeyId: string): Promise<boolean> {
  const { rows } = await tx.query<{ sellerId: string; revokedAt: Date }>(
    `update api_keys set revoked_at = clock_timestamp() where api_key_id = $1 and revoked_at is null
     returning seller_id as "sellerId", revoked_at as "revokedAt"`,
    [apiKeyId],
  );
  const revoked = rows[0];
  if (revoked === undefined) return false;
  await recordAudit(tx, viewer, {
    action: 'revokeApiKey',
    subjectType: 'api_key',
    subjectId: apiKeyId,
    sellerId: revoked.sellerId,
    before: { revokedAt: null },
    after: { revokedAt: revoked.revokedAt },
  });
  return true;
}
