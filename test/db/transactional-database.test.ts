import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Connection, Database } from '../../src/db/database.ts';
import { withTransactionalDatabase } from '../../src/db/transactional-database.ts';
import { freshDatabase } from '../support/database.ts';

const { db, ...database } = await freshDatabase();
await db.query('create table words (word text primary key)');
beforeEach(() => db.query('truncate words'));
afterAll(() => database[Symbol.asyncDispose]());

/** Runs `work` on a database that is one transaction, then says which words are there for others. */
async function wordsAfter(work: (joined: Database) => Promise<unknown>): Promise<string[]> {
  await db
    .transaction(async (tx) => {
      await withTransactionalDatabase(db, tx, work);
      expect(await words(db.pool)).toEqual([]);
    })
    .catch((error: unknown) => {
      if ((error as Error).message !== 'undo') throw error;
    });
  return await words(db.pool);
}

async function words(connection: Pick<Connection, 'query'>): Promise<string[]> {
  const { rows } = await connection.query<{ word: string }>('select word from words order by word');
  return rows.map(({ word }) => word);
}

const write = (connection: Pick<Connection, 'query'>, word: string) =>
  connection.query('insert into words values ($1)', [word]);

test('what is written is there for others once the transaction around it is committed', async () => {
  expect(
    await wordsAfter(async (joined) => {
      await write(joined, 'one');
      expect(await words(joined)).toEqual(['one']);
    }),
  ).toEqual(['one']);
});

test('what is written in a transaction that was committed goes with the one around it', async () => {
  expect(
    await wordsAfter(async (joined) => {
      await joined.transaction((tx) => write(tx, 'one'));
      throw new Error('undo');
    }),
  ).toEqual([]);
});

test('a statement that fails fails alone', async () => {
  expect(
    await wordsAfter(async (joined) => {
      await write(joined, 'one');
      await expect(write(joined, 'one')).rejects.toThrow('duplicate key');
      await write(joined, 'two');
    }),
  ).toEqual(['one', 'two']);
});

test('a transaction that throws is undone alone, and its error is told', async () => {
  expect(
    await wordsAfter(async (joined) => {
      await write(joined, 'one');
      const failing = joined.transaction(async (tx) => {
        await write(tx, 'two');
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
    }),
  ).toEqual(['one']);
});

test('transactions at the same time do not undo one another', async () => {
  expect(
    await wordsAfter(async (joined) => {
      const each = (word: string, fails: boolean) =>
        joined.transaction(async (tx) => {
          await write(tx, word);
          await tx.query('select pg_sleep(0.01)');
          if (fails) throw new Error('no');
        });
      const ends = await Promise.allSettled([
        each('one', false),
        each('two', true),
        write(joined, 'three'),
        each('four', true),
        each('five', false),
      ]);
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
    }),
  ).toEqual(['five', 'one', 'three']);
});

test('a transaction within a transaction, and a statement beside it, run within it', async () => {
  expect(
    await wordsAfter(async (joined) => {
      await joined.transaction(async (tx) => {
        await write(tx, 'one');
        await write(joined, 'two');
        const failing = joined.transaction(async (inner) => {
          await write(inner, 'three');
          throw new Error('no');
        });
        await expect(failing).rejects.toThrow('no');
      });
    }),
  ).toEqual(['one', 'two']);
});
