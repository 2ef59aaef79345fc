import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findEmbeddedDatabase } from '../../src/platform/embedded/find-embedded-database.ts';
import { findPostgresHome } from '../../src/platform/embedded/postgres-home.ts';
import { commandsLeft, commandsNaming } from '../support/processes.ts';
import { type Clone, makeClone } from './clone.ts';
import { npmRun, npmStart, type Started } from './npm-start.ts';
import { withDatabase } from '../support/settings.ts';

// As a newcomer meets it: what is committed, cloned, and started by npm with the Node that the machine has.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let clone: Clone;
beforeAll(() => {
  clone = makeClone();
});
afterAll(async () => {
  await stop();
  clone[Symbol.dispose]();
});

let service: Started | null = null;

/** The service in the clone. One test leaves it running for the next: each start takes seconds. */
async function running(): Promise<Started> {
  service ??= await npmStart(clone.folder);
  return service;
}

/** The same, for a test that ends it in its own way. */
async function runningToEnd(): Promise<Started> {
  const ended = await running();
  service = null;
  return ended;
}

async function stop(): Promise<void> {
  if (service !== null) await (await runningToEnd())[Symbol.asyncDispose]();
}

async function shell(command: string): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', command])).stdout;
}

/** Those that the shown command created; there is also an example. */
async function findCreated({ publicUrl, key }: { publicUrl: string; key: string }): Promise<string[]> {
  const response = await fetch(`${publicUrl}/v1/auctions`, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  const { auctions } = (await response.json()) as { auctions: { auctionId: string; title: string }[] };
  return auctions.filter(({ title }) => title === 'A walnut writing desk').map(({ auctionId }) => auctionId);
}

test('the command it shows creates an auction, also at the next start, which has the same key, auctions and advanced clock', async () => {
  const first = await running();
  const { auction } = JSON.parse(await shell(first.curl));
  expect(auction).toMatchObject({ title: 'A walnut writing desk', status: 'upcoming', minimumBidValueInCents: 5000 });
  expect(await (await fetch(`${first.publicUrl}/graphql`, { headers: { accept: 'text/html' } })).text()).toContain(
    'GraphiQL',
  );
  expect(statSync(path.join(clone.folder, '.data/test-seller-key')).mode & 0o777).toBe(0o600);
  await shell(first.letTimePass);
  // Pasted again after the clock was moved, as it stands.
  expect(JSON.parse(await shell(first.curl)).auction).toMatchObject({ status: 'upcoming' });
  await stop();
  const next = await running();
  expect(next.key).toBe(first.key);
  const later = JSON.parse(await shell(next.curl)).auction;
  expect(await findCreated(next)).toEqual([later.auctionId, expect.any(String), auction.auctionId]);
});

test('a second start in the same folder says where the first one answers', async () => {
  const { publicUrl } = await running();
  const { code, output } = await npmRun(clone.folder, ['start'], { PORT: '0' });
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringContaining(`The service already runs here, at ${publicUrl}: stop it first`),
  });
  expect(output).not.toMatch(/^ {4}at /m);
  expect((await fetch(`${publicUrl}/healthz`)).status).toBe(200);
});

test('with a database of its own the service waits for "npm run migrate"', async () => {
  const { publicUrl } = await running();
  const url = new URL((await findEmbeddedDatabase(path.join(clone.folder, '.data')))!);
  url.pathname = '/postgres';
  const { code, output } = await npmRun(clone.folder, ['start'], { ...withDatabase(url.href), PORT: '0' });
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('with "npm run migrate"') });
  expect((await npmRun(clone.folder, ['run', 'migrate'], { ...withDatabase(url.href) })).output).toContain('Applied ');
  expect((await npmRun(clone.folder, ['run', 'migrate'], { ...withDatabase(url.href) })).output).toContain(
    'up to date',
  );
  expect((await fetch(`${publicUrl}/healthz`)).status).toBe(200);
});

