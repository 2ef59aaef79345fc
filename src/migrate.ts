// `npm run migrate`: applies the migrations that the database of DATABASE_URL, or the embedded one here, has not seen.
import { readConfig } from './platform/config.ts';
import { applyMigrations } from './platform/db/migrate.ts';
import { startEmbeddedPostgres } from './platform/embedded/embedded-postgres.ts';
import { findEmbeddedDatabase } from './platform/embedded/find-embedded-database.ts';
import { runCommand } from './operations/start/run-command.ts';

await runCommand(async () => {
  const config = readConfig(process.env);
  await using closing = new AsyncDisposableStack();
  const url =
    config.databaseDirectUrl ??
    config.databaseUrl ??
    (await findEmbeddedDatabase(config.dataDir)) ??
    closing.use(await startEmbeddedPostgres({ dataDir: config.dataDir })).url;
  const applied = await applyMigrations(url);
  for (const name of applied) console.log(`Applied ${name}`);
  if (applied.length === 0) console.log('The database is up to date.');
});
