import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { checkAddresses } from '../../src/operations/checkup/check-addresses.ts';
import { boundedCheck, checkAll, checkDisk } from '../../src/operations/checkup/check-all.ts';
import { checkClock, checkDatabase, checkPooler } from '../../src/operations/checkup/check-database.ts';
import { checkRedis } from '../../src/operations/checkup/check-redis.ts';
import { checkSettings } from '../../src/operations/checkup/check-settings.ts';
import { migrationNames } from '../../src/platform/db/migrations.ts';
import { checkStripe } from '../../src/payments/providers/stripe/check-stripe.ts';
import { readConfig } from '../../src/platform/config.ts';
import { insertAuction, ongoing } from '../support/insert-auction.ts';
import { administer, databaseUrl } from '../support/administer.ts';
import { freshDatabase, testServer } from '../support/database.ts';
import { testWith, testWithRedis } from '../support/describe-with.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { startRedis } from '../support/redis.ts';
import { withDatabase } from '../support/settings.ts';
import { verdicts } from './verdicts.ts';

test('finds in a correct database only the faults that the tests have chosen', async () => {
  await using database = await freshDatabase();
  expect(verdicts(await checkDatabase(database.url))).toEqual({
    Database: 'fine',
    'Time zone': 'fine',
    Encoding: 'fine',
    Primary: 'fine',
    // The tests' server need not survive a power cut.
    Durability: 'fault',
    Connections: expect.stringMatching(/fine|notice/),
    Messages: 'fine',
    Migrations: 'fine',
    Secrets: 'fine',
    'Due work': 'fine',
    // None runs in this test.
    Workers: 'notice',
    Settlement: 'fine',
    Books: 'fine',
    'Clock of PostgreSQL': 'fine',
  });
});

test('a database that a setting makes read only is a fault that names the setting', async () => {
  await using database = await freshDatabase();
  const primary = async () => (await checkDatabase(database.url)).find(({ subject }) => subject === 'Primary');
  expect(await primary()).toMatchObject({ verdict: 'fine' });
  await database.db.pool.query(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  );
  expect(await primary()).toMatchObject({
    verdict: 'fault',
    found: 'The database takes no writes: default_transaction_read_only is on.',
  });
});

test('a migration that is missing is named, and so are one of a newer version and a database that is too old', async () => {
  await using database = await freshDatabase();
  const { pool } = database.db;
  const migrations = async () => (await checkDatabase(database.url)).find(({ subject }) => subject === 'Migrations');
  const [baseline] = await migrationNames();
  await pool.query(`insert into _prisma_migrations (id, checksum, migration_name, finished_at)
    values ('x', '', '29990101000000_later', clock_timestamp())`);
  expect(await migrations()).toMatchObject({
    verdict: 'notice',
    found: expect.stringContaining('29990101000000_later'),
  });
  await pool.query('delete from _prisma_migrations where migration_name = $1', [baseline]);
  expect(await migrations()).toMatchObject({ verdict: 'fault', found: expect.stringContaining('cannot be upgraded') });
  await pool.query('delete from _prisma_migrations');
  expect(await migrations()).toMatchObject({ verdict: 'fault', found: expect.stringContaining(baseline!) });
});

test('names live sellers without a usable account, if each has an account of its own', async () => {
  await using database = await freshDatabase();
  const { db, url } = database;
  const accounts = async (paymentAccounts: 'operator' | 'connected') =>
    (await checkDatabase(url, { paymentAccounts, secretsKeys: [] })).find(
      ({ subject }) => subject === 'Payment accounts',
    );
  await db.prisma.seller.create({ data: { name: 'A trial', mode: 'test' } });
  expect(await accounts('connected')).toMatchObject({ verdict: 'fine' });

  const { sellerId } = await db.prisma.seller.create({ data: { name: 'Acme', mode: 'live' } });
  expect(await accounts('operator')).toBeUndefined();
  expect(await accounts('connected')).toMatchObject({
    verdict: 'notice',
    found: expect.stringContaining('Acme (no account)'),
  });

  const state = { provider: 'stripe', providerReference: 'acct_1', requirements: ['external_account'] } as const;
  await db.prisma.paymentAccount.create({
    data: { sellerId, ...state, requirements: [...state.requirements], disabledReason: 'requirements.past_due' },
  });
  await insertAuction(db, { sellerId }, ongoing);
  expect(await accounts('connected')).toMatchObject({
    verdict: 'fault',
    found: expect.stringContaining('Acme (acct_1, requirements.past_due)'),
  });
  await db.prisma.paymentAccount.update({ where: { sellerId }, data: { chargesEnabled: true } });
  expect(await accounts('connected')).toMatchObject({ verdict: 'fine' });
});

