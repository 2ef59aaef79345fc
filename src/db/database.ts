import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client.ts';
import { messageSocket } from './message-socket.ts';
import type { Replica } from './replica.ts';

/** One pool of connections, used by Prisma and by our own SQL alike. */
export interface Database extends AsyncDisposable {
  /** For a connection of one's own, such as one that listens: that of PostgreSQL itself, past any pooler. */
  readonly url: string;
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /** Where lists may be read: see `forLists`; `null`: on the primary, as everything is. */
  readonly replica: Replica | null;
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

/** The settings as PostgreSQL takes them at the beginning of a session. */
export const sessionOptions = settingsAs(([name, value]) => `-c ${name}=${value}`, ' ');

/**
 * @param url a PostgreSQL connection URL
 * @param options.directUrl PostgreSQL itself, where `url` is that of a pooler such as PgBouncer; `null`: it is none
 * @param options.connections the most connections the pool opens
 * @param options.onIdleError told when an idle connection breaks; the pool replaces it by itself
 * @throws when the server cannot be reached, is older than PostgreSQL 18, or a session is not set as it has to be
 */
export async function connectDatabase(
  url: string,
  options: { directUrl?: string | null; connections?: number; onIdleError?: (error: Error) => void } = {},
): Promise<Database> {
  const directUrl = options.directUrl ?? null;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 5_000,
    // Whoever has several statements at hand may send them all before the first one's answer: see `inOneRoundTrip`.
    pipeline: true,
    stream: messageSocket,
    // A pooler's sessions are not ours to set: it refuses such options, or takes and forgets them.
    ...(directUrl === null && { options: sessionOptions }),
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
  return { url: directUrl ?? url, pool, prisma, replica: null, [Symbol.asyncDispose]: close };
}

function settingsAs(write: (setting: [name: string, value: string]) => string, between: string): string {
  return Object.entries(sessionSettings).map(write).join(between);
}

async function checkSession(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ zone: string; planCacheMode: string; version: number }>(
    `select current_setting('TimeZone') as zone, current_setting('plan_cache_mode') as "planCacheMode",
       current_setting('server_version_num')::int / 10000 as version`,
  );
  const session = rows[0]!;
  if (session.zone !== sessionSettings.TimeZone || session.planCacheMode !== sessionSettings.plan_cache_mode) {
    throw new Error(
      `The database session has TimeZone ${session.zone} and plan_cache_mode ${session.planCacheMode}: the pooler must begin ` +
        `each with "${settingsAs(([name, value]) => `set ${name} = '${value}'`, '; ')}", as connect_query of PgBouncer does.`,
    );
  }
  if (session.version < oldestServerVersion) {
    throw new Error(
      `The database is PostgreSQL ${session.version}; PostgreSQL ${oldestServerVersion} or newer is needed.`,
    );
  }
}
