import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Scope } from '../../src/core/viewer.ts';
import { ours, signIn } from '../seller-pages/seller-browser.ts';
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
  readonly key: { readonly scopes?: readonly Scope[] };
}

const ways: readonly Way[] = [
  {
    whose: 'an operator',
    path: '/admin/sign-in',
    home: '/admin',
    cookieName: '__Host-admin',
    shows: 'Needs attention',
    key: { scopes: ['admin'] },
  },
  { whose: 'a seller', path: '/seller', home: '/seller', cookieName: '__Host-seller', shows: 'id="main"', key: {} },
];

describe.each(ways)('the session of $whose', ({ path, home, cookieName, shows, key: options }) => {
  const person = () => service.seller(options);
  const cookieOf = async (key: string) => {
    const { headers } = await signIn(service, key, { path });
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
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=28800', 'Path=/', 'SameSite=Strict', 'Secure']);
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
});