test('a database that nobody migrated lacks every migration, and a table of settings is no excuse', async () => {
  const [finding] = (await checkDatabase((await testServer()).serverUrl)).filter(
    ({ subject }) => subject === 'Migrations',
  );
  expect(finding).toMatchObject({ verdict: 'fault', remedy: expect.stringContaining('npm run migrate') });
});

test('a database that is not there is told without its password', async () => {
  const [finding, ...more] = await checkDatabase('postgres://auctions:hunter2@127.0.0.1:1/auctions');
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ verdict: 'fault', found: expect.stringContaining('127.0.0.1:1') });
  expect(JSON.stringify(finding)).not.toContain('hunter2');
});

testWithRedis('a Redis that forgets jobs is a fault; one that keeps no file is worth a word', async () => {
  const good = { 'maxmemory-policy': 'noeviction', appendonly: 'yes', hz: '100' };
  {
    await using redis = await startRedis(good);
    expect(verdicts(await checkRedis(redis.url))).toEqual({
      Redis: 'fine',
      Eviction: 'fine',
      Persistence: 'fine',
      'Wake-ups': 'fine',
      'Clock of Redis': 'fine',
    });
    await redis.command('config', 'set', 'maxmemory-policy', 'allkeys-lru');
    await redis.command('config', 'set', 'appendonly', 'no');
    await redis.command('config', 'set', 'hz', '2');
    expect(verdicts(await checkRedis(redis.url))).toMatchObject({
      Eviction: 'fault',
      Persistence: 'notice',
      'Wake-ups': 'notice',
    });
  }
  expect(verdicts(await checkRedis('redis://:hunter2@127.0.0.1:1'))).toEqual({ Redis: 'fault' });
});

testWithRedis('a Redis that is full, or nearly, is told', { timeout: 60_000 }, async () => {
  await using redis = await startRedis({ 'maxmemory-policy': 'noeviction' });
  const memory = async (max: string) => {
    await redis.command('config', 'set', 'maxmemory', max);
    return (await checkRedis(redis.url)).find(({ subject }) => subject === 'Memory of Redis');
  };
  expect(await memory('0')).toBeUndefined();
  expect(await memory('1gb')).toMatchObject({ verdict: 'fine' });
  expect(await memory('100kb')).toMatchObject({ verdict: 'fault', found: expect.stringContaining('Redis is full') });
});

test('a database that cannot store every text is a fault', async () => {
  const { serverUrl } = await testServer();
  await administer(serverUrl, `drop database if exists latin`);
  await administer(serverUrl, `create database latin encoding 'LATIN1' locale 'C' template template0`);
  const url = databaseUrl(serverUrl, 'latin');
  expect(await checkDatabase(url)).toContainEqual(
    expect.objectContaining({
      subject: 'Encoding',
      verdict: 'fault',
      remedy: expect.stringContaining("encoding 'UTF8'"),
    }),
  );
  await administer(serverUrl, 'drop database latin');
});

test('a role without rights is told which one it lacks, and the other checks have their results', async () => {
  await using database = await freshDatabase();
  const { serverUrl } = await testServer();
  await administer(serverUrl, `create role stranger login password 'x'`);
  const url = new URL(database.url);
  [url.username, url.password] = ['stranger', 'x'];
  const results = await checkAll(readConfig({ ...withDatabase(url.href), PUBLIC_URL: 'http://127.0.0.1:1' }));
  await administer(serverUrl, 'drop role stranger');
  expect(results).toContainEqual(
    expect.objectContaining({
      subject: 'Database',
      verdict: 'fault',
      found: expect.stringContaining('permission denied'),
      remedy: expect.stringContaining('owns the tables'),
    }),
  );
  expect(results.map(({ subject }) => subject)).toContain('PUBLIC_URL');
});

