import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import type { Viewer } from '../../src/core/viewer.ts';
import { secretsKeyFile } from '../../src/operations/start/start-service.ts';
import { createEndpoint, rotateSecret } from '../../src/auctions/webhooks/change-endpoints.ts';
import { deliverWebhook } from '../../src/auctions/webhooks/deliver-webhook.ts';
import { resealSecrets } from '../../src/operations/work/upkeep.ts';
import { resolveName } from '../../src/auctions/webhooks/receiver.ts';
import { openSecret, sealPrefix, sealSecret } from '../../src/core/seal-secret.ts';
import { freshDatabase } from '../support/database.ts';
import { makeSeller } from '../support/seller.ts';
import { aSecret, claimDelivery, insertDeliveries, insertEndpoint, readDelivery, readEndpoint } from './outbox.ts';
import { startReceiver, status } from './receiver.ts';
import { withDatabase } from '../support/settings.ts';

const closing = new AsyncDisposableStack();
afterAll(() => closing.disposeAsync());
const { db } = closing.use(await freshDatabase());
const receiver = closing.use(await startReceiver(status(200)));

const [oldKey, newKey] = ['1'.repeat(64), '2'.repeat(64)];
const logged: string[] = [];
const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) });
const depsWith = (...secretsKeys: string[]) => ({
  db,
  log,
  resolveName,
  config: { ...readConfig({ ...withDatabase('postgresql://db/auction') }), webhookAllowLoopback: true, secretsKeys },
});
const endpoint = { url: 'https://example.com/', eventTypes: ['bid_placed'] };
const aSeller = () => makeSeller(db, () => Promise.reject(new Error('Asks nothing.')));
const viewerOf = ({ sellerId, apiKeyId }: { sellerId: string; apiKeyId: string }): Viewer => ({
  sellerId,
  apiKeyId,
  mode: 'test',
  scopes: new Set(),
});

test('a sealed secret opens under its key, for its seller, and unchanged', () => {
  const secret = aSecret();
  const sealed = sealSecret([newKey], secret, 'ada');
  expect(sealSecret([newKey], secret, 'ada')).not.toBe(sealed);
  expect(openSecret([oldKey, newKey], sealed, 'ada')).toBe(secret);
  expect(() => openSecret([newKey], sealed, 'eve')).toThrow('authenticate');
  const last = sealed.endsWith('A') ? 'B' : 'A';
  expect(() => openSecret([newKey], sealed.slice(0, -4) + last.repeat(4), 'ada')).toThrow('authenticate');
  expect(openSecret([newKey], secret, 'ada')).toBe(secret);
});

test('the database holds no secret that is created or rotated, and each of them signs', async () => {
  const seller = await aSeller();
  const deps = depsWith(newKey);
  const created = await createEndpoint(deps, viewerOf(seller), { ...endpoint, url: receiver.url('/sealed') });
  const { endpointId } = created.endpoint;
  const rotated = await rotateSecret(deps, viewerOf(seller), endpointId, {});
  const { rows } = await db.query(
    'select to_jsonb(e)::text, (select jsonb_agg(a)::text from audit_log a) from webhook_endpoints e where endpoint_id = $1',
    [endpointId],
  );
  expect(rows).toHaveLength(1);
  for (const secret of [created.secret, rotated.secret])
    expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length, 30));
  const row = await readEndpoint(db, endpointId);
  expect([row.secret, row.previousSecret].map((stored) => openSecret([newKey], stored!, seller.sellerId))).toEqual([
    rotated.secret,
    created.secret,
  ]);

  const [delivery] = await insertDeliveries(db, { endpointId, sellerId: seller.sellerId, secret: '' });
  await deliverWebhook(deps, (await claimDelivery(db, delivery!.deliveryId))!, new AbortController().signal);
  const [received] = receiver.at('/sealed');
  for (const secret of [created.secret, rotated.secret])
    expect(new Webhook(secret).verify(received!.body, received!.headers as Record<string, string>)).toBeTruthy();
});

