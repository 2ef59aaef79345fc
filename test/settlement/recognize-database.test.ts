import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { isAnotherDatabase, recognizeDatabase } from '../../src/settlement/recognize-database.ts';
import { findSettlementHoldOfAll } from '../../src/settlement/settlement-holds.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { startReplicatedPostgres } from '../support/replicated-postgres.ts';

const log = pino({ level: 'silent' });

let database: FreshDatabase;
beforeEach(async () => void (database = await freshDatabase()));
afterEach(() => database[Symbol.asyncDispose]());

test('the database that was seen a moment ago is the same', async () => {
  const { db } = database;
  expect(await recognizeDatabase({ db, log })).toBeNull();
  expect(await recognizeDatabase({ db, log })).toBeNull();
  expect(await isAnotherDatabase(db)).toBe(false);
  expect(await findSettlementHoldOfAll(db)).toBeNull();
});

test('a database on which nobody has worked for five minutes may be an older copy', async () => {
  const { db } = database;
  await recognizeDatabase({ db, log });
  const age = (minutes: number) =>
    db.query(`update database_marks set seen_at = clock_timestamp() - $1 * interval '1 minute'`, [minutes]);
  await age(4.9);
  expect(await recognizeDatabase({ db, log })).toBeNull();
  await age(5.01);
  expect(await recognizeDatabase({ db, log })).toBe('unseen');
  const hold = (await findSettlementHoldOfAll(db))!;
  expect(hold.reason).toBe('unseen');
  expect(hold.since.getTime() - hold.lostSince!.getTime()).toBeGreaterThan(299_000);
  expect(await recognizeDatabase({ db, log })).toBeNull();
});

test('a hold that begins anew keeps the earliest instant of what is lost', async () => {
  const { db } = database;
  const lost = async (age: string) => {
    await recognizeDatabase({ db, log });
    await db.query(`update database_marks set identity = 'other', seen_at = clock_timestamp() - $1::interval`, [age]);
    expect(await recognizeDatabase({ db, log })).toBe('moved');
    return (await findSettlementHoldOfAll(db))!;
  };
  const first = await lost('2 hours');
  const second = await lost('1 minute');
  expect(second).toMatchObject({ holdId: first.holdId, lostSince: first.lostSince });
  expect(second.since.getTime()).toBeGreaterThan(first.since.getTime());
});

test('a standby that was promoted is another database', { timeout: 120_000 }, async () => {
  await using servers = await startReplicatedPostgres();
  await using primary = await connectDatabase(servers.url);
  await recognizeDatabase({ db: primary, log });
  await servers.promoteReplica();
  await using promoted = await connectDatabase(servers.replicaUrl);
  expect(await isAnotherDatabase(primary)).toBe(false);
  expect(await isAnotherDatabase(promoted)).toBe(true);
  expect(await recognizeDatabase({ db: promoted, log })).toBe('moved');
});
