import { expect, test } from 'vitest';
import { followUpEvents } from '../../src/operations/work/follow-up-events.ts';
import { serviceForFile } from '../support/service.ts';
import type { Seller } from '../support/seller.ts';
import { sellerBrowser, textOf } from '../seller-pages/seller-browser.ts';

const service = await serviceForFile();
const scopes = ['auctions:read', 'bids:read', 'keys:write'] as const;
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

/** Asks with a key. */
const asked = async (key: string, query: string) => {
  const { body } = await service.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query }),
  });
  return body;
};

interface Issued {
  readonly key: string;
  readonly apiKey: { readonly apiKeyId: string; readonly expiresAt: string | null; readonly issuedBy: string | null };
}

const fields = '{ key apiKey { apiKeyId expiresAt issuedBy } errors { code fault message path } }';
const issue = (key: string, more = '', granted = 'AUCTIONS_READ, KEYS_WRITE') =>
  asked(key, `mutation { createKey(input: { scopes: [${granted}]${more} }) ${fields} }`);
const issued = async (...given: Parameters<typeof issue>): Promise<Issued> => {
  const { data, errors } = await issue(...given);
  expect(errors).toBeUndefined();
  return data.createKey;
};
const statusOf = async (key: string) =>
  (await service.request('/v1/auctions', { headers: { authorization: `Bearer ${key}` } })).status;
const revoke = (key: string, apiKeyId: string, more = '') =>
  asked(
    key,
    `mutation { revokeKey(input: { apiKeyId: "${apiKeyId}"${more} }) { apiKey { revokedAt } errors { code fault message path } } }`,
  );
const codeOf = (body: any) => body.errors?.[0].extensions.code ?? null;

test('a key issues none that ends later than it does', async () => {
  const end = new Date(Date.now() + 60_000);
  const owner = await service.seller({ scopes, expiresAt: end });
  const child = await issued(owner.key);
  expect(new Date(child.apiKey.expiresAt!).getTime()).toBe(end.getTime());
  const late = await issue(owner.key, `, expiresTimestamp: ${inSeconds(3_600)}`);
  expect(late.errors[0].extensions).toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/expiresTimestamp', code: 'too_large' }],
  });
  const earlier = inSeconds(30);
  const { apiKey } = await issued(owner.key, `, expiresTimestamp: ${earlier}`);
  expect(new Date(apiKey.expiresAt!).getTime()).toBe(earlier * 1_000);
  expect((await issued(child.key)).apiKey.expiresAt).toBe(child.apiKey.expiresAt);

  const lasting = await service.seller({ name: owner.name, scopes });
  const replaced = await asked(
    owner.key,
    `mutation { replaceKey(input: { apiKeyId: "${lasting.apiKeyId}" }) ${fields} }`,
  );
  expect(codeOf(replaced)).toBe('invalid_request');
  expect(await statusOf(lasting.key)).toBe(200);
  const { data } = await asked(
    owner.key,
    `mutation { replaceKey(input: { apiKeyId: "${owner.apiKeyId}" }) ${fields} }`,
  );
  expect(new Date(data.replaceKey.apiKey.expiresAt).getTime()).toBe(end.getTime());
  expect((await issued(lasting.key)).apiKey.expiresAt).toBeNull();
});

