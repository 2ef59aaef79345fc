import type { Connection } from '../db/database.ts';

/** Finds which of these keys are still active. A long answer, such as a stream of events, repeats this check. */
export async function findActiveKeys(db: Connection, apiKeyIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ apiKeyId: string }>({
    name: 'find-active-keys',
    text: `
      select k.api_key_id as "apiKeyId" from api_keys k join sellers s using (seller_id)
      where k.api_key_id = any($1) and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
        and s.suspended_at is null`,
    values: [apiKeyIds],
  });
  return new Set(rows.map(({ apiKeyId }) => apiKeyId));
}
