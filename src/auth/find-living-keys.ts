import type { Database } from '../db/database.ts';

/** Which of these keys a request could still be made with: for whoever goes on answering one that was made long ago. */
export async function findLivingKeys(
  { pool }: Pick<Database, 'pool'>,
  apiKeyIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await pool.query<{ apiKeyId: string }>({
    name: 'find-living-keys',
    text: `
      select k.api_key_id as "apiKeyId" from api_keys k join sellers s using (seller_id)
      where k.api_key_id = any($1) and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
        and s.suspended_at is null`,
    values: [apiKeyIds],
  });
  return new Set(rows.map(({ apiKeyId }) => apiKeyId));
}
