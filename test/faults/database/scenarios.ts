import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrateWithLedger } from '../../support/migrate-with-ledger.ts';
import { startEmbeddedPostgres } from '../../../src/platform/embedded/embedded-postgres.ts';
import { findPostgresHome } from '../../../src/platform/embedded/postgres-home.ts';
import { administer, databaseUrl } from '../../support/administer.ts';
import { startReplicatedPostgres } from '../../support/replicated-postgres.ts';
import { startSwitchingProxy } from '../../support/switching-proxy.ts';

/** A database that fails, and works again. */
export interface Scenario {
  readonly name: string;
  /** @param closing collects what must be closed */
  prepare(closing: AsyncDisposableStack): Promise<Prepared>;
}

export interface Prepared {
  /** The address that the service has, before and after. */
  readonly url: string;
  /** Makes the database fail. Returns when it still fails, after a while. */
  fail(): Promise<void>;
  mend(): Promise<void>;
  /** How the fault was made, where that was not the real one. */
  readonly note?: string;
}

/** Long enough that each bidder meets the fault several times. */
const failsForMs = 4_000;

/** The primary is lost, its address leads to the synchronous standby, which is promoted seconds later. */
const failover: Scenario = {
  name: 'The primary is lost, and its standby is promoted',
  async prepare(closing) {
    const servers = closing.use(await startReplicatedPostgres());
    await administer(servers.url, `alter system set synchronous_standby_names = '*'`);
    await administer(servers.url, 'select pg_reload_conf()');
    const proxy = closing.use(await startSwitchingProxy(servers.url));
    return {
      url: proxy.url,
      async fail() {
        await servers.killPrimary();
        await delay(500);
        // From now on it is a standby that the service is connected to.
        proxy.leadTo(servers.replicaUrl);
        await delay(failsForMs);
      },
      mend: () => servers.promoteReplica(),
    };
  },
};

/** The tables are on a file system of their own, which somebody else fills. */
const fullDisk: Scenario = {
  name: 'The disk is full',
  async prepare(closing) {
    const folder = await makeFolder(closing);
    const server = closing.use(
      await startEmbeddedPostgres({ dataDir: join(folder, 'server'), settings: { fsync: 'off' } }),
    );
    const disk = join(folder, 'disk');
    await mkdir(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk], { stdio: 'pipe' });
    } catch (error) {
      return await simulateFullDisk(server.url, (error as Error).message.trim());
    }
    closing.defer(() => void execFileSync('umount', ['--lazy', disk]));
    const { uid, gid } = await stat(findPostgresHome(join(folder, 'server'))!.data);
    const tables = join(disk, 'tables');
    await mkdir(tables);
    await chown(tables, uid, gid);
    await administer(server.url, `create tablespace small location '${tables}'`);
    await administer(server.url, 'create database service tablespace small');
    const url = databaseUrl(server.url, 'service');
    await migrateWithLedger(url);
    const ballast = join(disk, 'ballast');
    return {
      url,
      async fail() {
        await fill(ballast);
        await delay(failsForMs);
      },
      mend: () => rm(ballast),
    };
  },
};

/** Writes until there is no room left. */
async function fill(file: string): Promise<void> {
  for (const size of [1024 * 1024, 4_096]) {
    const piece = Buffer.alloc(size);
    try {
      for (;;) await writeFile(file, piece, { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

/** Where nothing may be mounted: the tables themselves refuse every write with PostgreSQL's code for a full disk. */
async function simulateFullDisk(url: string, reason: string): Promise<Prepared> {
  await migrateWithLedger(url);
  const tables = ['auctions', 'authorizations', 'bids'];
  return {
    url,
    note: `by triggers, as no disk could be mounted: ${reason}`,
    async fail() {
      await administer(
        url,
        `create function disk_is_full() returns trigger language plpgsql as $$
           begin raise exception 'No space left on device' using errcode = '53100'; end $$`,
      );
      for (const table of tables) {
        await administer(
          url,
          `create trigger full_disk before insert or update on ${table} for each statement execute function disk_is_full()`,
        );
      }
      await delay(failsForMs);
    },
    mend: () => administer(url, 'drop function disk_is_full() cascade'),
  };
}

const maxConnections = 30;

/** Others take every connection of the server, those of the service too. */
const noConnections: Scenario = {
  name: 'No connection is left',
  async prepare(closing) {
    const folder = await makeFolder(closing);
    const settings = {
      fsync: 'off',
      max_connections: String(maxConnections),
      // The service's user is a superuser here.
      superuser_reserved_connections: '0',
    };
    const server = closing.use(await startEmbeddedPostgres({ dataDir: join(folder, 'server'), settings }));
    await migrateWithLedger(server.url);
    const held: pg.Client[] = [];
    return {
      url: server.url,
      async fail() {
        const until = performance.now() + failsForMs;
        while (performance.now() < until) {
          if (!(await holdOne(server.url, held))) await delay(20);
          await held[0]!.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
               where backend_type = 'client backend' and application_name <> 'holder' limit 2`,
          );
        }
      },
      async mend() {
        await Promise.all(held.splice(0).map((client) => client.end()));
      },
    };
  },
};

async function holdOne(connectionString: string, held: pg.Client[]): Promise<boolean> {
  const client = new pg.Client({ connectionString, application_name: 'holder' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    held.push(client);
    return true;
  } catch {
    if (held.length === 0) throw new Error('No connection could be taken.');
    return false;
  }
}

async function makeFolder(closing: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'auction-faults-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  // Where root runs this, PostgreSQL runs as another user, who has to get here.
  await chmod(folder, 0o755);
  return folder;
}

export const scenarios: readonly Scenario[] = [failover, fullDisk, noConnections];
