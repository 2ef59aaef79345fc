import type pg from 'pg';

/** The oldest PostgreSQL that has `uuidv7()`. */
const oldestServerVersion = 18;

const sessionSettings = {
  // Prisma's adapter reads and writes wrong instants in any other time zone.
  TimeZone: 'UTC',
  // One generic plan for a statement and all sellers. A plan for one seller may read and sort all of the seller's
  // rows, because the statistics promise few, instead of following the index in the order of the list.
  plan_cache_mode: 'force_generic_plan',
};

/** The maximum age of a connection: its end frees the statements that PostgreSQL has kept for it. */
export const sessionSeconds = 3_600;

/** The settings in the format of PostgreSQL's startup options. */
export const sessionOptions = settingsAs(([name, value]) => `-c ${name}=${value}`, ' ');

function settingsAs(write: (setting: [name: string, value: string]) => string, between: string): string {
  return Object.entries(sessionSettings).map(write).join(between);
}

/**
 * Checks the settings of a session.
 *
 * @throws when a setting is wrong, or the server is older than PostgreSQL 18
 */
export async function checkSession(pool: pg.Pool): Promise<void> {
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
