import { execFile } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findEmbeddedDatabase } from '../../src/embedded/find-embedded-database.ts';
import { findPostgresHome } from '../../src/embedded/postgres-home.ts';
import { commandsLeft, commandsNaming } from '../support/processes.ts';
import { type Clone, makeClone } from './clone.ts';
import { npmRun, npmStart } from './npm-start.ts';

// As a newcomer meets it: what is committed, cloned, and started by npm with the Node that the machine has.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let clone: Clone;
beforeAll(() => {
  clone = makeClone();
});
afterAll(() => clone[Symbol.dispose]());

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
  let key: string;
  let created: string;
  {
    await using service = await npmStart(clone.folder);
    ({ key } = service);
    const { auction } = JSON.parse(await shell(service.curl));
    expect(auction).toMatchObject({ title: 'A walnut writing desk', status: 'upcoming', minimumBidValueInCents: 5000 });
    created = auction.auctionId;
    expect(await (await fetch(`${service.publicUrl}/graphql`, { headers: { accept: 'text/html' } })).text()).toContain(
      'GraphiQL',
    );
    expect(statSync(path.join(clone.folder, '.data/test-seller-key')).mode & 0o777).toBe(0o600);
    await shell(service.letTimePass);
  }
  await using service = await npmStart(clone.folder);
  expect(service.key).toBe(key);
  const { auction } = JSON.parse(await shell(service.curl));
  expect(await findCreated(service)).toEqual([auction.auctionId, created]);
});

test('a second start takes less than five seconds', async () => {
  await (await npmStart(clone.folder))[Symbol.asyncDispose]();
  const times: number[] = [];
  // The machine may be busy with other tests for a while.
  while (times.length < 8 && !times.some((tookMs) => tookMs < 5_000)) {
    await using service = await npmStart(clone.folder);
    times.push(service.tookMs);
  }
  expect(Math.min(...times)).toBeLessThan(5_000);
});

test('Ctrl-C ends everything, cleanly', async () => {
  const service = await npmStart(clone.folder);
  const { code, output } = await service.interrupt();
  expect({ code, end: output.trimEnd().split('\n').at(-1) }).toEqual({ code: 0, end: 'Stopping …' });
  expect(await commandsLeft(clone.folder, 0)).toEqual([]);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s sent to npm alone ends everything, cleanly', async (signal) => {
  const service = await npmStart(clone.folder);
  await service.signal(signal);
  expect(await commandsLeft(clone.folder, 2_000)).toEqual([]);
  // A clean end takes the note with it that tells where the service answers.
  expect(() => statSync(path.join(clone.folder, '.data/service-address'))).toThrow('ENOENT');
});

test('after SIGKILL the next start has everything', async () => {
  const service = await npmStart(clone.folder);
  await shell(service.curl);
  const before = await findCreated(service);
  const [pid] = (await shell(`pgrep -f '^${clone.folder}/node_modules/.bin/node src/main.ts'`)).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await using next = await npmStart(clone.folder);
  expect(await findCreated(next)).toEqual(before);
  expect(before.length).toBeGreaterThan(0);
});

test('a second start in the same folder says where the first one answers', async () => {
  await using service = await npmStart(clone.folder);
  const { code, output } = await npmRun(clone.folder, ['start'], { PORT: '0' });
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringContaining(`The service already runs here, at ${service.publicUrl}: stop it first`),
  });
  expect(output).not.toContain('    at ');
  expect((await fetch(`${service.publicUrl}/healthz`)).status).toBe(200);
});

test('a port that is taken is named, with a way out', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const { code, output } = await npmRun(clone.folder, ['start'], { PORT: String(port) });
  other.close();
  expect(code).toBe(1);
  expect(output).toContain(`Port ${port} of 127.0.0.1 is taken by another program`);
  expect(output).not.toContain('    at ');
  expect(await commandsLeft(clone.folder)).toEqual([]);
});

test.each([
  [{ PORT: 'x', ROLE: 'boss' }, /PORT=x must be .*\n +ROLE=boss must be /],
  [{ DATA_DIR: '/proc/no/such' }, /^The data folder \/proc\/no\/such cannot be written \(ENOENT\)/m],
  [{ HOST: '203.0.113.1', PORT: '0' }, /^HOST=203\.0\.113\.1 is no address of this machine/m],
  [
    { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' },
    /^The database 127\.0\.0\.1:1\/x cannot be used: connect ECONNREFUSED/m,
  ],
])('%o is answered with a sentence', async (env, sentence) => {
  const { code, output } = await npmRun(clone.folder, ['start'], env);
  expect(code).toBe(1);
  expect(output).toMatch(sentence);
  expect(output).not.toMatch(/ {4}at |hunter2/);
});

test('a key that was revoked is replaced at the next start', async () => {
  let key: string;
  {
    await using service = await npmStart(clone.folder);
    ({ key } = service);
    const { output } = await npmRun(clone.folder, ['run', '-s', 'keys', '--', 'revoke', key]);
    expect(output).toContain('Revoked');
  }
  await using service = await npmStart(clone.folder);
  expect(service.key).not.toBe(key);
  await findCreated(service);
  expect(readFileSync(path.join(clone.folder, '.data/test-seller-key'), 'utf8')).toBe(service.key);
});

test('with a database of its own the service waits for "npm run migrate"', async () => {
  await using service = await npmStart(clone.folder);
  const url = new URL((await findEmbeddedDatabase(path.join(clone.folder, '.data')))!);
  url.pathname = '/postgres';
  const { code, output } = await npmRun(clone.folder, ['start'], { DATABASE_URL: url.href, PORT: '0' });
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('with "npm run migrate"') });
  expect((await npmRun(clone.folder, ['run', 'migrate'], { DATABASE_URL: url.href })).output).toContain('Applied ');
  expect((await npmRun(clone.folder, ['run', 'migrate'], { DATABASE_URL: url.href })).output).toContain('up to date');
  expect((await fetch(`${service.publicUrl}/healthz`)).status).toBe(200);
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
