import { expect, test } from 'vitest';
import { withDatabase } from './support/settings.ts';
import { ConfigError, readConfig } from '../src/platform/config.ts';

test('without any variable the service runs on this machine alone, with a database of its own', () => {
  expect(readConfig({})).toMatchObject({
    databaseUrl: null,
    redisUrl: null,
    port: 4000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:4000',
    dataDir: '.data',
    logLevel: 'info',
    role: 'all',
    auditRetentionDays: null,
    eventRetentionDays: 30,
  });
});

test('every variable is taken over', () => {
  const env = {
    ...withDatabase('postgresql://u:p@db/auction'),
    REDIS_URL: 'rediss://redis:6380',
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://auctions.example/base//',
    DATA_DIR: '/var/data',
    LOG_LEVEL: 'warn',
    ROLE: 'worker',
    AUDIT_RETENTION_DAYS: '365',
    EVENT_RETENTION_DAYS: '90',
  };
  expect(readConfig(env)).toMatchObject({
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    port: 8080,
    host: '0.0.0.0',
    publicUrl: 'https://auctions.example/base',
    dataDir: '/var/data',
    logLevel: 'warn',
    role: 'worker',
    auditRetentionDays: 365,
    eventRetentionDays: 90,
  });
});

test('an empty variable is an absent one', () => {
  expect(readConfig({ DATABASE_URL: '', PORT: '', ROLE: '' })).toEqual(readConfig({}));
});

test('all faults are told at once, each with its variable and value', () => {
  const env = { PORT: '70000', LOG_LEVEL: 'loud', ROLE: 'boss', HOST: 'a b', REDIS_URL: 'http://redis' };
  expect(() => readConfig(env)).toThrow(ConfigError);
  for (const [name, value] of Object.entries(env)) {
    expect(() => readConfig(env)).toThrow(new RegExp(`^ {2}${name}=${value} must be `, 'm'));
  }
});

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['DATABASE_URL', 'mysql://db/auction'],
  ['DATABASE_URL', 'db/auction'],
  ['REDIS_URL', 'redis'],
  ['PUBLIC_URL', 'ftp://auctions.example'],
  ['PUBLIC_URL', 'auctions.example'],
  ['LOG_LEVEL', 'INFO'],
  ['ROLE', 'api,worker'],
  ['WEBHOOK_ALLOW_LOOPBACK', 'yes'],
  ['AUDIT_RETENTION_DAYS', '0'],
  ['EVENT_RETENTION_DAYS', '3'],
  ['EVENT_RETENTION_DAYS', '30 days'],
  ['AUDIT_RETENTION_DAYS', '30 days'],
])('%s=%s is refused', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`  ${name}=${value} must `);
});

test.each([
  ['PORT', '0', 0],
  ['PORT', '65535', 65_535],
])('%s=%s is taken', (name, value, port) => {
  expect(readConfig({ [name]: value }).port).toBe(port);
});

test.each([
  [{}, true],
  [{ ...withDatabase('postgresql://u:p@db/auction') }, false],
  [{ WEBHOOK_ALLOW_LOOPBACK: 'false' }, false],
  [{ ...withDatabase('postgresql://u:p@db/auction'), WEBHOOK_ALLOW_LOOPBACK: 'true' }, true],
])('with %j, webhooks of test sellers may go to this machine: %s', (env, allowed) => {
  expect(readConfig(env).webhookAllowLoopback).toBe(allowed);
});

test.each(['6000', '0/60', '6000/0', '6000 / 60', '1.5/60', 'none', 'OFF'])('RATE_LIMIT_KEY=%s is refused', (value) => {
  expect(() => readConfig({ RATE_LIMIT_KEY: value })).toThrow(`  RATE_LIMIT_KEY=${value} must be requests/seconds`);
});

test('the limits are generous unless told, each can be set, and each can be switched off', () => {
  expect(readConfig({}).rateLimits).toEqual({
    key: { points: 6_000, seconds: 60 },
    ip: { points: 18_000, seconds: 60 },
  });
  expect(readConfig({ RATE_LIMIT_KEY: '5/1', RATE_LIMIT_IP: 'off' }).rateLimits).toEqual({
    key: { points: 5, seconds: 1 },
    ip: null,
  });
});

