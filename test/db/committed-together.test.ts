import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const db = await connectDatabase(service.db.url, { connections: 4 });
afterAll(async () => {
  await db.query('drop table lots');
  await db[Symbol.asyncDispose]();
});
await db.query('create table lots (lot int primary key, bids int)');
beforeEach(async () => {
  await db.query('truncate lots');
});

const insert = (lot: number) =>
  db.commitTogether<{ lot: number; transaction: string }>({
    name: 'insert-lot',
    text: 'insert into lots values ($1, 0) returning lot, pg_current_xact_id()::text as transaction',
    values: [lot],
  });
const lots = async () => (await db.query('select lot from lots order by lot')).rows.map(({ lot }) => lot);

test('statements of one tick share a transaction, sixteen at most, and each has its row', async () => {
  const results = await Promise.all(Array.from({ length: 20 }, (_, lot) => insert(lot)));
  expect(results.map(({ rows }) => rows[0]!.lot)).toEqual(Array.from({ length: 20 }, (_, lot) => lot));
  const transactions = results.map(({ rows }) => rows[0]!.transaction);
  expect(new Set(transactions.slice(0, 16)).size).toBe(1);
  expect(new Set(transactions).size).toBe(2);
  expect(await lots()).toHaveLength(20);
});

test('a statement that fails takes no other with it', async () => {
  await insert(7);
  const results = await Promise.allSettled([insert(6), insert(7), insert(8)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await lots()).toEqual([6, 7, 8]);
});

test('the statements beside one that waits for a lock, and later ones, do not wait for it', async () => {
  await insert(1);
  const change = { text: 'update lots set bids = bids + 1 where lot = 1' };
  let changed: Promise<unknown[]> | undefined;
  await db.transaction(async (tx) => {
    await tx.query(change);
    const alone = db.commitTogether(change);
    await delay(30);
    const [together] = [db.commitTogether(change), await insert(2)];
    await insert(3);
    changed = Promise.all([alone, together]);
    expect(await Promise.race([changed, delay(100, 'waits')])).toBe('waits');
  });
  await changed;
  expect((await db.query('select bids from lots where lot = 1')).rows).toEqual([{ bids: 3 }]);
  expect(await lots()).toEqual([1, 2, 3]);
});
