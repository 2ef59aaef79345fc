import pg from 'pg';
import { CannotStart } from '../core/cannot-start.ts';
import { prismaFolder, readMigrations, readModels } from './migrations-folder.ts';
import { allTables, withSchemaEngine } from './schema-engine.ts';
import { SteadyClient } from './steady-client.ts';
import { withAdvisoryLock } from './with-advisory-lock.ts';

/** The service's own lock: one process migrates at a time. */
const migratingLock = 'auction-service: migrate';

/** Prisma's lock: the number that `prisma migrate deploy` locks while it works. */
const prismaLock = 72_707_369;

/**
 * Applies the missing migrations, each in one transaction, and records them as `prisma migrate deploy` does. Safe to
 * call from many processes at once.
 *
 * @param folder holds schema.prisma and migrations/
 * @returns the names of the migrations applied now, oldest first
 * @throws CannotStart when one fails; its changes are rolled back
 */
export async function applyMigrations(url: string, folder = prismaFolder): Promise<string[]> {
  const [models, migrationsList] = await Promise.all([readModels(folder), readMigrations(folder)]);
  const client = new SteadyClient({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await withAdvisoryLock(client, migratingLock, async () => {
      await withAdvisoryLock(client, prismaLock, () => forgetInterrupted(client));
      const { appliedMigrationNames } = await withSchemaEngine(url, models, (engine) =>
        engine.applyMigrations({ migrationsList, filters: allTables }),
      );
      return appliedMigrationNames;
    });
  } catch (error) {
    throw await explain(client, error);
  } finally {
    await client.end();
  }
}

/**
 * Deletes the record of an interrupted migration. Prisma keeps a failed migration recorded as begun, and then refuses
 * to continue until a person resolves it. PostgreSQL has rolled the migration back as a whole, so that a retry is
 * safe.
 */
async function forgetInterrupted(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as known`,
  );
  if (rows[0]?.known !== true) return;
  await client.query(
    'update _prisma_migrations set rolled_back_at = clock_timestamp() where finished_at is null and rolled_back_at is null',
  );
}

async function explain(client: pg.Client, error: unknown): Promise<unknown> {
  if (!(error instanceof pg.DatabaseError)) return error;
  const { rows } = await client.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations where finished_at is null and rolled_back_at is null',
  );
  if (rows[0] === undefined) return error;
  return new CannotStart(
    `The migration ${rows[0].name} failed and was rolled back: ${error.message} (${error.code}).`,
    {
      cause: error,
    },
  );
}
