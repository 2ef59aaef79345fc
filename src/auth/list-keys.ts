import type { Connection } from '../db/database.ts';
import { keyColumns, type KeyRow } from './key-row.ts';

/** Lists every key, or those of the sellers with a name, oldest first. */
export async function listKeys(connection: Connection, seller?: string): Promise<KeyRow[]> {
  const { rows } = await connection.query<KeyRow>(
    `select ${keyColumns} from api_keys k join sellers s using (seller_id)
     where $1::text is null or s.name = $1
     order by k.created_at, k.api_key_id`,
    [seller ?? null],
  );
  return rows;
}
