import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../support/database.ts';

// PostgreSQL looks for the rows that refer to a row whenever that row is deleted: without an index it reads the whole table for each.

const database = await freshDatabase();
afterAll(() => database[Symbol.asyncDispose]());

const neverDeleted = 'Sellers and their keys are suspended and revoked, and never deleted.';

/** Foreign keys that need no index, and why. */
const withoutIndex: Readonly<Record<string, string>> = {
  auction_presentations_seller_id_fkey: neverDeleted,
};

/** An index serves if it begins with the columns of the key, and leaves out only rows that refer to nothing. */
const unserved = `
  select conname as name from pg_constraint c
  where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
    select from pg_index i
    where i.indrelid = c.conrelid and i.indisvalid
      and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
      and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) in (
        select format('(%s IS NOT NULL)', attname) from pg_attribute where attrelid = c.conrelid and attnum = any (c.conkey))))
  order by 1`;

async function keysWithoutIndex(): Promise<string[]> {
  const { rows } = await database.db.query<{ name: string }>(unserved);
  return rows.map(({ name }) => name);
}

test('every foreign key has an index that serves it, or a reason why it needs none', async () => {
  expect(await keysWithoutIndex()).toEqual(Object.keys(withoutIndex).sort());
});

test('a foreign key whose index leaves out rows that refer to something is found', async () => {
  await database.db.query('create table notes (bid_id uuid references bids, is_odd bool)');
  await database.db.query('create index on notes (bid_id) where is_odd');
  expect(await keysWithoutIndex()).toContain('notes_bid_id_fkey');
  await database.db.query('create index on notes (bid_id) where bid_id is not null');
  expect(await keysWithoutIndex()).not.toContain('notes_bid_id_fkey');
});