test('a worker seals anew what is stored as it is or under an earlier key, and leaves the rest', async () => {
  await db.query('delete from webhook_endpoints');
  const plain = aSecret();
  const { sellerId } = await insertEndpoint(db, 'https://example.com/');
  await db.query(
    `insert into webhook_endpoints (seller_id, url, event_types, secret)
     select $1, 'https://example.com/', '{bid_placed}', $2 from generate_series(1, 450)`,
    [sellerId, plain],
  );
  // A secret for signing bidders is sealed like those of webhooks.
  await db.query('insert into bidder_signing (seller_id, secret) values ($1, $2)', [sellerId, 'bidsec_plain']);
  const early = await insertEndpoint(db, 'https://example.com/');
  const write = (values: string[]) =>
    db.query(
      `update webhook_endpoints set secret = $2, previous_secret = $3, previous_secret_expires_at = clock_timestamp()
       where endpoint_id = $1 returning pg_sleep(0.001)`,
      values,
    );
  const seal = (key: string, secret: string) => sealSecret([key], secret, early.sellerId);
  await write([early.endpointId, seal(newKey, 'whsec_now'), seal(oldKey, 'whsec_before')]);

  expect(await resealSecrets(depsWith(newKey, oldKey))).toBe(453);
  const { rows } = await db.query<{ stored: string }>(
    'select secret as stored from webhook_endpoints union all select previous_secret from webhook_endpoints where previous_secret is not null',
  );
  expect(rows).toHaveLength(453);
  expect(rows.filter(({ stored }) => !stored.startsWith(sealPrefix(newKey)))).toEqual([]);
  const after = await readEndpoint(db, early.endpointId);
  expect(openSecret([newKey], after.secret, early.sellerId)).toBe('whsec_now');
  expect(openSecret([newKey], after.previousSecret!, early.sellerId)).toBe('whsec_before');
  const signing = await db.query<{ secret: string }>('select secret from bidder_signing');
  expect(signing.rows[0]!.secret).toContain(sealPrefix(newKey));
  expect(openSecret([newKey], signing.rows[0]!.secret, sellerId)).toBe('bidsec_plain');
  expect(await resealSecrets(depsWith(newKey))).toBe(0);
});

test('a secret whose key is missing is named, waits, and holds up no other', async () => {
  await db.query('delete from webhook_endpoints');
  const other = await insertEndpoint(db, 'https://example.com/');
  const lost = await insertEndpoint(db, receiver.url('/lost'));
  await db.query('update webhook_endpoints set secret = $2 where endpoint_id = $1', [
    lost.endpointId,
    sealSecret([oldKey], lost.secret, lost.sellerId),
  ]);
  const [keyId] = /(?<=:)\w{8}/.exec(sealPrefix(oldKey))!;
  logged.length = 0;
  expect(await resealSecrets(depsWith(newKey))).toBe(1);
  expect((await readEndpoint(db, other.endpointId)).secret).toContain(sealPrefix(newKey));
  expect(logged.filter((line) => line.includes(lost.endpointId) && line.includes(`the key ${keyId}`))).toHaveLength(1);

  const [delivery] = await insertDeliveries(db, lost);
  const { deliveryId } = delivery!;
  const claimed = async () => (await claimDelivery(db, deliveryId))!;
  const { signal } = new AbortController();
  await expect(deliverWebhook(depsWith(newKey), await claimed(), signal)).rejects.toThrow(`the key ${keyId}`);
  expect(receiver.at('/lost')).toEqual([]);
  expect((await readDelivery(db, deliveryId)).state).toBe('pending');
  await deliverWebhook(depsWith(newKey, oldKey), await claimed(), signal);
  expect(receiver.at('/lost')).toHaveLength(1);
});

test('DATABASE_URL requires a key in every NODE_ENV, and the refusal of a wrong key does not show it', () => {
  const database = { DATABASE_URL: 'postgresql://db/auction' };
  expect(() => readConfig(database)).toThrow('SECRETS_KEY= must be set where DATABASE_URL is');
  expect(() => readConfig({ SECRETS_KEY_PREVIOUS: oldKey })).toThrow('SECRETS_KEY= must be set where');
  expect(() => readConfig({ SECRETS_KEY: 'abc' })).toThrow('SECRETS_KEY=*** must be 32 random bytes in hex');
  expect(() => readConfig({ SECRETS_KEY: newKey, SECRETS_KEY_PREVIOUS: 'abc' })).toThrow('SECRETS_KEY_PREVIOUS=***');
  expect(readConfig({ ...database, SECRETS_KEY: newKey, SECRETS_KEY_PREVIOUS: oldKey }).secretsKeys).toEqual([
    newKey,
    oldKey,
  ]);
  expect(readConfig({}).secretsKeys).toEqual([]);
});

test('the key of the embedded database is made once, in a file of its owner alone', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'key-'));
  closing.defer(() => rm(folder, { recursive: true }));
  const key = secretsKeyFile(folder);
  expect(key).toMatch(/^[\da-f]{64}$/);
  expect(secretsKeyFile(folder)).toBe(key);
  expect((await stat(path.join(folder, 'secrets.key'))).mode & 0o777).toBe(0o600);
});
