import type { Connection } from '../../src/platform/db/database.ts';

/** A seller's row alone, for tests that ask nothing over HTTP. */
export async function aSeller(db: Connection): Promise<{ sellerId: string }> {
  const { rows } = await db.query<{ sellerId: string }>(
    `insert into sellers (name, mode) values ('Acme', 'test') returning seller_id as "sellerId"`,
  );
  return rows[0]!;
}
