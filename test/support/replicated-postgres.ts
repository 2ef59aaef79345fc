import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrateWithLedger } from './migrate-with-ledger.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.ts';
import { findPostmaster } from '../../src/platform/embedded/postmaster.ts';
import { administer } from './administer.ts';
import { freePort } from './free-port.ts';

/** A migrated PostgreSQL and a real standby that follows it. */
export interface ReplicatedPostgres extends AsyncDisposable {
  readonly url: string;
  readonly replicaUrl: string;
  /** Ends the primary at once, as a lost machine does. */
  killPrimary(): Promise<void>;
  /** The standby takes writes from now on, as after a failover. */
  promoteReplica(): Promise<void>;
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'test-replicated-'));
  // Where root runs the tests, PostgreSQL runs as another user, who has to get here.
  await chmod(folder, 0o755);
  const [primaryDir, replicaDir] = ['primary', 'replica'].map((name) => join(folder, name)) as [string, string];
  const primary = await startEmbeddedPostgres({ dataDir: primaryDir, settings: { fsync: 'off' } });
  await migrateWithLedger(primary.url);
  await copyRunning(primary.url, primaryDir, replicaDir);

  const { hostname, port: primaryPort, username, password } = new URL(primary.url);
  const port = await freePort();
  const replicaUrl = new URL(primary.url);
  replicaUrl.port = String(port);
  const replica = await startEmbeddedPostgres({
    dataDir: replicaDir,
    port,
    settings: {
      fsync: 'off',
      primary_conninfo: `host=${hostname} port=${primaryPort} user=${username} password=${password}`,
      // A primary that has nothing to say is asked again soon.
      wal_retrieve_retry_interval: '100ms',
    },
  });
  return {
    url: primary.url,
    replicaUrl: replicaUrl.href,
    async killPrimary() {
      const { pid } = findPostmaster({ data: join(primaryDir, 'postgres') })!;
      const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
        .split('\n')
        .map((line) => line.trim().split(/\s+/).map(Number))
        .filter(([, parent]) => parent === pid);
      for (const each of [pid, ...children.map(([child]) => child!)]) process.kill(each, 'SIGKILL');
      await primary.ended;
    },
    promoteReplica: () => administer(replicaUrl.href, 'select pg_promote()'),
    async [Symbol.asyncDispose]() {
      await replica[Symbol.asyncDispose]();
      await primary[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** What `pg_basebackup` does, which the npm package does not bring. */
async function copyRunning(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('a standby', fast => true)`);
    execFileSync('cp', ['-a', from, to]);
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop()');
    const data = join(to, 'postgres');
    const { uid, gid } = await stat(data);
    for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(data, name), { force: true });
    for (const [name, text] of Object.entries({ backup_label: rows[0]!.label, 'standby.signal': '' })) {
      await writeFile(join(data, name), text);
      await chown(join(data, name), uid, gid);
    }
  } finally {
    await client.end();
  }
}
