import { keyColumns, type KeyRow } from '../auth/key-row.ts';
import type { Connection } from '../db/database.ts';

/** Newest first, revoked ones included. */
export async function findKeysOfSeller(connection: Connection, sellerId: string): Promise<KeyRow[]> {
  const { rows } = await connection.query<KeyRow>(
    `select ${keyColumns} from api_keys k join sellers s using (seller_id)
     where k.seller_id = $1 order by k.created_at desc, k.api_key_id desc`,
    [sellerId],
  );
  return rows;
}
