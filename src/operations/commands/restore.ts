// `npm run cli -- restore FOLDER [--force]`: puts a folder that `npm run cli -- backup` wrote in the place of the embedded database.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../backups/restore-backup.ts';
import { readConfig } from '../../platform/config.ts';
import { CannotStart } from '../../core/cannot-start.ts';
import { runCommand } from '../start/run-command.ts';

await runCommand(async () => {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl !== null) {
    throw new CannotStart(
      'This restores the database that the service brings along: run it without DATABASE_URL. For one of your own use pg_restore.',
    );
  }
  const { values, positionals } = parseArgs({ options: { force: { type: 'boolean' } }, allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined) throw new CannotStart('Usage: npm run cli -- restore FOLDER [--force]');
  const { takenAt } = await restoreBackup(dataDir, path.resolve(folder), { force: values.force === true });
  console.log(`Restored the backup of ${takenAt}. "npm start" goes on from there.`);
  console.log('No auction is settled until a worker has compared the books with the payments at the providers.');
});