test('the limits of the auction page are wide for an address, each can be set, and each budget can be switched off', () => {
  expect(readConfig({}).pageLimits).toMatchObject({
    browser: { points: 600, seconds: 60 },
    ip: { points: 15_000, seconds: 60 },
    bidsOfIp: { points: 3_000, seconds: 600 },
    streamsOfBrowser: 10,
  });
  const set = readConfig({ PAGE_LIMIT_BROWSER: '5/1', BID_LIMIT_IP: 'off', STREAM_LIMIT_IP: '7' }).pageLimits;
  expect(set).toMatchObject({ browser: { points: 5, seconds: 1 }, bidsOfIp: null, streamsOfIp: 7 });
  expect(() => readConfig({ STREAM_LIMIT_BROWSER: '0' })).toThrow('STREAM_LIMIT_BROWSER=0 must be from 1 to 999999');
});

test('a password in a faulty URL is not repeated', () => {
  const env = { DATABASE_URL: 'mysql://app:hunter2@db/auction' };
  expect(() => readConfig(env)).toThrow('DATABASE_URL=mysql://app:***@db/auction must');
});

test.each([
  ['127.0.0.1', 'http://localhost:4000'],
  ['0.0.0.0', 'http://localhost:4000'],
  ['::', 'http://localhost:4000'],
  ['192.168.1.5', 'http://192.168.1.5:4000'],
  ['auctions.internal', 'http://auctions.internal:4000'],
  ['fd00::1', 'http://[fd00::1]:4000'],
])('on HOST=%s the service is reached at %s unless told', (host, publicUrl) => {
  expect(readConfig({ HOST: host }).publicUrl).toBe(publicUrl);
});

test('a bucket needs its address and both parts of its key', () => {
  const env = {
    S3_BUCKET_URL: 'https://storage.example/pictures/',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    S3_SECRET_ACCESS_KEY: 'not-shown',
  };
  const { S3_REGION, ...withoutRegion } = env;
  const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'not-shown' };
  expect(readConfig(env).bucket).toEqual({ url: 'https://storage.example/pictures', region: 'eu-central-1', ...key });
  expect(readConfig(withoutRegion).bucket).toMatchObject({ region: 'us-east-1' });
  expect(readConfig({}).bucket).toBeNull();
  expect(() => readConfig({ S3_REGION })).toThrow('S3_BUCKET_URL= must be set too');
  expect(() => readConfig({ ...env, S3_ACCESS_KEY_ID: '' })).toThrow('S3_ACCESS_KEY_ID= must be set too');
  expect(() => readConfig({ ...env, S3_BUCKET_URL: 'https://user:password@storage.example/b' })).toThrow('must be');
});

test('mail needs a server and a sender', () => {
  const env = { SMTP_URL: 'smtps://user:hunter2@mail.example:465', MAIL_FROM: 'Auctions <auctions@example.com>' };
  expect(readConfig(env).mail).toEqual({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, eventsToken: null });
  expect(readConfig({ ...env, MAIL_FROM: 'auctions@example.com' }).mail).toMatchObject({
    from: 'auctions@example.com',
  });
  expect(readConfig({}).mail).toBeNull();
  expect(() => readConfig({ SMTP_URL: env.SMTP_URL })).toThrow('MAIL_FROM= must be set too: Mail needs');
  expect(() => readConfig({ MAIL_EVENTS_TOKEN: 'x'.repeat(20) })).toThrow('SMTP_URL= must be set too');
  for (const from of ['auctions', 'a@b\nBcc: c@d', 'A <a@b', '<a@b>, c@d']) {
    expect(() => readConfig({ ...env, MAIL_FROM: from })).toThrow('must be an e-mail address');
  }
  expect(() => readConfig({ ...env, SMTP_URL: 'http://user:hunter2@x' })).toThrow('SMTP_URL=http://user:***@x must be');
});
