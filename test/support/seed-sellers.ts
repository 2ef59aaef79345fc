import { digestApiKey, generateApiKey, visiblePrefix } from '../../src/platform/auth/api-key.ts';
import type { Connection } from '../../src/platform/db/database.ts';
import { sellerScopes } from '../../src/core/viewer.ts';

/** A seller who can ask, by its place in the order in which they joined. */
export interface SeededSeller {
  readonly number: number;
  readonly sellerId: string;
  readonly key: string;
}

/** Sellers with a key each, numbered from 1 on in the temporary table `seeded_sellers`. */
export async function seedSellers(connection: Connection, count: number): Promise<SeededSeller[]> {
  const keys = Array.from({ length: count }, () => generateApiKey('test'));
  await connection.query('create temporary table seeded_sellers (number int primary key, seller_id uuid)');
  await connection.query(
    `with joined as (
       insert into sellers (name, mode) select 'Seller ' || number, 'test' from generate_series(1, $1::int) number
       returning seller_id, split_part(name, ' ', 2)::int as number
     )
     insert into seeded_sellers (number, seller_id) select number, seller_id from joined`,
    [count],
  );
  const { rows } = await connection.query<{ number: number; sellerId: string }>(
    `select number, seller_id as "sellerId" from seeded_sellers order by number`,
  );
  await connection.query(
    `insert into api_keys (seller_id, prefix, digest, scopes)
     select seller_id, prefix, digest, $4 from unnest($1::uuid[], $2::text[], $3::bytea[]) as keys (seller_id, prefix, digest)`,
    [rows.map(({ sellerId }) => sellerId), keys.map(visiblePrefix), keys.map(digestApiKey), sellerScopes],
  );
  return rows.map((seller, index) => ({ ...seller, key: keys[index]! }));
}
