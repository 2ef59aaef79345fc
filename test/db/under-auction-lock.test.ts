import { expect, test } from 'vitest';
import type { Database } from '../../src/platform/db/database.ts';
import { underAuctionLock } from '../../src/platform/db/under-auction-lock.ts';
import { countRoundTrips } from '../support/count-round-trips.ts';
import { ongoing } from '../support/insert-auction.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const { db, roundTripsOf } = countRoundTrips(service.db);
const { auctionId } = await service.auction(await service.seller(), ongoing);

const reading = (text: string, values: unknown[] = []) => underAuctionLock(db, auctionId, [{ text, values }]);

/** Whether another transaction could lock the row now. */
const isLocked = `select count(*)::int as count from pg_locks where pid = pg_backend_pid() and mode = 'RowShareLock'
  and relation = 'auctions'::regclass`;

test('statements run while the row is locked, and each caller gets its own results', async () => {
  const [locked, one, two] = await Promise.all([
    reading(isLocked),
    reading('select $1::int as number', [1]),
    underAuctionLock(db, auctionId, [{ text: 'select 2 as number' }, { text: 'select 3 as number' }]),
  ]);
  expect(locked[0]!.rows).toEqual([{ count: 1 }]);
  expect(one[0]!.rows).toEqual([{ number: 1 }]);
  expect(two.map(({ rows }) => rows)).toEqual([[{ number: 2 }], [{ number: 3 }]]);
});

test('callers that come while the row is held share the next transaction', async () => {
  const transactions = async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => reading('select pg_current_xact_id()::text as id')),
    );
    expect(new Set(answers.map(([answer]) => answer!.rows[0].id)).size).toBe(2);
  };
  expect(await roundTripsOf(transactions)).toBe(2);
});

test('a statement that fails fails its own caller alone', async () => {
  const answers = await Promise.allSettled([
    reading('select 1 as number'),
    reading('select 1 / 0'),
    reading('select 2 as number'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('an outage fails everybody who waits, and is not waited for in turn', async () => {
  let transactions = 0;
  const away = {
    pipeline: async () => {
      transactions += 1;
      throw Object.assign(new Error('The database is away.'), { code: 'ECONNREFUSED' });
    },
  } as unknown as Database;
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, () => underAuctionLock(away, auctionId, [{ text: 'select' }])),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
  // The first caller comes alone, the others while it waits.
  expect(transactions).toBe(2);
});
