// `npm run migrate:new -- name`: writes the migration that schema.prisma is ahead of prisma/migrations, for you to complete.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../src/platform/config.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded/embedded-postgres.ts';
import { findEmbeddedDatabase } from '../src/platform/embedded/find-embedded-database.ts';
import { runCommand } from '../src/operations/start/run-command.ts';
import { writeMigration } from './write-migration.ts';

await runCommand(async () => {
  const { databaseUrl, dataDir } = readConfig(process.env);
  const name = process.argv.slice(2).join(' ');
  await using closing = new AsyncDisposableStack();
  const url = databaseUrl ?? (await findEmbeddedDatabase(dataDir)) ?? (await startPassingServer(closing));
  const folder = await writeMigration(url, { name, now: new Date() });
  if (folder === null) console.log('There is nothing to migrate: the migrations add up to schema.prisma.');
  else console.log(`Wrote ${path.relative('', folder)}: read it, and add what schema.prisma cannot say.`);
});

/** Migrations are replayed in a database that is dropped again: any server will do. */
async function startPassingServer(closing: AsyncDisposableStack): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'auction-migrate-'));
  closing.defer(() => rm(dataDir, { recursive: true }));
  return closing.use(await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })).url;
}
