import type pg from 'pg';
import type { FreshDatabase } from '../support/database.ts';

/** PostgreSQL's clock, standing still until it is told to move: so that the very instant of an end can be met. */
export interface ModelClock {
  readonly now: Date;
  moveTo(instant: Date): Promise<void>;
}

/** Far from the clock of any process that runs this: whoever asks another clock than PostgreSQL's stands out. */
const beginning = new Date('2031-03-30T00:30:00.250Z');

/**
 * Puts a clock in front of PostgreSQL's own: whatever asks for the time in this database is told the model's. Connections
 * opened from now on see it.
 */
export async function installModelClock({ db, url }: FreshDatabase): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await db.query(`
    create schema model;
    -- A sequence is read without a snapshot and inlined into the statement: a table's row costs ten times as much.
    -- Without a log, so that a change of the clock is no transaction that writes.
    create unlogged sequence model.milliseconds;
    select setval('model.milliseconds', ${beginning.getTime()});
    create function model.clock_timestamp() returns timestamptz language sql volatile
      return timestamptz 'epoch' + pg_sequence_last_value('model.milliseconds') * interval '1 millisecond';
    create function model.statement_timestamp() returns timestamptz language sql stable
      return timestamptz 'epoch' + pg_sequence_last_value('model.milliseconds') * interval '1 millisecond';
    alter database "${name}" set search_path = model, pg_catalog, public;
    -- A lock held while the provider is asked would otherwise be waited for forever.
    alter database "${name}" set lock_timeout = '5s';
    set search_path = model, pg_catalog, public;`);
  const { rows } = await db.query<{ statement: string }>(`
    select format('alter table public.%I alter %I set default model.clock_timestamp()', table_name, column_name) as statement
    from information_schema.columns where table_schema = 'public' and column_default ilike '%clock_timestamp()%'`);
  for (const { statement } of rows) await db.query(statement);
}

export async function startModelClock(pool: pg.Pool): Promise<ModelClock> {
  let now = beginning;
  const moveTo = async (instant: Date): Promise<void> => {
    if (instant < now) throw new Error(`Time does not go back from ${now.toISOString()} to ${instant.toISOString()}.`);
    await setClock(pool, instant);
    now = instant;
  };
  await setClock(pool, beginning);
  return {
    get now() {
      return now;
    },
    moveTo,
  };
}

async function setClock(pool: pg.Pool, instant: Date): Promise<void> {
  await pool.query("select setval('model.milliseconds', $1)", [instant.getTime()]);
}
