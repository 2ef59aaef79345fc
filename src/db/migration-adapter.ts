import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * PostgreSQL as Prisma's schema engine needs it, which Prisma's own adapter is not quite: it cuts a script at every
 * semicolon, even inside a function body, and runs the pieces one by one (here a migration goes out whole, as one
 * transaction, as `prisma migrate deploy` sends it); it cannot read the catalog's kinds of constraints; and it drops its
 * shadow database while still connected to it.
 */
export function migrationAdapter(url: string): SqlMigrationAwareDriverAdapterFactory & AsyncDisposable {
  // The engine does not close all that it opened.
  const closing = new AsyncDisposableStack();
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(openPool(url, closing)),
    connectToShadowDb: async () => connect(openPool(await createShadowDatabase(url, closing), closing)),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** One connection: what the engine sets on a session holds for everything it does. */
function openPool(url: string, closing: AsyncDisposableStack): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 5_000,
    options: '-c TimeZone=UTC',
  });
  // The query that meets the broken connection reports it.
  pool.on('error', () => undefined);
  closing.defer(() => pool.end());
  return pool;
}

async function connect(pool: pg.Pool): Promise<SqlDriverAdapter> {
  const characterColumns = hideCharacterColumns(pool);
  const adapter = await new PrismaPg(pool).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  return Object.assign(adapter, {
    queryRaw: async (query: SqlQuery) => {
      const result = await queryRaw(query);
      for (const column of characterColumns()) result.columnTypes[column] = ColumnTypeEnum.Character;
      return result;
    },
    executeScript: async (script: string) => {
      await pool.query(script);
    },
  });
}

const typeIds: Record<'CHAR' | 'BPCHAR', number> = pg.types.builtins;

/**
 * The adapter refuses the catalog's one-byte type `"char"`, and the engine takes it as a character only: the pool shows
 * it to the adapter as `char(1)`.
 *
 * @returns tells which columns of the pool's last result that concerned
 */
function hideCharacterColumns(pool: pg.Pool): () => readonly number[] {
  const query = pool.query.bind(pool) as (text: string | pg.QueryArrayConfig) => Promise<pg.QueryArrayResult>;
  let hidden: number[] = [];
  Object.assign(pool, {
    query: async (text: string | pg.QueryArrayConfig) => {
      const result = await query(text);
      hidden = [];
      // A script answers with a list of results, which nobody reads.
      for (const [column, field] of Array.isArray(result) ? [] : result.fields.entries()) {
        if (field.dataTypeID !== typeIds.CHAR) continue;
        field.dataTypeID = typeIds.BPCHAR;
        hidden.push(column);
      }
      return result;
    },
  });
  return () => hidden;
}

/** An empty database in which the engine replays the migrations to see what they add up to. */
async function createShadowDatabase(url: string, closing: AsyncDisposableStack): Promise<string> {
  const name = `prisma_migrate_shadow_${randomUUID()}`;
  const pool = openPool(url, closing);
  await pool.query(`create database "${name}" template template0`);
  closing.defer(async () => {
    await pool.query(`drop database "${name}"`);
  });
  const shadowUrl = new URL(url);
  shadowUrl.pathname = `/${name}`;
  return shadowUrl.href;
}
