import { isUuid } from '../core/uuid.ts';
import type { Connection } from '../db/database.ts';
import { digestApiKey, isWellFormedApiKey } from './api-key.ts';
import { keyColumns, type KeyRow } from './key-row.ts';

/**
 * Finds the one key that a person names.
 *
 * @param name its id, its visible prefix, or the key itself
 * @returns `null` if there is no such key
 * @throws when several keys have the prefix
 */
export async function findKey(connection: Connection, name: string): Promise<KeyRow | null> {
  const [column, value] = isUuid(name)
    ? ['api_key_id', name]
    : isWellFormedApiKey(name)
      ? ['digest', digestApiKey(name)]
      : ['prefix', name];
  const { rows: keys } = await connection.query<KeyRow>(
    `select ${keyColumns} from api_keys k join sellers s using (seller_id) where k.${column} = $1 limit 10`,
    [value],
  );
  if (keys.length > 1)
    throw new Error(`${name} stands for several keys: ${keys.map((key) => key.apiKeyId).join(', ')}`);
  return keys[0] ?? null;
}
