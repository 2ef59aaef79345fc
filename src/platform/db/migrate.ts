import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CannotStart } from '../../core/cannot-start.ts';
import { pendingMigrations, prismaFolder } from './migrations.ts';
import { sessionOptions } from './session.ts';
import { SteadyClient } from './steady-client.ts';

/** One process migrates at a time: this is the number that `prisma migrate deploy` locks while it works. */
const prismaLock = 72_707_369;

/**
 * The maximum time that a statement of a migration waits for a lock. All later statements on the table queue behind it: a
 * migration that waited a minute for a reader would stop every bid for that minute.
 */
const lockTimeoutMs = 200;

/** The pause between two attempts: the statements that queued behind the last one run meanwhile. */
const pauseMs = 1_000;

/** Longer than any reader that an operator has not forgotten. */
const givesUpAfterMs = 10 * 60_000;

const lockNotAvailable = '55P03';

/**
 * Applies the missing migrations in order, and records them as `prisma migrate deploy` does. Safe to call from many
 * processes at once.
 *
 * @param folder holds migrations/
 * @returns the names of the migrations applied now, oldest first
 * @throws CannotStart when one fails, or the locks of one were not free for ten minutes; its changes are rolled back
 */
export async function applyMigrations(url: string, folder = prismaFolder): Promise<string[]> {
  await using client = await SteadyClient.open({ connectionString: url, options: sessionOptions });
  await lockMigrations(client);
  await prepareTable(client);
  const names = await pendingMigrations(client, folder);
  for (const name of names) {
    const script = await readFile(path.join(folder, 'migrations', name, 'migration.sql'), 'utf8');
    await applyPatiently(client, name, script);
  }
  return names;
}

/**
 * Locks migrations until the connection ends. Polls for the lock: a statement that waits inside PostgreSQL would block
 * `create index concurrently` in the session that has the lock.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isLocked: boolean }>('select pg_try_advisory_lock($1) as "isLocked"', [
      prismaLock,
    ]);
    if (rows[0]!.isLocked) return;
    await sleep(50);
  }
}

/** Creates Prisma's table of applied migrations, and marks those as rolled back that never finished. */
async function prepareTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean; table: string | null }>(`
    select to_regclass('_prisma_migrations') is not null as "isThere", min(relname) as table
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`);
  const { isThere, table } = rows[0]!;
  if (!isThere && table !== null) {
    throw new CannotStart(
      `The database has the table ${table} of another program: give the service an empty database.`,
    );
  }
  await client.query(`
    create table if not exists _prisma_migrations (
      id varchar(36) primary key,
      checksum varchar(64) not null,
      finished_at timestamptz,
      migration_name varchar(255) not null,
      logs text,
      rolled_back_at timestamptz,
      started_at timestamptz not null default now(),
      applied_steps_count integer not null default 0
    )`);
  // Prisma and earlier versions of the service record a migration before they run it, and PostgreSQL undoes what was interrupted.
  await client.query(
    'update _prisma_migrations set rolled_back_at = clock_timestamp() where finished_at is null and rolled_back_at is null',
  );
}

/** Repeats a migration until its locks are free. */
async function applyPatiently(client: pg.Client, name: string, script: string): Promise<void> {
  for (const givesUpAtMs = performance.now() + givesUpAfterMs; ; await sleep(pauseMs)) {
    try {
      return await apply(client, name, script);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      if (error.code === lockNotAvailable && performance.now() < givesUpAtMs) continue;
      throw new CannotStart(`The migration ${name} failed and was rolled back: ${error.message} (${error.code}).`, {
        cause: error,
      });
    }
  }
}

async function apply(client: pg.Client, name: string, script: string): Promise<void> {
  // Nobody queues behind an index that is built concurrently, and an aborted one would stay, unusable.
  const isConcurrent = /\bconcurrently\b/i.test(script);
  await client.query(`set lock_timeout = ${isConcurrent ? 0 : lockTimeoutMs}`);
  const checksum = createHash('sha256').update(script).digest('hex');
  const record = `
    insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    values (gen_random_uuid(), '${checksum}', ${pg.escapeLiteral(name)}, clock_timestamp(), 1)`;
  // PostgreSQL runs the statements of one query as one transaction, which such an index, and a statement that commits, cannot be in.
  const standsAlone = isConcurrent || /\bcommit\b/i.test(script);
  for (const query of standsAlone ? [script, record] : [`${script}\n;${record}`]) await client.query(query);
}
