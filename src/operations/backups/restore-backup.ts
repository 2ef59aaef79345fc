import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { CannotStart } from '../../core/cannot-start.ts';
import { applyMigrations } from '../../platform/db/migrate.ts';
import { SteadyClient } from '../../platform/db/steady-client.ts';
import { unknownMigrations } from '../../platform/db/migrations.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/embedded/embedded-postgres.ts';
import { installedBinaries, majorVersion } from '../../platform/embedded/postgres-binaries.ts';
import {
  findPostgresHome,
  openPostgresHome,
  removeOtherHomes,
  restoredFolder,
  type RunAs,
  useHome,
} from '../../platform/embedded/postgres-home.ts';
import { AlreadyRunning } from '../../platform/embedded/postmaster.ts';
import { holdAllSettlement } from '../../settlement/recognize-database.ts';
import { checkSums, sumsFile } from './make-backup.ts';

/**
 * Brings a backup up next to the present database, and puts it in its place in one step. Until then the present database
 * stays as it is.
 *
 * @param options.force replaces a database that is there
 * @returns PostgreSQL's instant of the backup
 * @throws CannotStart when the backup is damaged or of a newer version, would replace a database without `force`, or the
 *   service runs
 */
export async function restoreBackup(
  dataDir: string,
  backup: string,
  { force }: { force: boolean },
): Promise<{ takenAt: string }> {
  const takenAt = await readInstant(backup);
  const present = findPostgresHome(dataDir);
  if (present !== null && !force) {
    throw new CannotStart(
      `${present.folder} holds a database already: restore into another DATA_DIR, or replace it with --force.`,
    );
  }
  const { base, runAs } = openPostgresHome(dataDir);
  const building = restoredFolder(base);
  {
    await using _running = present === null ? null : await keepOthersOut(dataDir);
    try {
      await copyBack(backup, building, runAs);
      await bringUp(building, takenAt);
      useHome(base, building);
    } catch (error) {
      await rm(building, { recursive: true, force: true });
      throw error;
    }
  }
  removeOtherHomes(base);
  return { takenAt };
}

/** Reads when the backup was made, by a PostgreSQL whose data this one takes. */
async function readInstant(backup: string): Promise<string> {
  if (!existsSync(path.join(backup, sumsFile))) {
    throw new CannotStart(`${backup} is no backup of this service: it has no ${sumsFile}.`);
  }
  const made = (await readFile(path.join(backup, 'postgres/PG_VERSION'), 'utf8')).trim();
  const ours = majorVersion(installedBinaries());
  if (made !== ours) {
    throw new CannotStart(
      `The backup was made by PostgreSQL ${made}, and this service brings PostgreSQL ${ours}: restore it with the version of the service that made it, and move the data with pg_dump.`,
    );
  }
  const label = await readFile(path.join(backup, 'postgres/backup_label'), 'utf8');
  return /^START TIME: (.*)$/m.exec(label)![1]!;
}

/** Runs the present server, so that no service starts on it meanwhile; `null`: it cannot start for anybody. */
async function keepOthersOut(dataDir: string): Promise<EmbeddedPostgres | null> {
  try {
    return await startEmbeddedPostgres({ dataDir });
  } catch (error) {
    if (error instanceof AlreadyRunning) {
      throw new CannotStart(`The service runs on ${path.resolve(dataDir)}: stop it first.`, { cause: error });
    }
    if (error instanceof CannotStart) return null;
    throw error;
  }
}

async function copyBack(backup: string, building: string, runAs: RunAs): Promise<void> {
  await cp(backup, building, { recursive: true });
  await checkSums(building);
  // A copy that went through another machine may have lost its modes, and PostgreSQL insists on this one.
  await chmod(path.join(building, 'postgres'), 0o700);
  if (runAs !== null) spawnSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, building]);
}

/** Lets PostgreSQL recover the copy, migrates it to this version, and holds settlement. */
async function bringUp(building: string, takenAt: string): Promise<void> {
  await using server = await startEmbeddedPostgres({ dataDir: building });
  await using client = await SteadyClient.open({ connectionString: server.url });
  const unknown = await unknownMigrations(client);
  if (unknown.length > 0) {
    throw new CannotStart(
      `The backup was made by a newer version of the service, with ${unknown.join(', ')}: install that version first.`,
    );
  }
  await applyMigrations(server.url);
  // Settlement waits until a worker has compared the books with the payments that were made since the backup.
  await holdAllSettlement(client, 'restored', new Date(takenAt));
  await client.query('delete from database_marks');
}
