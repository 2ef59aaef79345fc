import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PooledDatabase } from '../src/platform/db/database.ts';
import { connectDatabase } from '../src/platform/db/connect-database.ts';
import { applyMigrations } from '../src/platform/db/migrate.ts';
import { migrationNames } from '../src/platform/db/migrations.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded/embedded-postgres.ts';
import { migrateWithLedger } from '../test/support/migrate-with-ledger.ts';

const here = path.resolve(import.meta.dirname, '..');

/**
 * A migrated, empty database on a PostgreSQL of its own, as durable as PostgreSQL comes.
 *
 * @param closing takes what is to be closed again
 * @param options.checkout whose migrations it has: this one, with the ledger by which the books are checked, unless an earlier one is named
 */
export async function openTemporaryDatabase(
  closing: AsyncDisposableStack,
  settings: Readonly<Record<string, string>> = {},
  options: { readonly checkout?: string } = {},
): Promise<PooledDatabase> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'auction-bench-'));
  closing.defer(() => rm(dataDir, { recursive: true }));
  // Root's PostgreSQL is another user's: it would put its files where nobody deletes them.
  await chmod(dataDir, 0o755);
  const server = closing.use(
    // A checkpoint in the middle of the seeding would only delay it.
    await startEmbeddedPostgres({ dataDir, settings: { max_wal_size: '8GB', ...settings } }),
  );
  const { checkout = here } = options;
  if (checkout === here) await migrateWithLedger(server.url);
  else await applyMigrations(server.url, path.join(checkout, 'prisma'));
  return closing.use(await connectDatabase(server.url));
}

/** Lets an earlier version start on a database of this one: it looks for the names of its own migrations. */
export async function recordMigrationsOf(checkout: string, db: PooledDatabase): Promise<void> {
  const names = await migrationNames(path.join(checkout, 'prisma'));
  await db.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
     select gen_random_uuid(), '', name, clock_timestamp() from unnest($1::text[]) name
     where name not in (select migration_name from _prisma_migrations)`,
    [names],
  );
}
