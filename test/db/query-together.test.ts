import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { sentTogether } from '../../src/db/sent-together.ts';
import { freshDatabase } from '../support/database.ts';

const database = await freshDatabase();
const pools: pg.Pool[] = [];
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database[Symbol.asyncDispose]();
});

function makePool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...options, pipeline: true });
  pool.on('error', () => undefined);
  pools.push(pool);
  return pool;
}

const rowOf = (text: string, values: unknown[] = []) => ({ text, values, rowMode: 'array' as const });

test('statements of one turn share connections, and each has its own answer', async () => {
  const pool = makePool({ connectionString: database.url, max: 10 });
  const { queryTogether, countUnsent } = sentTogether(pool);
  const asked = Array.from({ length: 40 }, (_, index) => index);
  const answers = asked.map((index) =>
    queryTogether<[number, number]>(rowOf('select $1::int, pg_backend_pid()', [index])),
  );
  expect(countUnsent()).toBe(40);
  const rows = (await Promise.all(answers)).map((answer) => answer.rows[0]!);
  expect(rows.map(([index]) => index)).toEqual(asked);
  // Sixteen at the most wait for one another.
  expect(new Set(rows.map(([, pid]) => pid)).size).toBe(3);
  expect(countUnsent()).toBe(0);
  expect(pool.totalCount).toBe(3);
  await expect.poll(() => pool.idleCount).toBe(3);
});

test('one that fails fails alone', async () => {
  const answers = await Promise.allSettled(
    ['1', '1 / 0', '3'].map((value) => database.db.queryTogether<[number]>(rowOf(`select ${value}`))),
  );
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : answer.reason.code))).toEqual([
    [[1]],
    '22012',
    [[3]],
  ]);
});

test('where a connection breaks, or there is none, all are told, and later ones are answered', async () => {
  const { queryTogether } = sentTogether(makePool({ connectionString: database.url, max: 1 }));
  const broken = await Promise.allSettled(
    ['select pg_terminate_backend(pg_backend_pid())', 'select 1'].map((text) => queryTogether(rowOf(text))),
  );
  expect(broken.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await queryTogether(rowOf('select 1'))).rows).toEqual([[1]]);

  const nowhere = sentTogether(makePool({ host: '127.0.0.1', port: 1, max: 1 }));
  const refused = await Promise.allSettled(Array.from({ length: 20 }, () => nowhere.queryTogether(rowOf('select 1'))));
  expect(refused.map((answer) => (answer.status === 'rejected' ? answer.reason.code : null))).toEqual(
    Array<string>(20).fill('ECONNREFUSED'),
  );
  expect(nowhere.countUnsent()).toBe(0);
});
