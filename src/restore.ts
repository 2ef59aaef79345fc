// `npm run restore -- FILE [--force]`: rebuilds the embedded database from a file that `npm run backup` wrote.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from './backups/restore-backup.ts';
import { readConfig } from './config.ts';
import { CannotStart } from './core/cannot-start.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { findEmbeddedDatabase } from './embedded/find-embedded-database.ts';
import { runCommand } from './start/run-command.ts';

await runCommand(async () => {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl !== null) {
    throw new CannotStart('This restores the database that the service brings along: run it without DATABASE_URL.');
  }
  const { values, positionals } = parseArgs({ options: { force: { type: 'boolean' } }, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined) throw new CannotStart('Usage: npm run restore -- FILE [--force]');
  if ((await findEmbeddedDatabase(dataDir)) !== null) {
    throw new CannotStart(`The service runs on ${path.resolve(dataDir)}: stop it first.`);
  }
  await using server = await startEmbeddedPostgres({ dataDir });
  const tables = await restoreBackup(server.url, path.resolve(file), { force: values.force === true });
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  console.log(`Restored ${rows} rows of ${Object.keys(tables).length} tables. "npm start" goes on from there.`);
  console.log('No auction is settled until a worker has compared the books with the payments at the providers.');
});