test('a check that never ends is a fault, and ends', async () => {
  const results = await boundedCheck('Bucket', () => new Promise(() => undefined), 50);
  expect(results).toMatchObject([{ subject: 'Bucket', verdict: 'fault', found: expect.stringContaining('50 ms') }]);
});

test.each([
  ['postgres://a.example,b.example/auction'],
  ['postgres://user:p,w@a.example:5432,b.example:5432/auction'],
  ['postgres:///auction?host=a.example,b.example'],
])('several hosts are refused with what to do: %s', (url) => {
  expect(() => readConfig({ DATABASE_URL: url })).toThrow(
    /DATABASE_URL=.* must name one host: let an address that follows/,
  );
});

test('a comma in a password does not separate hosts', () => {
  const url = 'postgres://user:p,w@a.example/auction';
  expect(readConfig({ ...withDatabase(url) }).databaseUrl).toBe(url);
});

testWith('pgbouncer', 'a pooler that mixes up prepared statements is a fault', async () => {
  await using database = await freshDatabase();
  const pooler = async (preparedStatements: number) => {
    await using bouncer = await startPgBouncer(database.url, { connectQuery: null, preparedStatements });
    return await checkPooler(bouncer.url);
  };
  expect(await pooler(200)).toMatchObject([{ verdict: 'fine' }]);
  expect(await pooler(0)).toMatchObject([
    { verdict: 'fault', remedy: expect.stringContaining('PgBouncer 1.21 or newer') },
  ]);
});

test.each([
  [0, 'fine'],
  [-400, 'fine'],
  [-700, 'notice'],
  [31_000, 'fault'],
])('a clock that is %i ms off is %s', (offMs, verdict) => {
  expect(checkClock('Clock', { theirsMs: 1_000_000 + offMs, askedMs: 1_000_000, answeredMs: 1_000_000 })).toMatchObject(
    {
      verdict,
    },
  );
});

test('how long the answer took is not held against a clock', () => {
  expect(checkClock('Clock', { theirsMs: 1_000_000, askedMs: 998_000, answeredMs: 1_000_000 }).verdict).toBe('fine');
});

test('a nearly full disk is a fault, and a missing folder is fine', () => {
  expect(verdicts(checkDisk('/tmp/not/there/yet', { minBytes: 0, comfortableBytes: 0 }))).toEqual({ Disk: 'fine' });
  expect(verdicts(checkDisk('/tmp', { minBytes: 0, comfortableBytes: 2 ** 60 }))).toEqual({ Disk: 'notice' });
  expect(verdicts(checkDisk('/tmp', { minBytes: 2 ** 60 }))).toEqual({ Disk: 'fault' });
});

