// `npm run backup [-- FILE]`: copies all that the embedded database holds into a file, also while the service runs on it.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { makeBackup } from './backups/make-backup.ts';
import { readConfig } from './config.ts';
import { CannotStart } from './core/cannot-start.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { findEmbeddedDatabase } from './embedded/find-embedded-database.ts';
import { findPostgresHome } from './embedded/postgres-home.ts';
import { runCommand } from './start/run-command.ts';

await runCommand(async () => {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl !== null) {
    throw new CannotStart(
      'This copies the database that the service brings along. DATABASE_URL is yours to copy: with pg_dump, or better with continuous archiving.',
    );
  }
  if (findPostgresHome(dataDir) === null) throw new CannotStart(`There is no database in ${path.resolve(dataDir)}.`);
  const instant = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const file = path.resolve(process.argv[2] ?? path.join(dataDir, 'backups', `auctions-${instant}Z.backup`));
  mkdirSync(path.dirname(file), { recursive: true });
  await using closing = new AsyncDisposableStack();
  const url = (await findEmbeddedDatabase(dataDir)) ?? closing.use(await startEmbeddedPostgres({ dataDir })).url;
  const tables = await makeBackup(url, file);
  for (const [table, { rows }] of Object.entries(tables))
    if (rows > 0) console.log(`${String(rows).padStart(9)}  ${table}`);
  console.log(`Copied into ${file}, and read again. Keep it as you keep secrets, and on another machine.`);
});
