import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client.ts';

/** One pool of connections, used by Prisma and by our own SQL alike. */
export interface Database extends AsyncDisposable {
  /** For a connection of one's own, such as one that listens. */
  readonly url: string;
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
}

/** Where a statement runs: the pool, or the one connection of a transaction. */
export type Connection = Pick<pg.ClientBase, 'query'>;

/** The oldest PostgreSQL that has `uuidv7()`. */
const oldestServerVersion = 18;

const sessionSettings = {
  // Prisma's adapter reads and writes wrong instants in any other time zone.
  TimeZone: 'UTC',
  // One plan for a statement, whoever asks: one made for the numbers of a single seller may read and sort all that it has,
  // because the statistics promise little, instead of following the index in the order of the list.
  plan_cache_mode: 'force_generic_plan',
};

/**
 * @param url a PostgreSQL connection URL
 * @param options.connections the most connections the pool opens
 * @param options.onIdleError told when an idle connection breaks; the pool replaces it by itself
 * @throws when the server cannot be reached, is older than PostgreSQL 18, or a session is not in UTC
 */
export async function connectDatabase(
  url: string,
  options: { connections?: number; onIdleError?: (error: Error) => void } = {},
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 5_000,
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });
  const close = async () => {
    await prisma.$disconnect();
    await pool.end();
  };
  try {
    await checkSession(pool);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, pool, prisma, [Symbol.asyncDispose]: close };
}

async function checkSession(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ zone: string; version: number }>(
    `select current_setting('TimeZone') as zone, current_setting('server_version_num')::int / 10000 as version`,
  );
  const session = rows[0];
  if (session?.zone !== 'UTC') throw new Error(`The database session is in time zone ${session?.zone}, not UTC.`);
  if (session.version < oldestServerVersion) {
    throw new Error(
      `The database is PostgreSQL ${session.version}; PostgreSQL ${oldestServerVersion} or newer is needed.`,
    );
  }
}
