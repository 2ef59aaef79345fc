import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { isOutage } from '../../src/core/outage.ts';
import { openPrisma } from '../../src/db/open-prisma.ts';
import { withTransactionalDatabase } from '../../src/db/transactional-database.ts';
import { findSellers } from '../../src/admin/sellers.ts';
import { freshDatabase } from '../support/database.ts';

const database = await freshDatabase();
const { db } = database;
afterAll(() => database[Symbol.asyncDispose]());

test('the database inside of a transaction loads Prisma when it is read with, and not before', async () => {
  let loads = 0;
  const lazy = Object.defineProperty({ ...db }, 'prisma', { get: () => (loads += 1) });
  await db.transaction((tx) =>
    withTransactionalDatabase(lazy, tx, async (inside) => {
      expect(loads).toBe(0);
      expect(inside.prisma).toBe(1);
    }),
  );
});

test('an instant is the same for Prisma and for SQL', async () => {
  const { rows } = await db.query<{ sellerId: string; epoch: number }>(
    `insert into sellers (name, mode) values ('A seller', 'test')
     returning seller_id as "sellerId", extract(epoch from created_at)::float8 * 1000 as epoch`,
  );
  const { sellerId, epoch } = rows[0]!;
  const { createdAt } = await db.prisma.seller.findUniqueOrThrow({ where: { sellerId } });
  expect(createdAt.getTime()).toBe(Math.round(epoch));
});

test.each(['%', '_', '\\'])('%s in the name of a seller is looked for as it is', async (character) => {
  for (const name of [`before${character}after`, 'beforexafter'])
    await db.query(`insert into sellers (name, mode) values ($1, 'test') on conflict do nothing`, [name]);
  const found = await findSellers({ db }, { nameContains: `RE${character}AF` });
  expect(found.map(({ name }) => name)).toEqual([`before${character}after`]);
});

test('a database that cannot be reached is an outage, whoever reads', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1 });
  await using prisma = openPrisma(pool);
  const error: unknown = await prisma.client.seller.findFirst().catch((thrown: unknown) => thrown);
  expect(isOutage(error)).toBe(true);
});

test('a connection that breaks under Prisma is an outage', async () => {
  const blocking = await db.pool.connect();
  await blocking.query('begin; lock table sellers in access exclusive mode');
  const reading = db.prisma.seller.findFirst().catch((thrown: unknown) => thrown);
  const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%"sellers"%'`;
  await vi.waitFor(async () => expect((await db.query(terminate)).rowCount).toBe(1), { timeout: 15_000 });
  await blocking.query('rollback');
  blocking.release();
  expect(isOutage(await reading)).toBe(true);
});
