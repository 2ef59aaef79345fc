import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import type { Answer } from '../support/answer.ts';
import type { Seller } from '../support/seller.ts';
import { publicUrl, serviceForFile, startService } from '../support/service.ts';
import { withDatabase } from '../support/settings.ts';

const config = readConfig({ ...withDatabase('postgres://unused'), PUBLIC_URL: publicUrl, TRUST_PROXY: '1' });
const service = await serviceForFile({ config });

const ours = { origin: publicUrl, 'sec-fetch-site': 'same-origin' };

let admin: Seller;
beforeEach(async () => void (admin = await service.seller({ scopes: ['admin'] })));

let addresses = 0;

/** Sends the form from an address of its own, so that the tries of other tests do not count. */
function signIn(key: string, headers: Record<string, string> = ours): Promise<Answer> {
  return service.request('/admin/sign-in', {
    method: 'POST',
    headers: { 'x-forwarded-for': `192.0.2.${addresses++}`, ...headers },
    body: new URLSearchParams({ key }),
  });
}

/** The cookie as a browser sends it back. */
async function signedIn(seller = admin): Promise<string> {
  const answer = await signIn(seller.key);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('/admin');
  return answer.headers.get('set-cookie')!.split(';')[0]!;
}

function ask(cookie: string, query: string, headers: Record<string, string> = ours): Promise<Answer> {
  return service.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, ...headers },
    body: JSON.stringify({ query }),
  });
}

const sellers = '{ sellers(first: 1) { nodes { __typename } } }';
const codeOf = ({ body }: Answer) => body.errors?.[0].extensions.code ?? null;

async function isSignedIn(cookie: string): Promise<boolean> {
  return codeOf(await ask(cookie, sellers)) === null;
}

const sessions = async () =>
  (await service.db.query(`select encode(digest, 'hex') as digest, to_jsonb(a)::text as row from admin_sessions a`))
    .rows as { digest: string; row: string }[];

