// `npm run cli -- backup [FOLDER]`: copies the embedded database into a folder, also while the service runs on it. With --url it
// prints the address of the database instead, for pg_dump.
import path from 'node:path';
import { makeBackup } from '../backups/make-backup.ts';
import { readConfig } from '../../platform/config.ts';
import { CannotStart } from '../../core/cannot-start.ts';
import { startEmbeddedPostgres } from '../../platform/embedded/embedded-postgres.ts';
import { findEmbeddedDatabase } from '../../platform/embedded/find-embedded-database.ts';
import { findPostgresHome } from '../../platform/embedded/postgres-home.ts';
import { runCommand } from '../start/run-command.ts';

await runCommand(async () => {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl !== null) {
    throw new CannotStart(
      'This copies the database that the service brings along. DATABASE_URL is yours to copy: with pg_dump, or better with continuous archiving.',
    );
  }
  const running = await findEmbeddedDatabase(dataDir);
  if (process.argv[2] === '--url') {
    if (running === null) throw new CannotStart('No database is running here: start the service with "npm start".');
    console.log(running);
    return;
  }
  if (findPostgresHome(dataDir) === null) throw new CannotStart(`There is no database in ${path.resolve(dataDir)}.`);
  const instant = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const folder = path.resolve(process.argv[2] ?? path.join(dataDir, 'backups', `auctions-${instant}Z`));
  await using closing = new AsyncDisposableStack();
  await makeBackup(running ?? closing.use(await startEmbeddedPostgres({ dataDir })).url, folder);
  console.log(`Copied into ${folder}. Keep it as you keep secrets, and on another machine.`);
});
