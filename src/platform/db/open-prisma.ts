import type * as adapterModule from '@prisma/adapter-pg';
import type pg from 'pg';
import { createRequire } from 'node:module';
import { currentTransaction } from './current-transaction.ts';
import type * as clientModule from './generated/client.ts';
import type { PrismaClient } from './generated/client.ts';

/**
 * Makes Prisma's client on a pool. Loads Prisma on first use only: it takes 0.15 s and 20 MB to load and 60 MB to run, and a
 * worker never reads with it.
 *
 * @param pool stays open when the client is closed
 */
export function openPrisma(pool: pg.Pool) {
  let client: PrismaClient | null = null;
  return {
    get client() {
      return (client ??= makeClient(pool));
    },
    [Symbol.asyncDispose]: async () => {
      await client?.$disconnect();
    },
  };
}

function makeClient(pool: pg.Pool): PrismaClient {
  const require = createRequire(import.meta.url);
  const { PrismaPg } = require('@prisma/adapter-pg') as typeof adapterModule;
  const generated = require('./generated/client.ts') as typeof clientModule;
  const adapter = new PrismaPg(followingTransactions(pool), { disposeExternalPool: false });
  return withoutSharedReads(pool, new generated.PrismaClient({ adapter }));
}

/** Makes a pool that queries on the connection of the caller's transaction, if there is one. */
function followingTransactions(pool: pg.Pool): pg.Pool {
  const query = (statement: pg.QueryConfig) => (currentTransaction(pool) ?? pool).query(statement);
  // The adapter takes an instance of the pool's class.
  return Object.create(pool, { query: { value: query } }) as pg.Pool;
}

type FindFirst = Record<string, Record<'findFirst' | 'findFirstOrThrow', (args: object) => Promise<unknown>>>;

/**
 * Reads one object by itself inside of a transaction. Prisma joins the `findUnique`s of one tick to one query, on the connection
 * of the first caller: a caller outside of the transaction would get what is not committed.
 */
function withoutSharedReads(pool: pg.Pool, client: PrismaClient): PrismaClient {
  const models = client as unknown as FindFirst;
  const isOutside = () => currentTransaction(pool) === null;
  const extended = client.$extends({
    query: {
      $allModels: {
        findUnique: ({ model, args, query }) =>
          isOutside() ? query(args) : models[model]!.findFirst(columnByColumn(args)),
        findUniqueOrThrow: ({ model, args, query }) =>
          isOutside() ? query(args) : models[model]!.findFirstOrThrow(columnByColumn(args)),
      },
    },
  });
  // It lacks `$on` alone, which nobody uses.
  return extended as unknown as PrismaClient;
}

/** Writes a key of several columns, such as `name_mode: { name, mode }`, as its columns: `findFirst` takes no other. */
function columnByColumn({ where, ...others }: { where: object }): object {
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries<unknown>({ ...where })) {
    Object.assign(columns, name.includes('_') ? value : { [name]: value });
  }
  return { ...others, where: columns };
}
