import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/platform/config.ts';
import { describeWith, testWith } from '../support/describe-with.ts';
import { freePort } from '../support/free-port.ts';
import { requireProgram } from '../support/optional-programs.ts';
import { composeSchema } from './compose-schema.ts';
import type { ComposeConfig } from './engine-stand-in.ts';

// The guide itself is followed word for word by `npm run deep -- check:docker`.

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFile(join(root, name), 'utf8');
const overlay = parse(await read('docker-compose.one-server.yml'), { merge: true }) as {
  services: Record<string, { image?: string; ports?: string[] } & Record<string, unknown>>;
};
const caddy = overlay.services['caddy']!;

test('docker-compose.one-server.yml keeps the Compose Specification', () => {
  const isValid = composeSchema();
  isValid(overlay);
  expect(isValid.errors).toBe(null);
});

test('Caddy runs without rights but that to listen, writes only its certificates, and its log is bounded', () => {
  expect(caddy).toMatchObject({
    cap_drop: ['ALL'],
    cap_add: ['NET_BIND_SERVICE'],
    read_only: true,
    security_opt: ['no-new-privileges:true'],
    logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
    volumes: ['./deploy/one-server:/etc/caddy:ro', 'caddy:/data'],
  });
  expect(caddy.image).toMatch(/^caddy:\d+\.\d+\.\d+@sha256:[0-9a-f]{64}$/);
});

test('only Caddy of the overlay is reached from outside', () => {
  const published = Object.entries(overlay.services).filter(([, { ports }]) => ports !== undefined);
  expect(published.map(([name, { ports }]) => [name, ports])).toEqual([['caddy', ['80:80', '443:443', '443:443/udp']]]);
});

test('Caddy keeps a connection to the service for less time than the service does', async () => {
  const [, seconds] = /keepalive (\d+)s/.exec(await read('deploy/one-server/Caddyfile'))!;
  expect(Number(seconds) * 1_000).toBeLessThan(readConfig({}).keepAliveMs);
});

describeWith('compose', 'as Docker Compose reads them', () => {
  const given = {
    COMPOSE_FILE: 'docker-compose.yml:docker-compose.one-server.yml',
    POSTGRES_PASSWORD: 'secret',
    SECRETS_KEY: 'a'.repeat(64),
  };
  const compose = (env: Record<string, string>) =>
    spawnSync(requireProgram('compose'), ['config', '--format', 'json'], { cwd: root, env, encoding: 'utf8' });

  test('every process has the address of the domain, and believes the one proxy before it', () => {
    const { stdout } = compose({ ...given, DOMAIN: 'auctions.example.com' });
    const { services } = JSON.parse(stdout) as ComposeConfig;
    for (const name of ['migrate', 'api', 'worker']) {
      const set = Object.entries(services[name]!.environment!).filter(([, value]) => value !== null);
      expect(readConfig(Object.fromEntries(set) as Record<string, string>)).toMatchObject({
        publicUrl: 'https://auctions.example.com',
        trustedProxies: 1,
        databaseUrl: 'postgres://auction:secret@postgres:5432/auction',
      });
    }
  });

  test('without a domain nothing is started', () => {
    const { status, stderr } = compose(given);
    expect(stderr).toContain('DOMAIN');
    expect(status).not.toBe(0);
  });
});

testWith('caddy', 'the Caddyfile is valid, and formatted as Caddy formats it', () => {
  const file = join(root, 'deploy/one-server/Caddyfile');
  const run = (...args: string[]) =>
    spawnSync(requireProgram('caddy'), args, { env: { DOMAIN: 'a.example.com' } }).status;
  expect(run('validate', '--adapter', 'caddyfile', '--config', file)).toBe(0);
  expect(run('fmt', '--diff', file)).toBe(0);
});

testWith('caddy', 'Caddy closes /admin and /metrics to all but operators, and leaves /mail-events open', async () => {
  const service = createServer((_, answer) => answer.end('the service')).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const folder = await mkdtemp(join(tmpdir(), 'auction-caddy-'));
  const file = join(folder, 'Caddyfile');
  const given = await read('deploy/one-server/Caddyfile');
  await writeFile(file, `{\n\tadmin off\n}\n${given.replace('api:4000', `127.0.0.1:${port}`)}`);
  const paths = [
    '/admin',
    '/admin/queues',
    '/metrics',
    '/mail-events/token',
    '/provider-events/stripe',
    '/v1/auctions',
  ];
  const statuses = async (operators: string) => {
    const at = await freePort();
    const env = { DOMAIN: `http://127.0.0.1:${at}`, OPERATORS: operators, HOME: folder };
    const running = spawn(requireProgram('caddy'), ['run', '--adapter', 'caddyfile', '--config', file], {
      env,
      stdio: 'ignore',
    });
    try {
      const ask = async (path: string) => (await fetch(`http://127.0.0.1:${at}${path}`)).status;
      await vi.waitUntil(() => ask('/v1/auctions').catch(() => null), { timeout: 20_000, interval: 100 });
      return await Promise.all(paths.map(ask));
    } finally {
      running.kill();
      await once(running, 'exit');
    }
  };
  expect(await statuses('192.0.2.1')).toEqual([404, 404, 404, 200, 200, 200]);
  expect(await statuses('192.0.2.1 127.0.0.1')).toEqual([200, 200, 200, 200, 200, 200]);
  service.close();
  await rm(folder, { recursive: true });
});