test('a key is revoked with all that it has issued, and with what those have, or alone', async () => {
  const owner = await service.seller({ scopes });
  const [stolen, own] = [await issued(owner.key), await issued(owner.key)];
  const child = await issued(stolen.key);
  const grandchild = await issued(child.key);
  expect([stolen, child, grandchild].map(({ apiKey }) => apiKey.issuedBy)).toEqual([
    owner.apiKeyId,
    stolen.apiKey.apiKeyId,
    child.apiKey.apiKeyId,
  ]);
  // A key in the place of another keeps what that one has issued.
  const { data } = await asked(
    child.key,
    `mutation { replaceKey(input: { apiKeyId: "${child.apiKey.apiKeyId}" }) ${fields} }`,
  );
  expect(data.replaceKey.apiKey.issuedBy).toBe(stolen.apiKey.apiKeyId);

  expect(codeOf(await revoke(owner.key, stolen.apiKey.apiKeyId))).toBeNull();
  expect(await Promise.all([stolen.key, data.replaceKey.key, grandchild.key].map(statusOf))).toEqual([401, 200, 200]);
  expect(codeOf(await revoke(owner.key, stolen.apiKey.apiKeyId, ', withIssued: true'))).toBeNull();
  const all = [stolen.key, data.replaceKey.key, grandchild.key, own.key, owner.key];
  expect(await Promise.all(all.map(statusOf))).toEqual([401, 401, 401, 200, 200]);
});

test('a key revokes none that can do more than it can', async () => {
  const owner = await service.seller({ scopes });
  const narrow = await issued(owner.key);
  expect(codeOf(await revoke(narrow.key, owner.apiKeyId))).toBe('insufficient_scope');
  expect(await statusOf(owner.key)).toBe(200);
  expect(codeOf(await revoke(narrow.key, narrow.apiKey.apiKeyId))).toBeNull();
  expect(await statusOf(narrow.key)).toBe(401);
});

const eventsOf = async ({ sellerId }: Seller) =>
  (
    await service.db.query<{ event: any }>(
      `select snapshot as event from webhook_events where seller_id = $1 and event_type = 'api_key_issued' order by created_at, event_id`,
      [sellerId],
    )
  ).rows.map(({ event }) => event);

test('the owner is told of each new key by an event and a message, and of none that was refused', async () => {
  const owner = await service.seller({ scopes: [...scopes, 'auctions:write', 'webhooks:write'] });
  await owner.mutate('updateSellerProfile', { email: 'owner@example.com' });
  await service.db.query('update seller_profiles set confirmed_email = email where seller_id = $1', [owner.sellerId]);
  expect(await eventsOf(owner)).toEqual([]);
  const { apiKey } = await issued(owner.key);
  expect(codeOf(await issue(owner.key, '', 'ADMIN'))).toBe('invalid_request');
  const event = { apiKeyId: apiKey.apiKeyId, issuedBy: owner.apiKeyId, scopes: ['auctions:read', 'keys:write'] };
  expect(await eventsOf(owner)).toEqual([expect.objectContaining(event)]);
  const feed = await owner.graphql('{ events { eventType body } }');
  expect(JSON.parse(feed.body.data.events.at(-1).body)).toMatchObject({
    eventType: 'api_key_issued',
    payload: { ...event, expiresAt: null, createdAt: expect.stringMatching(/\+00:00$/) },
  });
  await followUpEvents(service.deps);
  const { rows } = await service.db.query<{ address: string }>(
    `select address from messages join webhook_events using (event_id) where event_type = 'api_key_issued' and messages.seller_id = $1`,
    [owner.sellerId],
  );
  expect(rows).toEqual([{ address: 'owner@example.com' }]);
});

test('the page of keys says who issued a key, and revokes it with what it has issued', async () => {
  const owner = await service.seller({ scopes });
  const parent = await issued(owner.key);
  const child = await issued(parent.key);
  const browser = await sellerBrowser(service, owner);
  const page = textOf(await browser.get('/seller/keys'));
  expect(page).toContain(`Issued by ${owner.key.slice(0, 9)}`);
  expect(page).toContain('Issued by the operator');
  const { apiKeyId } = parent.apiKey;
  const shown = await browser.get(`/seller/keys?key=${apiKeyId}`);
  expect(textOf(shown)).toContain('Also revoke every key that it has issued');
  await browser.send(`/seller/keys?key=${apiKeyId}`, 'revoke', { apiKeyId, withIssued: 'yes', confirm: 'yes' });
  expect(await Promise.all([parent.key, child.key, owner.key].map(statusOf))).toEqual([401, 401, 200]);
});
