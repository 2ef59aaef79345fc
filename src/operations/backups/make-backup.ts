import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { CannotStart } from '../../core/cannot-start.ts';
import { SteadyClient } from '../../platform/db/steady-client.ts';
import { installedBinaries, program } from '../../platform/embedded/postgres-binaries.ts';

/**
 * Copies PostgreSQL's data folder while the server runs: what PostgreSQL's documentation calls a low-level base backup. The
 * copy has the files of a DATA_DIR, `postgres` and `postgres-password`, and the SHA-256 of each. Nobody waits for it.
 *
 * @param url of the embedded database: the server must run on this machine
 * @param folder is made, and has this name only once the copy is complete and on disk
 */
export async function makeBackup(url: string, folder: string): Promise<void> {
  if (existsSync(folder)) throw new CannotStart(`${folder} exists already: name a new folder.`);
  const partial = `${folder}.partial`;
  await using client = await SteadyClient.open({ connectionString: url });
  try {
    await rm(partial, { recursive: true, force: true });
    // The copy contains everything, including digests of keys.
    await mkdir(partial, { recursive: true, mode: 0o700 });
    await copyData(client, path.join(partial, 'postgres'));
    await writeFile(path.join(partial, 'postgres-password'), new URL(url).password, { mode: 0o600, flush: true });
    await writeFile(path.join(partial, sumsFile), (await sumsOf(partial)).join(''), { flush: true });
    writeToDisk(path.join(partial, 'postgres'));
    await rename(partial, folder);
    await markBackup(client);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** Records the instant, for the age of the last backup. */
async function markBackup(client: pg.Client): Promise<void> {
  await client.query(
    `insert into backup_marks default values on conflict (mark_id) do update set made_at = excluded.made_at`,
  );
}

async function copyData(client: pg.Client, to: string): Promise<void> {
  // The slot keeps the WAL of the copy until this connection ends: checkpoints would remove it.
  await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`);
  const begin = await client.query<{ data: string; firstWal: string }>(
    `select current_setting('data_directory') as data,
       pg_walfile_name(pg_backup_start('auction-service', fast => true)) as "firstWal"`,
  );
  const { data, firstWal } = begin.rows[0]!;
  await copyFolder(data, to);
  const end = await client.query<{ label: string; lastWal: string }>(
    `select labelfile as label, pg_walfile_name(lsn) as "lastWal" from pg_backup_stop(wait_for_archive => false)`,
  );
  const { label, lastWal } = end.rows[0]!;
  for (const name of await readdir(path.join(data, 'pg_wal'))) {
    const isNeeded = /^[\dA-F]{24}$/.test(name) && name >= firstWal && name <= lastWal;
    if (isNeeded) await copyIfPresent(path.join(data, 'pg_wal', name), path.join(to, 'pg_wal', name));
  }
  await writeFile(path.join(to, 'backup_label'), label, { mode: 0o600 });
}

/** The WAL is copied at the end. A slot or a lock file in a copy would be taken for one of the new server. */
const leftOut = /^(pg_wal|pg_replslot)\/|^postmaster\./;

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = path.join(entry.parentPath, entry.name);
    const name = path.relative(from, source);
    if (leftOut.test(name)) continue;
    if (entry.isDirectory()) await mkdir(path.join(to, name), { mode: 0o700 });
    else if (entry.isFile()) await copyIfPresent(source, path.join(to, name));
    else throw new CannotStart(`${source} is a link, and backups copy no other folder: use pg_dump.`);
  }
}

/** PostgreSQL goes on writing and deleting files, and its WAL has what the copy lacks. */
async function copyIfPresent(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** `initdb` brings what this needs: it writes the files and the folders to disk, and does nothing else. */
function writeToDisk(data: string): void {
  const { status, stderr } = spawnSync(program(installedBinaries(), 'initdb'), ['--sync-only', '--pgdata', data], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The copy could not be written to disk: ${stderr}`);
}

/** The file of a backup that `sha256sum --check` reads. */
export const sumsFile = 'SHA256SUMS';

/** Returns the lines that `sha256sum` prints for all files below a folder but this list itself, with their line ends. */
async function sumsOf(folder: string): Promise<string[]> {
  const lines: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file);
    if (!entry.isFile() || name === sumsFile) continue;
    lines.push(`${await sha256(file)}  ${name}\n`);
  }
  return lines;
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Compares the files below a folder with its list.
 *
 * @throws CannotStart when a file is missing, damaged or not in the list
 */
export async function checkSums(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, sumsFile), 'utf8');
  const listed = new Set(list.split(/(?<=\n)/));
  const differing = listed.symmetricDifference(new Set(await sumsOf(folder)));
  if (differing.size === 0) return;
  const names = new Set([...differing].map((line) => line.trimEnd().replace(/^\w+ +/, '')));
  throw new CannotStart(`The backup is damaged: ${[...names].join(', ')} is not as it was written.`);
}