describe('the backup', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'auction-backup-'));
    await mkdir(join(folder, 'copies'));
    await writeFile(join(folder, 'copies/auctions-20200101T033000Z.dump'), 'an old copy');
    await utimes(join(folder, 'copies/auctions-20200101T033000Z.dump'), 0, 0);
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Runs the script with a `docker` that answers as given: what the restore ends with, the bids in the copy, and doctor's lines. */
  async function backUp({
    restore = 0,
    bids = 7,
    doctor = 'ok      Migrations: All are applied.',
  }): Promise<number | null> {
    const docker = `#!/bin/bash
case "$*" in
  *pg_dump*) echo dump ;;
  *pg_restore*) exit ${restore} ;;
  *psql*auction_trial*) echo ${bids} ;;
  *psql*) echo 7 ;;
  *doctor*) printf '${doctor.replaceAll('\n', '\\n')}\\n' ;;
esac`;
    await writeFile(join(folder, 'docker'), docker, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    return spawnSync(join(root, 'deploy/one-server/backup.sh'), [join(folder, 'copies')], { env }).status;
  }

  const copies = async () =>
    (await readdir(join(folder, 'copies'))).map((name) => name.replace(/2\d{7}T/, '…').replace(/\d{6}Z/, ''));
  test('keeps the copy and deletes old ones, once the copy was restored and doctor finds no fault', async () => {
    expect(await backUp({})).toBe(0);
    expect(await copies()).toEqual(['auctions-….dump']);
  });

  test.each([
    ['cannot be restored', { restore: 1 }],
    ['has fewer bids than the database had', { bids: 6 }],
  ])('fails and deletes nothing where the copy %s', async (_, answers) => {
    expect(await backUp(answers)).toBe(1);
    expect(await copies()).toEqual(['auctions-….dump', 'auctions-….dump.partial']);
  });

  test.each([
    ['a fault', 'ok      Migrations: All are applied.\nFAULT   Books: The books of 1 auctions do not balance.'],
    ['two faults', 'ok      Migrations: x\nFAULT   Due work: Work is overdue.\nFAULT   Primary: y'],
    ['no migrations', 'FAULT   Database: It could not be checked.'],
  ])('keeps the copy, fails and deletes nothing where doctor finds %s', async (_, doctor) => {
    expect(await backUp({ doctor })).toBe(1);
    expect(await copies()).toEqual(['auctions-….dump', 'auctions-….dump']);
  });

  test('work that falls due in the copy is no fault: nobody works there', async () => {
    expect(await backUp({ doctor: 'ok      Migrations: x\nFAULT   Due work: Work is overdue.' })).toBe(0);
  });
});

testWith('systemd', 'the units of the backup are valid, and run it every night', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'auction-units-'));
  const names = ['auction-backup.service', 'auction-backup.timer'];
  for (const name of names) {
    const text = await read(`deploy/one-server/${name}`);
    // What runs on the server is looked for there; the service of Docker is not on this machine.
    await writeFile(
      join(folder, name),
      text.replaceAll('/opt/auctions/', `${root}/`).replaceAll(/^(Requires|After)=.*\n/gm, ''),
    );
  }
  const { status, stderr } = spawnSync(
    requireProgram('systemd'),
    ['verify', ...names.map((name) => join(folder, name))],
    {
      encoding: 'utf8',
    },
  );
  const [, calendar] = /^OnCalendar=(.*)$/m.exec(await read('deploy/one-server/auction-backup.timer'))!;
  const { stdout } = spawnSync(requireProgram('systemd'), ['calendar', '--iterations=2', calendar!], {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC' },
  });
  await rm(folder, { recursive: true });
  expect([status, stderr.split('\n').filter((line) => line.includes('auction-backup'))]).toEqual([0, []]);
  const [first, second] = [...stdout.matchAll(/(\d{4}-\d\d-\d\d \d\d:\d\d):00/g)].map(([, instant]) =>
    Date.parse(`${instant}Z`),
  );
  expect(second! - first!).toBe(24 * 3600_000);
});
