import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { runScript } from './run-script.ts';

/**
 * Adapts PostgreSQL to Prisma's schema engine. Prisma's own adapter has three faults: it splits a script at every
 * semicolon, even inside a function body, and runs the parts one by one (this one sends a migration whole, as one
 * transaction, as `prisma migrate deploy` does); it cannot read the catalog's kinds of constraints; and it drops its
 * shadow database while still connected to it.
 */
export function migrationAdapter(url: string): SqlMigrationAwareDriverAdapterFactory & AsyncDisposable {
  // The engine does not close everything that it opened.
  const closing = new AsyncDisposableStack();
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(openPool(url, closing)),
    connectToShadowDb: async () => connect(openPool(await createShadowDatabase(url, closing), closing)),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** Opens a pool of one connection: the settings of the engine's session hold for everything it does. */
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
    executeScript: (script: string) => runScript(pool, script),
  });
}

const typeIds: Record<'CHAR' | 'BPCHAR', number> = pg.types.builtins;

/**
 * Presents the catalog's one-byte type `"char"` as `char(1)`: the adapter refuses the first, and the engine accepts
 * only a character.
 *
 * @returns a function that returns the affected columns of the pool's last result
 */
function hideCharacterColumns(pool: pg.Pool): () => readonly number[] {
  const query = pool.query.bind(pool) as (text: string | pg.QueryArrayConfig) => Promise<pg.QueryArrayResult>;
  let hidden: number[] = [];
  Object.assign(pool, {
    query: async (text: string | pg.QueryArrayConfig) => {
      const result = await query(text);
      hidden = [];
      // The results of a script are a list, which the engine ignores.
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

/** Creates an empty database in which the engine replays the migrations to compute the resulting schema. */
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