describe('signing in', () => {
  test.each([
    ['no key', '', 401, 'auc_admin_'],
    ['no key at all, but something else', 'let me in', 401, 'auc_admin_'],
    ['a mistyped key', 'auc_test_wrong', 401, 'unknown, mistyped'],
  ])('with %s shows why not', async (_, key, status, words) => {
    const before = await sessions();
    const answer = await signIn(key);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.text).toContain(words);
    expect(await sessions()).toEqual(before);
  });

  test('with a seller’s key is refused: every scope but admin is not enough', async () => {
    const answer = await signIn((await service.seller()).key);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('lacks the scope');
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});

describe('a session', () => {
  const minutesLeft = async () => {
    const { rows } = await service.db.query<{ minutes: number }>(
      `select round(extract(epoch from expires_at - clock_timestamp()) / 60)::int as minutes from admin_sessions
       where api_key_id = $1`,
      [admin.apiKeyId],
    );
    return rows[0]?.minutes;
  };
  const age = (created: string, expires: string) =>
    service.db.query(
      `update admin_sessions set created_at = clock_timestamp() - $2::interval, expires_at = clock_timestamp() + $3::interval
       where api_key_id = $1`,
      [admin.apiKeyId, created, expires],
    );

  test('that is over is not put off by a try, and its row goes with the next sign-in', async () => {
    const cookie = await signedIn();
    await age('8 hours', '-1 millisecond');
    expect(await isSignedIn(cookie)).toBe(false);
    expect(await minutesLeft()).toBe(0);
    await signedIn(await service.seller({ scopes: ['admin'] }));
    expect(await minutesLeft()).toBeUndefined();
  });

  test('counts as a use of its key', async () => {
    const cookie = await signedIn();
    await service.deps.keyUse.flush();
    await service.db.query('update api_keys set last_used_at = null where api_key_id = $1', [admin.apiKeyId]);
    await ask(cookie, sellers);
    await service.deps.keyUse.flush();
    const { lastUsedAt } = await service.db.prisma.apiKey.findUniqueOrThrow({ where: { apiKeyId: admin.apiKeyId } });
    expect(lastUsedAt).not.toBeNull();
  });

  test.each([
    ['nothing'],
    ['='],
    ['__Host-admin='],
    ['__Host-admin=x'],
    [`admin=${'a'.repeat(43)}`],
    [`__Host-admin=${'a'.repeat(43)}`],
  ])('is not to be had with the cookie %s', async (cookie) => {
    expect(codeOf(await ask(cookie, sellers))).toBe('missing_api_key');
  });

  test('is for the pages of operators: /v1 knows keys alone', async () => {
    const cookie = await signedIn();
    const answer = await service.request('/v1/auctions', { headers: { cookie, ...ours } });
    expect(answer.status).toBe(401);
  });
});

describe('with a session, a request from', () => {
  const suspend = (sellerId: string) =>
    `mutation { suspendSeller(input: { sellerId: "${sellerId}" }) { seller { name } errors { code fault message path } } }`;
  const foreign: [string, Record<string, string>][] = [
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring site', { origin: 'https://other.auctions.test', 'sec-fetch-site': 'same-site' }],
    ['a page that lies about its origin', { origin: publicUrl, 'sec-fetch-site': 'cross-site' }],
    ['a page that hides its origin', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
    ['a client that says nothing', {}],
  ];

  test.each(foreign)('%s changes nothing', async (_, headers) => {
    const cookie = await signedIn();
    const { sellerId } = await service.seller();
    expect(codeOf(await ask(cookie, suspend(sellerId), headers))).toBe('missing_api_key');
    const { rows } = await service.db.query('select suspended_at from sellers where seller_id = $1', [sellerId]);
    expect(rows).toEqual([{ suspended_at: null }]);
  });

  test.each(foreign.slice(0, 4))('%s reads nothing either', async (_, headers) => {
    const cookie = await signedIn();
    const answer = await service.request(`/graphql?query=${encodeURIComponent(sellers)}`, {
      headers: { cookie, ...headers },
    });
    expect(codeOf(answer)).toBe('missing_api_key');
  });

  test('our own page changes what it is told to', async () => {
    const cookie = await signedIn();
    const { sellerId } = await service.seller();
    expect(codeOf(await ask(cookie, suspend(sellerId)))).toBeNull();
  });

  test('an address that was typed reads, and cannot change anything', async () => {
    const cookie = await signedIn();
    const typed = { cookie, 'sec-fetch-site': 'none' };
    const get = (query: string) => service.request(`/graphql?query=${encodeURIComponent(query)}`, { headers: typed });
    expect(codeOf(await get(sellers))).toBeNull();
    const { sellerId } = await service.seller();
    expect((await get(suspend(sellerId))).status).toBe(405);
  });
});

test('a key in the header goes before the session', async () => {
  const cookie = await signedIn();
  const seller = await service.seller();
  const answer = await ask(cookie, sellers, { ...ours, authorization: `Bearer ${seller.key}` });
  expect(codeOf(answer)).toBe('insufficient_scope');
});

describe('/admin', () => {
  const open = (path: string, cookie = '') =>
    service.request(path, { headers: { cookie, accept: 'text/html', 'sec-fetch-site': 'none' } });

  test('shows the way in, and with a session what there is to do', async () => {
    const before = await open('/admin');
    expect([before.status, before.text.includes('type="password"')]).toEqual([200, true]);
    const after = await open('/admin', await signedIn());
    expect(after.status).toBe(200);
    expect(after.text).toContain('Needs attention');
    expect(after.text).toContain(admin.key.slice(0, 15));
    expect(after.text).not.toContain(admin.key.slice(15));
  });

  test('is neither kept nor framed, and runs no script', async () => {
    for (const { headers } of [await open('/admin'), await open('/admin', await signedIn())]) {
      expect(headers.get('cache-control')).toBe('no-store');
      const policy = headers.get('content-security-policy')!.split('; ');
      expect(policy).toEqual(expect.arrayContaining([`default-src 'none'`, `frame-ancestors 'none'`]));
      expect(policy.some((rule) => rule.startsWith('script-src'))).toBe(false);
    }
  });

  test('the metrics open with a session', async () => {
    expect((await open('/metrics', await signedIn())).text).toContain('auction_authorizations_lapsing');
    expect((await open('/metrics')).status).toBe(401);
  });

  test('over http the cookie has a plain name, as browsers keep no Secure one', async () => {
    await using plain = await startService({ config: { ...config, publicUrl: 'http://localhost:4000' } });
    const { key } = await plain.seller({ scopes: ['admin'] });
    const { headers } = await plain.request('/admin/sign-in', {
      method: 'POST',
      headers: { origin: 'http://localhost:4000' },
      body: new URLSearchParams({ key }),
    });
    expect(headers.get('set-cookie')).toMatch(/^admin=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  test('after twenty tries within ten minutes there are no more', async () => {
    await using other = await startService();
    const { key } = await other.seller({ scopes: ['admin'] });
    const tryOnce = () =>
      other.request('/admin/sign-in', { method: 'POST', headers: ours, body: new URLSearchParams({ key }) });
    const tries = [];
    for (let i = 0; i < 21; i += 1) tries.push(await tryOnce());
    expect(tries.map(({ status }) => status)).toEqual([...Array<number>(20).fill(303), 429]);
    expect(Number(tries.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test.each([
  ['a long body', new URLSearchParams({ key: 'x'.repeat(200_000) }), {}, 413],
  ['a malformed body', '--other', { 'content-type': 'multipart/form-data; boundary=x' }, 400],
] as const)('%s is refused with a page', async (_, body, headers, status) => {
  const answer = await service.request('/admin/sign-in', {
    method: 'POST',
    headers: { 'x-forwarded-for': `192.0.2.${addresses++}`, ...ours, ...headers },
    body,
  });
  expect({ status: answer.status, type: answer.headers.get('content-type') }).toMatchObject({
    status,
    type: expect.stringContaining('text/html'),
  });
});
