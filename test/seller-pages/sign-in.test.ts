import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { publicUrl, serviceForFile, startService } from '../support/service.ts';
import { withDatabase } from '../support/settings.ts';
import { ours, sellerBrowser, signIn, textOf } from './seller-browser.ts';

const config = readConfig({ ...withDatabase('postgres://unused'), PUBLIC_URL: publicUrl, TRUST_PROXY: '1' });
const service = await serviceForFile({ config: { ...config, secretsKeys: [] } });

const isSignedIn = async (cookie: string, headers: Record<string, string> = ours) =>
  (await service.request('/seller', { headers: { cookie, ...headers } })).text.includes('id="main"');

const sessionCookieOf = async (key: string) => (await signIn(service, key)).headers.get('set-cookie')!.split(';')[0]!;

describe('signing in', () => {
  test('leads on to the page that was asked for', async () => {
    const { key } = await service.seller();
    const answer = await signIn(service, key, { path: '/seller?status=ongoing' });
    expect(answer.headers.get('location')).toBe('/seller?status=ongoing');
  });

  test.each([
    ['no key', '', 401, 'Paste your key'],
    ['a mistyped key', 'auc_test_wrong', 401, 'unknown, mistyped'],
  ])('with %s shows why not', async (_, key, status, words) => {
    const answer = await signIn(service, key);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([status, null]);
    expect(textOf(answer)).toContain(words);
  });

  test('with a public key, or the key of an operator, is refused', async () => {
    const seller = await service.seller({ scopes: ['auctions:read', 'bids:read', 'keys:write'] });
    const created = await seller.mutate('createKey', { scopes: ['PUBLIC'] }, 'key');
    const admin = await service.seller({ scopes: ['admin'] });
    for (const [key, words] of [
      [created.body.data.createKey.key, 'public key'],
      [admin.key, 'operator'],
    ]) {
      const answer = await signIn(service, key);
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
      expect(textOf(answer)).toContain(words);
    }
  });

  test('takes twenty wrong keys from an address within ten minutes, however many right ones come', async () => {
    await using other = await startService();
    const { key } = await other.seller();
    const signIn = (key: string) =>
      other.request('/seller', { method: 'POST', headers: ours, body: new URLSearchParams({ key }) });
    for (let i = 0; i < 21; i += 1) expect((await signIn(key)).status).toBe(303);
    for (let i = 0; i < 20; i += 1) expect((await signIn(`${key}x`)).status).toBe(401);
    const last = await signIn(key);
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test.each([
    (key: string) => ` Bearer ${key}`,
    (key: string) => `AUCTION_KEY=${key}`,
    (key: string) => `"${key}"`,
    (key: string) => `Authorization: Bearer ${key}\n`,
  ])('finds the key in what was pasted: %s', async (pasted) => {
    const { key } = await service.seller();
    const body = new URLSearchParams({ key: pasted(key) });
    expect((await service.request('/seller', { method: 'POST', headers: ours, body })).status).toBe(303);
  });
});

describe('a session', () => {
  test('goes on while a page that refreshes itself is watched', async () => {
    const seller = await service.seller();
    const cookie = await sessionCookieOf(seller.key);
    const expiry = async () =>
      (
        await service.db.query('select expires_at::text as at from admin_sessions where api_key_id = $1', [
          seller.apiKeyId,
        ])
      ).rows;
    await service.db.query(
      `update admin_sessions set expires_at = clock_timestamp() + interval '5 minutes' where api_key_id = $1`,
      [seller.apiKeyId],
    );
    const before = await expiry();
    expect(await isSignedIn(cookie, { ...ours, live: '1' })).toBe(true);
    expect(await expiry()).not.toEqual(before);
  });

  test('is found where the seller follows a link, and in no other request that another site causes', async () => {
    const cookie = await sessionCookieOf((await service.seller()).key);
    const from = (mode: string, dest: string) => ({
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': mode,
      'sec-fetch-dest': dest,
    });
    expect(await isSignedIn(cookie, from('navigate', 'document'))).toBe(true);
    for (const headers of [from('navigate', 'iframe'), from('no-cors', 'image'), from('cors', 'empty')])
      expect(await isSignedIn(cookie, headers)).toBe(false);
    const form = await service.request('/seller/profile', {
      method: 'POST',
      headers: { cookie, ...from('navigate', 'document') },
      body: new URLSearchParams({ form: 'profile' }),
    });
    expect(form.status).toBe(403);
  });

  test('opens no other door: an operator’s page takes no seller’s token, and the other way round', async () => {
    const seller = await service.seller();
    const token = (await sessionCookieOf(seller.key)).split('=')[1]!;
    const query = { method: 'POST', body: JSON.stringify({ query: '{ clock { now } }' }) };
    const headers = { 'content-type': 'application/json', ...ours };
    for (const cookie of [`__Host-admin=${token}`, `__Host-seller=${token}`]) {
      const { body } = await service.request('/graphql', { ...query, headers: { ...headers, cookie } });
      expect(body.errors[0].extensions.code).toBe('missing_api_key');
    }
    const admin = await service.seller({ scopes: ['admin'] });
    const { headers: answered } = await service.request('/admin/sign-in', {
      method: 'POST',
      headers: { 'x-forwarded-for': '198.51.100.1', ...ours },
      body: new URLSearchParams({ key: admin.key }),
    });
    const adminToken = answered.get('set-cookie')!.split(';')[0]!.split('=')[1]!;
    expect(await isSignedIn(`__Host-seller=${adminToken}`)).toBe(false);
  });

  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page that hides its origin', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ])('is not believed in a request from %s', async (_, headers) => {
    const cookie = await sessionCookieOf((await service.seller()).key);
    expect(await isSignedIn(cookie, headers)).toBe(false);
    const sent = await service.request('/seller', {
      method: 'POST',
      headers: { cookie, ...headers },
      body: new URLSearchParams({ form: 'x' }),
    });
    expect(sent.status).toBe(403);
  });
});

test('signing out ends the session, and clears what the browser has stored of the seller', async () => {
  const cookie = await sessionCookieOf((await service.seller()).key);
  const answer = await service.request('/seller/sign-out', { method: 'POST', headers: { cookie, ...ours } });
  expect(answer.headers.get('clear-site-data')).toBe('"storage"');
  expect(await isSignedIn(cookie)).toBe(false);
});

test('a page is neither kept nor framed, and runs no script but its own', async () => {
  const browser = await sellerBrowser(service, await service.seller());
  for (const { headers } of [await browser.get('/seller'), await service.request('/seller')]) {
    expect(headers.get('cache-control')).toBe('no-store');
    const policy = headers.get('content-security-policy')!.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([`default-src 'none'`, `frame-ancestors 'none'`, `script-src 'self'`]),
    );
  }
});
