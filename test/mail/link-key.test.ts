import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { checkSecrets } from '../../src/operations/checkup/check-records.ts';
import { keyIdOf } from '../../src/core/seal-secret.ts';
import { readLinkKey } from '../../src/auctions/mail/link-key.ts';
import { resealSecrets } from '../../src/operations/work/upkeep.ts';
import { readAnswer } from '../support/answer.ts';
import { publicUrl } from '../support/service.ts';
import { startMailService } from './mail-stage.ts';

const mail = await startMailService();
afterAll(() => mail[Symbol.asyncDispose]());
const { service, server } = mail;
const { db, config } = service.deps;
const log = pino({ level: 'silent' });

/** A live auction whose bidder has got a message, and its links, from the root on. */
async function aMessage(name: string) {
  const stage = await mail.stage();
  await mail.bid(stage, name, 5_000);
  await mail.work();
  const { text = '', headers } = server.received.findLast(({ to }) => to === `${name}@example.com`)!.mail;
  const header = (headers.get('list') as { unsubscribe: { url: string } }).unsubscribe.url;
  const open = /\/auctions\/mail\/[^\s/]+(?=\s)/.exec(text)![0];
  return { open, unsubscribe: header.slice(publicUrl.length), address: `${name}@example.com` };
}

/** The same service after a start with these keys, the newest first. */
async function startedWith(...secretsKeys: string[]) {
  const linkKey = await readLinkKey({ db, config: { secretsKeys }, log });
  const app = createApp({ ...service.deps, config: { ...config, secretsKeys, linkKey } });
  const request = async (path: string, init?: RequestInit) =>
    readAnswer(await app.fetch(new Request(new URL(path, publicUrl), init)));
  return { request, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

const marksOf = async (address: string) =>
  (
    await db.query<{ confirmed: boolean; ended: boolean }>(
      `select confirmed_at is not null as confirmed, unsubscribed_at is not null as ended from mail_addresses where address = $1`,
      [address],
    )
  ).rows[0];

test('the address in List-Unsubscribe ends messages and does nothing else, and no other does that', async () => {
  const { open, unsubscribe, address } = await aMessage('header');
  const [token, ownToken] = [open, unsubscribe].map((path) => path.split('/')[3]!) as [string, string];
  expect(ownToken).not.toBe(token);
  expect((await service.request(`/auctions/mail/${ownToken}`)).status).toBe(404);
  expect((await service.request(`/auctions/mail/${token}/unsubscribe`)).status).toBe(404);
  expect((await service.request(`/auctions/mail/${token}/unsubscribe`, { method: 'POST' })).status).toBe(404);
  expect(await marksOf(address)).toEqual({ confirmed: false, ended: false });
  expect((await service.request(unsubscribe)).status).toBe(200);
  expect((await service.request(unsubscribe, { method: 'POST' })).status).toBe(200);
  expect(await marksOf(address)).toEqual({ confirmed: false, ended: true });
});

test('links in messages work after two changes of SECRETS_KEY, and the doctor says when a key can go', async () => {
  const { open, unsubscribe, address } = await aMessage('keeper');
  let [current] = config.secretsKeys as [string];
  for (const next of [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]) {
    const both = [next, current];
    await using during = await startedWith(...both);
    expect((await during.request(open)).status).toBe(303);
    expect((await checkSecrets(db, { secretsKeys: both })).map(({ verdict }) => verdict)).toEqual(['fine']);
    expect((await checkSecrets(db, { secretsKeys: [next] }))[0]).toMatchObject({
      verdict: 'fault',
      found: expect.stringContaining(`sealed with the key ${keyIdOf(current)}, which is not configured`),
    });
    await resealSecrets({ db, log, config: { secretsKeys: both } });
    expect(await checkSecrets(db, { secretsKeys: both })).toEqual([
      expect.objectContaining({
        verdict: 'notice',
        found: `The key ${keyIdOf(current)} of SECRETS_KEY_PREVIOUS opens nothing.`,
      }),
    ]);
    current = next;
  }
  await using after = await startedWith(current);
  expect((await after.request(open)).status).toBe(303);
  expect((await after.request(unsubscribe, { method: 'POST' })).status).toBe(200);
  expect((await marksOf(address))!.ended).toBe(true);
  expect((await checkSecrets(db, { secretsKeys: [current] })).map(({ verdict }) => verdict)).toEqual(['fine']);
});

test('two processes that start first at the same time have one key, and a start without its key goes on without links', async () => {
  await db.query('delete from link_keys');
  const secretsKeys = [randomBytes(32).toString('hex')];
  const started = await Promise.all(Array.from({ length: 4 }, () => readLinkKey({ db, config: { secretsKeys }, log })));
  expect(new Set(started).size).toBe(1);
  expect(started[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(await readLinkKey({ db, config: { secretsKeys: [randomBytes(32).toString('hex')] }, log })).toBeNull();
  const { rows } = await db.query<{ secret: string }>('select secret from link_keys');
  expect(rows).toEqual([{ secret: expect.stringContaining(`sealed:${keyIdOf(secretsKeys[0]!)}:`) }]);
});