test('Ctrl-C ends everything, cleanly', async () => {
  const { code, output } = await (await runningToEnd()).interrupt();
  expect({ code, end: output.trimEnd().split('\n').at(-1) }).toEqual({ code: 0, end: 'Stopping …' });
  expect(await commandsLeft(clone.folder, 0)).toEqual([]);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s sent to npm alone ends everything, cleanly', async (signal) => {
  await (await runningToEnd()).signal(signal);
  expect(await commandsLeft(clone.folder, 2_000)).toEqual([]);
  // A clean end takes the note with it that tells where the service answers.
  expect(() => statSync(path.join(clone.folder, '.data/service-address'))).toThrow('ENOENT');
});

test('npm run dev starts the service again when a source file changes', async () => {
  await stop();
  const file = path.join(clone.folder, 'src/operations/start/seed.ts');
  const text = readFileSync(file, 'utf8');
  {
    await using dev = await npmStart(clone.folder, {}, ['run', 'dev']);
    appendFileSync(file, '\n// Changed.\n');
    const starts = () => dev.printed().split('every other hold is released').length - 1;
    await vi.waitFor(() => expect(starts()).toBeGreaterThan(1), { timeout: 60_000, interval: 200 });
  }
  writeFileSync(file, text);
  expect(await commandsLeft(clone.folder, 5_000)).toEqual([]);
});

test('after SIGKILL the next start has everything', async () => {
  const killed = await runningToEnd();
  await shell(killed.curl);
  const before = await findCreated(killed);
  const [pid] = (await shell(`pgrep -f '^${clone.folder}/node_modules/.*/node src/main.ts'`)).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  expect(await findCreated(await running())).toEqual(before);
  expect(before.length).toBeGreaterThan(0);
});

test('a key that was revoked is replaced at the next start', async () => {
  const { key } = await running();
  const { output } = await npmRun(clone.folder, ['run', '-s', 'cli', '--', 'keys', 'revoke', key]);
  expect(output).toContain('Revoked');
  await stop();
  const next = await running();
  expect(next.key).not.toBe(key);
  await findCreated(next);
  expect(readFileSync(path.join(clone.folder, '.data/test-seller-key'), 'utf8')).toBe(next.key);
});

test('a port that is taken is named, with a way out', async () => {
  await stop();
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const { code, output } = await npmRun(clone.folder, ['start'], { PORT: String(port) });
  other.close();
  expect(code).toBe(1);
  expect(output).toContain(`Port ${port} of 127.0.0.1 is taken by another program`);
  expect(output).not.toMatch(/^ {4}at /m);
  expect(await commandsLeft(clone.folder)).toEqual([]);
});

test.each([
  [{ PORT: 'x', ROLE: 'boss' }, /PORT=x must be .*\n +ROLE=boss must be /],
  [{ DATA_DIR: 'package.json' }, /^DATA_DIR=package\.json is a file: set DATA_DIR to a folder/m],
  [{ DATA_DIR: '/proc/no/such' }, /^The data folder \/proc\/no\/such cannot be written \(ENOENT\)/m],
  [{ HOST: '203.0.113.1', PORT: '0' }, /^HOST=203\.0\.113\.1 is no address of this machine/m],
  [
    withDatabase('postgres://u:hunter2@127.0.0.1:1/x'),
    /^The database 127\.0\.0\.1:1\/x cannot be used: connect ECONNREFUSED/m,
  ],
])('%o is answered with a sentence', async (env, sentence) => {
  await stop();
  const { code, output } = await npmRun(clone.folder, ['start'], env);
  expect(code).toBe(1);
  expect(output).toMatch(sentence);
  expect(output).not.toMatch(/^ {4}at |hunter2/m);
});

test('there is nothing to migrate in what is committed', async () => {
  const { code, output } = await npmRun(clone.folder, ['run', 'migrate:new', '--', 'nothing']);
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('There is nothing to migrate') });
});

test.runIf(process.getuid?.() === 0)('it starts where only root may enter', async () => {
  using closed = makeClone(0o700);
  const dataDir = path.join(closed.folder, '.data');
  try {
    {
      await using service = await npmStart(closed.folder);
      await shell(service.curl);
    }
    await using service = await npmStart(closed.folder);
    expect(await findCreated(service)).toHaveLength(1);
    expect(commandsNaming('/var/lib/auction-service/postgresql-').length).toBeGreaterThan(0);
  } finally {
    const home = findPostgresHome(dataDir);
    if (home !== null) rmSync(home.folder, { recursive: true });
  }
});
