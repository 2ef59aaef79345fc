import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import type { Scope } from '../../src/core/viewer.ts';
import { ours, proofOf, signIn } from '../seller-pages/seller-browser.ts';
import { publicUrl, serviceForFile } from '../support/service.ts';
import { withDatabase } from '../support/settings.ts';

const config = readConfig({ ...withDatabase('postgres://unused'), PUBLIC_URL: publicUrl, TRUST_PROXY: '1' });
const service = await serviceForFile({ config });

interface Way {
  readonly whose: string;
  readonly path: string;
  readonly home: string;
  readonly cookieName: string;
  readonly shows: string;
  readonly sameSite: 'Strict' | 'Lax';
  readonly key: { readonly scopes?: readonly Scope[] };
}

const ways: readonly Way[] = [
  {
    whose: 'an operator',
    path: '/admin/sign-in',
    home: '/admin',
    cookieName: '__Host-admin',
    shows: 'Needs attention',
    sameSite: 'Strict',
    key: { scopes: ['admin'] },
  },
  {
    whose: 'a seller',
    path: '/seller',
    home: '/seller',
    cookieName: '__Host-seller',
    shows: 'id="main"',
    sameSite: 'Lax',
    key: { scopes: ['keys:write'] },
  },
];

describe.each(ways)('the session of $whose', ({ path, home, cookieName, shows, sameSite, key: options }) => {
  const person = () => service.seller(options);
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const cookieOf = async (key: string) => {
    const { headers } = await signIn(service, key, { path, headers: { ...ours, 'user-agent': firefox } });
    return headers.get('set-cookie')!.split(';')[0]!;
  };
  const signOut = (cookie: string, headers: Record<string, string> = ours) =>
    service.request(`${home}/sign-out`, { method: 'POST', headers: { cookie, ...headers } });
  const isSignedIn = async (cookie: string) =>
    (await service.request(home, { headers: { cookie, ...ours } })).text.includes(shows);

  test('begins with a cookie in exchange for a key, which no script reads and no other site sends', async () => {
    const answer = await signIn(service, ` ${(await person()).key} `, { path });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, home]);
    const [pair, ...attributes] = answer.headers.get('set-cookie')!.split('; ');
    const [name, token] = pair!.split('=');
    expect(name).toBe(cookieName);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=28800', 'Path=/', `SameSite=${sameSite}`, 'Secure']);
    const { rows } = await service.db.query<{ row: string }>('select to_jsonb(a)::text as row from admin_sessions a');
    for (const { row } of rows) expect(row).not.toContain(token);
    expect(await isSignedIn(pair!)).toBe(true);
  });

  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring site', { origin: 'https://other.auctions.test', 'sec-fetch-site': 'same-site' }],
    ['a page that hides where it is', { origin: 'null' }],
    ['the host that the request names', { origin: 'http://localhost' }],
    ['nobody knows where', {}],
  ])('does not begin from %s', async (_, headers) => {
    const answer = await signIn(service, (await person()).key, { path, headers });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
  });

  test('ends with signing out, only for that browser, and the audit log has both', async () => {
    const { key, apiKeyId } = await person();
    const [cookie, other] = [await cookieOf(key), await cookieOf(key)];
    const foreign = await signOut(cookie, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' });
    expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([403, null]);
    const answer = await signOut(cookie);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('set-cookie')).toMatch(new RegExp(`^${cookieName}=; Max-Age=0`));
    expect([await isSignedIn(cookie), await isSignedIn(other)]).toEqual([false, true]);
    const { rows } = await service.db.query(
      'select action, request_id is not null as traced from audit_log where api_key_id = $1 order by entry_id',
      [apiKeyId],
    );
    expect(rows).toEqual(['signIn', 'signIn', 'signOut'].map((action) => ({ action, traced: true })));
  });

  test.each([
    ['its key is revoked', 'update api_keys set revoked_at = clock_timestamp() where api_key_id = $1'],
    [
      'its key expires',
      `update api_keys set created_at = created_at - interval '1 day', expires_at = clock_timestamp()
       where api_key_id = $1 returning pg_sleep(0.001)`,
    ],
    [
      'its seller is suspended',
      `update sellers set suspended_at = clock_timestamp()
       where seller_id = (select seller_id from api_keys where api_key_id = $1)`,
    ],
    [
      'it was not used for half an hour',
      'update admin_sessions set expires_at = clock_timestamp() where api_key_id = $1 returning pg_sleep(0.001)',
    ],
  ])('ends at the next request when %s', async (_, statement) => {
    const { key, apiKeyId } = await person();
    const cookie = await cookieOf(key);
    expect(await isSignedIn(cookie)).toBe(true);
    await service.db.query(statement, [apiKeyId]);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  test('lasts for half an hour without a request, and for eight hours whatever comes', async () => {
    const { key, apiKeyId } = await person();
    const cookie = await cookieOf(key);
    const minutesLeft = async () => {
      const { rows } = await service.db.query<{ left: number }>(
        'select extract(epoch from expires_at - clock_timestamp())::float / 60 as left from admin_sessions where api_key_id = $1',
        [apiKeyId],
      );
      return rows[0]!.left;
    };
    expect(await minutesLeft()).toBeGreaterThan(28);
    expect(await minutesLeft()).toBeLessThanOrEqual(30);
    const passTo = (created: string, left: string) =>
      service.db.query(
        `update admin_sessions set created_at = clock_timestamp() - $2::interval, expires_at = clock_timestamp() + $3::interval where api_key_id = $1`,
        [apiKeyId, created, left],
      );
    await passTo('6 hours', '5 minutes');
    expect(await isSignedIn(cookie)).toBe(true);
    expect(await minutesLeft()).toBeGreaterThan(28);
    await passTo('7 hours 50 minutes', '5 minutes');
    expect(await isSignedIn(cookie)).toBe(true);
    expect(await minutesLeft()).toBeLessThanOrEqual(10);
  });

  describe('the list', () => {
    const asks = (cookie: string, init: RequestInit = {}) =>
      service.request(`${home}/sessions`, { ...init, headers: { cookie, ...ours } });
    const end = async (cookie: string, fields: Record<string, string>) => {
      // The pages of operators have none.
      const proof = proofOf(await asks(cookie), 'all') ?? '';
      return await asks(cookie, { method: 'POST', body: new URLSearchParams({ ...fields, proof }) });
    };
    const isOwn = (text: string, id: string) => /this (?:one|browser)/i.test(text.split(id)[0]!.split('<li>').at(-1)!);
    const idsIn = (text: string) => [...text.matchAll(/name="sessionId" value="(\w+)"/g)].map(([, id]) => id!);

    test('has each browser with its system and address, and ends one of them', async () => {
      const { key, name } = await person();
      const other = await service.seller({ ...options, name });
      const [mine, theirs] = [await cookieOf(key), await cookieOf(other.key)];
      const page = await asks(mine);
      expect(page.text).toContain('Firefox, Linux');
      expect(page.text).toMatch(/192\.0\.2\.\d+/);
      expect(page.headers.get('cache-control')).toContain('no-store');
      const [own, others] = idsIn(page.text).sort((id) => (isOwn(page.text, id) ? -1 : 1));
      expect((await end(mine, { form: 'one', sessionId: others! })).status).toBe(303);
      expect([await isSignedIn(mine), await isSignedIn(theirs)]).toEqual([true, false]);
      await end(mine, { form: 'one', sessionId: own! });
      expect(await isSignedIn(mine)).toBe(false);
    });

    test('signs out everywhere, and the audit log has each', async () => {
      const { key, apiKeyId } = await person();
      const cookies = [await cookieOf(key), await cookieOf(key)];
      const stranger = await cookieOf((await person()).key);
      expect((await end(cookies[0]!, { form: 'all' })).status).toBe(303);
      expect(await Promise.all([...cookies, stranger].map(isSignedIn))).toEqual([false, false, true]);
      const { rows } = await service.db.query(
        `select count(*)::int as ended from audit_log where subject_id = $1 and action = 'signOut'`,
        [apiKeyId],
      );
      expect(rows).toEqual([{ ended: 2 }]);
    });

    test('neither shows nor ends the sessions of others', async () => {
      const [mine, theirs] = [await cookieOf((await person()).key), await cookieOf((await person()).key)];
      const [id] = idsIn((await asks(theirs)).text);
      expect(idsIn((await asks(mine)).text)).not.toContain(id);
      await end(mine, { form: 'one', sessionId: id! });
      expect(await isSignedIn(theirs)).toBe(true);
      expect((await end('', { form: 'all' })).status).not.toBe(303);
    });
  });

  test('is replaced by the next one in the same browser', async () => {
    const { key } = await person();
    const cookie = await cookieOf(key);
    const { headers } = await signIn(service, key, { path, headers: { cookie, ...ours } });
    const next = headers.get('set-cookie')!.split(';')[0]!;
    expect([await isSignedIn(cookie), await isSignedIn(next)]).toEqual([false, true]);
  });
});

test('a key without the scope keys:write lists and ends the sessions of its own key alone', async () => {
  const seller = await service.seller({ scopes: ['keys:write'] });
  const narrow = await service.seller({ name: seller.name, scopes: ['auctions:read'] });
  const cookieOf = async (key: string) => (await signIn(service, key)).headers.get('set-cookie')!.split(';')[0]!;
  const [cookie, wide] = [await cookieOf(narrow.key), await cookieOf(seller.key)];
  const ask = (its: string, init: RequestInit = {}) =>
    service.request('/seller/sessions', { ...init, headers: { cookie: its, ...ours } });
  expect((await ask(wide)).text.match(/name="sessionId"/g)).toHaveLength(2);
  expect((await ask(cookie)).text.match(/name="sessionId"/g)).toHaveLength(1);
  const proof = proofOf(await ask(cookie), 'all')!;
  await ask(cookie, { method: 'POST', body: new URLSearchParams({ form: 'all', proof }) });
  expect((await ask(wide)).text.match(/name="sessionId"/g)).toHaveLength(1);
});
