import { afterAll, expect, test } from 'vitest';
import { analyzeGrownTables } from '../../src/platform/db/analyze-grown-tables.ts';
import { databaseForFile } from '../support/database.ts';
import { watchPlans } from '../support/watch-plans.ts';
import { rowsRead } from './plans/rows-read.ts';

const { url, db } = await databaseForFile();
const watched = await watchPlans(url, { connections: 1 });
afterAll(() => watched[Symbol.asyncDispose]());

/** Counts the rows that the one session of `watched` reads for a row of a table, by the plan that it has. */
async function readOne(): Promise<number> {
  const find = { name: 'find-one', text: 'select status from simulated_payments where reference = $1', values: ['7'] };
  const [reading] = rowsRead(await watched.during(() => watched.db.query(find))).values();
  return reading!.rows;
}

test('a plan that was made while a table was empty is made anew once a worker has seen the table grow', async () => {
  await db.query('vacuum analyze');
  expect(await readOne()).toBe(0);
  await db.query(
    `insert into simulated_payments (reference, account, amount_in_cents, email)
     select n::text, 'account', 100, 'ada@example.com' from generate_series(1, 5000) n`,
  );
  expect(await readOne()).toBe(5_000);
  expect(await analyzeGrownTables(db)).toEqual(['simulated_payments']);
  expect(await readOne()).toBe(1);
  expect(await analyzeGrownTables(db)).toEqual([]);
});
