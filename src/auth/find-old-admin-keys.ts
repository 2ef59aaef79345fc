import type { Connection } from '../db/database.ts';

/**
 * Finds the active keys with the scope `admin` that were issued before operators had keys of their own. They look like
 * a seller's, and work until they are rotated.
 *
 * @returns their visible prefixes, oldest first
 */
export async function findOldAdminKeys(connection: Pick<Connection, 'query'>): Promise<string[]> {
  const { rows } = await connection.query<{ prefix: string }>(
    `select prefix from api_keys
     where 'admin' = any(scopes) and not starts_with(prefix, 'auc_admin_')
       and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
     order by created_at, api_key_id`,
  );
  return rows.map(({ prefix }) => prefix);
}

/** Says what to do about such a key. */
export function rotateOldAdminKeys(prefixes: readonly string[]): string {
  const commands = prefixes.map((prefix) => `npm run -s keys -- rotate ${prefix}`).join('; ');
  return `Replace each by an operator's key, which begins with auc_admin_: ${commands}`;
}