test('the public address is asked; another server there is a fault, nobody at all is worth a word', async () => {
  let code = 'missing_api_key';
  let itsUrl: string | null = null;
  const server = createServer(({ url }, response) => {
    const type = `${itsUrl ?? `http://127.0.0.1:${port}`}/docs/errors#${code}`;
    response.end(url === '/healthz' ? 'ok' : url === '/v1/auctions' ? JSON.stringify({ type, code }) : 'else');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const base = { stripe: null, trustedProxies: 0 };
  const ask = async (publicUrl: string) => verdicts(await checkAddresses({ ...base, publicUrl }));
  expect(await ask(`http://127.0.0.1:${port}`)).toEqual({ PUBLIC_URL: 'fine' });
  expect(await ask(`http://127.0.0.1:${port}/elsewhere`)).toEqual({ PUBLIC_URL: 'fault' });
  // A worker answers probes alone, and another process may have been given another address.
  code = 'not_found';
  expect(await checkAddresses({ ...base, publicUrl: `http://127.0.0.1:${port}` })).toMatchObject([
    { verdict: 'fault', found: expect.stringContaining('A worker answers') },
  ]);
  [code, itsUrl] = ['missing_api_key', 'https://auctions.example.com'];
  expect(await checkAddresses({ ...base, publicUrl: `http://127.0.0.1:${port}` })).toMatchObject([
    { verdict: 'fault', found: expect.stringContaining('another PUBLIC_URL: https://auctions.example.com') },
  ]);
  itsUrl = null;
  // The service of this folder runs there, and the command was run without its PORT.
  const running = `http://127.0.0.1:${port}`;
  const elsewhere = { ...base, publicUrl: 'http://localhost:1' };
  expect(await checkAddresses(elsewhere, running)).toMatchObject([
    { verdict: 'notice', found: expect.stringContaining(`runs with PUBLIC_URL=${running}`) },
    { verdict: 'fine', found: `The service answers at ${running}.` },
  ]);
  expect(verdicts(await checkAddresses({ ...base, publicUrl: running }, running))).toEqual({ PUBLIC_URL: 'fine' });
  server.close();
  expect(await ask('http://127.0.0.1:1')).toEqual({ PUBLIC_URL: 'notice' });
  expect(await ask('https://127.0.0.1:1')).toEqual({ PUBLIC_URL: 'notice', TRUST_PROXY: 'notice' });
});

test('Stripe is asked with the key, and a test key is noticed', async () => {
  const publicUrl = 'https://auctions.example.com';
  const stripe = {
    secretKey: 'sk_test_x',
    publishableKey: 'pk_test_x',
    webhookSecrets: ['whsec_x'],
    apiBase: 'http://127.0.0.1:1' as string | null,
  };
  expect(verdicts(await checkStripe({ stripe, publicUrl, paymentAccounts: 'operator' }))).toEqual({
    'Mode of Stripe': 'notice',
    Stripe: 'fault',
  });
  const server = createServer((request, response) => {
    response.statusCode = request.headers.authorization === 'Bearer sk_test_x' ? 401 : 500;
    response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const refused = { ...stripe, apiBase: `http://127.0.0.1:${port}` };
  expect(verdicts(await checkStripe({ stripe: refused, publicUrl, paymentAccounts: 'operator' }))).toEqual({
    'Mode of Stripe': 'notice',
    Stripe: 'fault',
  });
  server.close();
});

test('warns about settings for a desk if others use the service', () => {
  const env = {
    DATABASE_URL: 'postgres://localhost/x',
    REDIS_URL: 'redis://localhost',
    SECRETS_KEY: 'a'.repeat(64),
  };
  expect(verdicts(checkSettings(readConfig(env)))).toEqual({ Settings: 'fine' });
  const desk = { ...withDatabase(env.DATABASE_URL), WEBHOOK_ALLOW_LOOPBACK: 'true', RATE_LIMIT_IP: 'off' };
  expect(verdicts(checkSettings(readConfig(desk)))).toEqual({
    WEBHOOK_ALLOW_LOOPBACK: 'notice',
    'Rate limits': 'notice',
    GraphiQL: 'notice',
    Queue: 'notice',
  });
});

test('the command prints what it found, and fails where there is a fault', { timeout: 120_000 }, async () => {
  await using database = await freshDatabase();
  const doctor = (env: Record<string, string>) =>
    new Promise<{ code: unknown; output: string }>((done) => {
      const file = resolve(import.meta.dirname, '../../src/cli.ts');
      execFile(
        process.execPath,
        [file, 'doctor'],
        { env: { PATH: process.env['PATH'], ...env } },
        (error, stdout, stderr) => done({ code: error?.code ?? 0, output: stdout + stderr }),
      );
    });
  const faulty = await doctor({ ...withDatabase(database.url) });
  expect(faulty).toMatchObject({ code: 1, output: expect.stringMatching(/FAULT +Durability: .*\n +Set both to on/) });
  expect(faulty.output).toContain('There is a fault.');
  expect(await doctor({ PORT: 'x' })).toMatchObject({ code: 1, output: expect.stringContaining('PORT=x must be') });
});
