import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Connection } from '../../src/platform/db/database.ts';
import { withTransactionalDatabase } from '../../src/platform/db/transactional-database.ts';
import { freshDatabase } from '../support/database.ts';

const database = await freshDatabase();
const { db } = database;
const { prisma } = db;
beforeEach(() => db.query('delete from sellers'));
afterAll(() => database[Symbol.asyncDispose]());

async function add(connection: Pick<Connection, 'query'>, name: string): Promise<string> {
  const { rows } = await connection.query<{ sellerId: string }>(
    `insert into sellers (name, mode) values ($1, 'test') returning seller_id as "sellerId"`,
    [name],
  );
  return rows[0]!.sellerId;
}

async function names(): Promise<string[]> {
  const sellers = await prisma.seller.findMany({ orderBy: { name: 'asc' } });
  return sellers.map(({ name }) => name);
}

/** A transaction that has added a seller and waits to be committed. */
async function openTransaction() {
  const added = Promise.withResolvers<string>();
  const commit = Promise.withResolvers<void>();
  const done = db.transaction(async (tx) => {
    added.resolve(await add(tx, 'one'));
    await commit.promise;
  });
  return { sellerId: await added.promise, commit: () => (commit.resolve(), done) };
}

test('a query that a transaction returns without waiting for it is still read inside of it', async () => {
  const seller = await db.transaction(async (tx) => {
    await add(tx, 'one');
    return prisma.seller.findFirst();
  });
  const rolledBack: { name: string }[] = [];
  const failing = db.transaction(async (tx) => {
    await add(tx, 'two');
    rolledBack.push(...(await prisma.seller.findMany({ where: { name: 'two' } })));
    throw new Error('undo');
  });
  await expect(failing).rejects.toThrow('undo');
  expect([seller?.name, rolledBack.length]).toEqual(['one', 1]);
});

test('a transaction that ignores a failed statement throws, because PostgreSQL rolls it back', async () => {
  const done = db.transaction(async (tx) => {
    await add(tx, 'one');
    await tx.query('select 1 / 0').catch(() => undefined);
  });
  await expect(done).rejects.toThrow('was rolled back');
  expect(await names()).toEqual([]);
});

test('a caller outside of a transaction sees nothing of it before the commit', async () => {
  const open = await openTransaction();
  const before = await names();
  await open.commit();
  expect([before, await names()]).toEqual([[], ['one']]);
});

test('one object is read by each caller for itself: nobody outside gets what is not committed', async () => {
  const added = Promise.withResolvers<string>();
  const tick = Promise.withResolvers<void>();
  const inside = db.transaction(async (tx) => {
    const sellerId = await add(tx, 'one');
    added.resolve(sellerId);
    await tick.promise;
    const { name } = await prisma.seller.findUniqueOrThrow({ where: { sellerId } });
    const again = (await prisma.seller.findUnique({ where: { sellerId } }))?.name;
    // The transaction commits after the other read.
    await outside;
    return [name, again];
  });
  const sellerId = await added.promise;
  const outside: Promise<unknown> = tick.promise.then(() => prisma.seller.findUnique({ where: { sellerId } }));
  tick.resolve();
  expect([await inside, await outside]).toEqual([['one', 'one'], null]);
});

test('Prisma sees a part of a transaction while it runs, and not once it was undone', async () => {
  const seen: Record<string, string[]> = {};
  await db.transaction((tx) =>
    withTransactionalDatabase(db, tx, async (its) => {
      await add(its, 'one');
      const failing = its.transaction(async (part) => {
        await add(part, 'two');
        seen['inside'] = await names();
        throw new Error('undo');
      });
      await expect(failing).rejects.toThrow('undo');
      seen['after'] = await names();
    }),
  );
  expect({ ...seen, committed: await names() }).toEqual({ inside: ['one', 'two'], after: ['one'], committed: ['one'] });
});
