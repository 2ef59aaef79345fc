import type { QueryResult } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { lockAuction, lockAuctions } from '../../src/platform/db/lock-auction.ts';
import { ongoing } from '../support/insert-auction.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const db = await connectDatabase(service.db.url, { connections: 1 });
afterAll(async () => {
  await db.query('drop table drafts');
  await db[Symbol.asyncDispose]();
});

let answers = 0;
db.pool.once('acquire', ({ connection }) => void connection.on('readyForQuery', () => (answers += 1)));
await db.query('create table drafts (draft int primary key deferrable initially deferred)');

const drafts = async () => (await db.query('select draft from drafts order by draft')).rows.map(({ draft }) => draft);
const insert = (draft: number) => ({
  name: 'insert',
  text: 'insert into drafts values ($1) returning draft',
  values: [draft],
});

test('statements share a transaction and an answer, and each has its rows', async () => {
  const id = 'select pg_current_xact_id()::text as id';
  answers = 0;
  const results = await db.pipeline([{ text: id }, insert(1), insert(2), { text: 'select' }, { text: id }]);
  expect(answers).toBe(1);
  expect(results.map(({ rows }) => rows)).toEqual([
    [{ id: expect.any(String) }],
    [{ draft: 1 }],
    [{ draft: 2 }],
    [{}],
    results[0]!.rows,
  ]);
  expect(await drafts()).toEqual([1, 2]);
});

test('a statement that fails undoes those before it, and its connection is replaced', async () => {
  const later = { name: 'later', text: 'select 3 as number' };
  const session = async () => (await db.query('select pg_backend_pid() as pid')).rows[0].pid;
  const before = await session();
  await expect(db.pipeline([insert(3), { text: 'select 1 / 0' }, later])).rejects.toThrow('division by zero');
  expect(await drafts()).toEqual([1, 2]);
  // pg takes the names of the statements that were passed over as known.
  expect(await session()).not.toBe(before);
  expect((await db.pipeline([later, later])).map(({ rows }) => rows)).toEqual([[{ number: 3 }], [{ number: 3 }]]);
});

test('a rule that is checked at the end fails the statements', async () => {
  await expect(db.pipeline([insert(4), insert(4)])).rejects.toThrow('duplicate key');
  expect(await drafts()).toEqual([1, 2]);
});

test('a statement sees what others committed while the one before it waited', async () => {
  const { auctionId } = await service.auction(await service.seller(), ongoing);
  const title = { text: 'select title from auctions where auction_id = $1', values: [auctionId] };
  let reading: Promise<QueryResult[]> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.query({ text: `update auctions set title = 'Locked' where auction_id = $1`, values: [auctionId] });
    reading = db.pipeline([lockAuction(auctionId), title]);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await service.db.query(waiting)).rowCount).toBe(1);
  });
  expect((await reading!)[1]!.rows).toEqual([{ title: 'Locked' }]);
});

test('a name that another statement has undoes the statements before it', async () => {
  await expect(db.pipeline([insert(5), { name: 'insert', text: 'select 1' }])).rejects.toThrow('must be unique');
  expect(await drafts()).toEqual([1, 2]);
});

test('a value that cannot be sent undoes the statements before it', async () => {
  const circular: { itself?: unknown } = {};
  circular.itself = circular;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await expect(db.pipeline([insert(5), { text: 'select $1::json', values: [circular] }])).rejects.toThrow('circular');
  // Nothing waits for its answer any more.
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  expect(await drafts()).toEqual([1, 2]);
  expect((await db.query('select 6 as number')).rows).toEqual([{ number: 6 }]);
});

test('the time in which a transaction keeps the row of an auction begins once it has the row', async () => {
  const { auctionId } = await service.auction(await service.seller(), ongoing);
  const wait = { text: 'select pg_sleep(0.3)' };
  let waiting: Promise<QueryResult[]> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.query(lockAuction(auctionId));
    waiting = db.pipeline([lockAuction(auctionId, '200ms'), insert(7)]);
    await tx.query(wait);
  });
  await waiting;
  await expect(db.pipeline([lockAuction(auctionId, '200ms'), wait, insert(8)])).rejects.toThrow('transaction timeout');
  // Neither the row nor the limit is left behind.
  await db.pipeline([lockAuction(auctionId), wait]);
  expect((await db.query('select draft from drafts where draft >= 7')).rows).toEqual([{ draft: 7 }]);
});

test('a transaction keeps the rows of several auctions for a minute at most', async () => {
  const { auctionId } = await service.auction(await service.seller(), ongoing);
  await service.db.transaction(async (tx) => {
    expect(await lockAuctions(tx, [auctionId], false)).toEqual([auctionId]);
    const { rows } = await tx.query('show transaction_timeout');
    expect(rows).toEqual([{ transaction_timeout: '1min' }]);
  });
});
