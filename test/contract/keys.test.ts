import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { generateApiKey } from '../../src/platform/auth/api-key.ts';
import { type Answer, readAnswer } from '../support/answer.ts';
import { sharedService } from '../support/service.ts';
import { expectProblem } from './expect-problem.ts';
import { soundAuction } from './periods.ts';

const service = await sharedService();
const seller = await service.seller();
const { auctionId, sellerId } = await service.auction(seller);
const { bidId } = await service.bid({ auctionId, sellerId });

const ask = (authorization: string | null, path = '/v1/auctions', init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  if (authorization !== null) headers.set('authorization', authorization);
  return service.request(path, { ...init, headers });
};

const body = JSON.stringify(soundAuction);
const headers = { 'content-type': 'application/json' };
const everything: [string, string, RequestInit][] = [
  ['GET', '/v1/auctions', {}],
  ['HEAD', '/v1/auctions', {}],
  ['POST', '/v1/auctions', { body, headers }],
  ['GET', `/v1/auctions/${auctionId}`, {}],
  ['PATCH', `/v1/auctions/${auctionId}`, { body: '{}', headers }],
  ['DELETE', `/v1/auctions/${auctionId}`, {}],
  ['GET', '/v1/bids', {}],
  ['GET', `/v1/bids/${bidId}`, {}],
  // Whoever has no key learns nothing, not even what there is.
  ['GET', '/v1/nothing', {}],
  ['PUT', '/v1/auctions', {}],
  ['GET', '/v1/auctions?limit=0', {}],
];

describe.each(everything)('%s %s', (method, path, init) => {
  test('no key: 401', async () => {
    const answer = await ask(null, path, { ...init, method });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    if (method !== 'HEAD') expectProblem(answer, 'missing_api_key');
  });

  test('an unknown key: 401', async () => {
    const answer = await ask(`Bearer ${generateApiKey('test')}`, path, { ...init, method });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    if (method !== 'HEAD') expectProblem(answer, 'invalid_api_key');
  });
});

describe('Authorization', () => {
  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('%s: the scheme is case-insensitive', async (scheme) => {
    expect((await ask(`${scheme} ${seller.key}`)).status).toBe(200);
  });

  test.each([
    ['nothing', ''],
    ['the scheme alone', 'Bearer'],
    ['the scheme and a blank', 'Bearer '],
    ['the key alone', seller.key],
    ['another scheme', `Basic ${Buffer.from(`${seller.key}:`).toString('base64')}`],
    ['another scheme with the key', `Token ${seller.key}`],
    ['a scheme that only begins alike', `Bearers ${seller.key}`],
    ['no blank', `Bearer:${seller.key}`],
    ['two keys', `Bearer ${seller.key} ${seller.key}`],
    ['a key in a list', `Basic abc, Bearer ${seller.key}`],
  ])('%s: a malformed header', async (_, authorization) => {
    const answer = await ask(authorization);
    expectProblem(answer, 'missing_api_key');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test.each([
    ['its last character changed', (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')],
    [
      'a character in the middle changed',
      (key: string) => key.slice(0, 20) + (key[20] === '0' ? '1' : '0') + key.slice(21),
    ],
    ['its last character cut off', (key: string) => key.slice(0, -1)],
    ['a character more', (key: string) => `${key}0`],
    ['the other case', (key: string) => key.toUpperCase()],
    ['the other mode', (key: string) => key.replace('auc_test_', 'auc_live_')],
    ['its visible prefix alone', (key: string) => key.slice(0, 15)],
    ['quotes', (key: string) => `"${key}"`],
  ])('a key with %s is invalid', async (_, bend) => {
    const answer = await ask(`Bearer ${bend(seller.key)}`);
    expectProblem(answer, 'invalid_api_key');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  test('a key in the query string is not looked at', async () => {
    expectProblem(await ask(null, `/v1/auctions?api_key=${seller.key}&access_token=${seller.key}`), 'missing_api_key');
  });
});

/** Of everything that an answer refuses, of either API. */
function codesOf({ body }: Answer): string[] {
  const { code, errors = [] } = body;
  const shown = errors.map((error: any) => error.extensions?.code ?? error.code);
  return code === undefined ? shown : [code, ...shown];
}

describe('a key', () => {
  interface Sent {
    path: string;
    method: string;
    body?: string;
  }
  const get = (path: string) => ({ method: 'GET', path });
  const graphql = (query: string) => ({ method: 'POST', path: '/graphql', body: JSON.stringify({ query }) });
  const titled = (id: string) =>
    `updateAuction(input: { auctionId: "${id}", title: "Another title" }) { auction { title } errors { code fault message path } }`;
  const requests: [what: string, request: (auctionId: string) => Sent][] = [
    ['auctions', () => get('/v1/auctions')],
    ['an unknown path', () => get('/v1/nothing')],
    ['a malformed id', () => get('/v1/auctions/none')],
    ['a faulty parameter', () => get('/v1/auctions?limit=0')],
    ['bids', () => get('/v1/auctions?includeBids=true')],
    ['create', () => ({ method: 'POST', path: '/v1/auctions', body })],
    ['update', (id) => ({ method: 'PATCH', path: `/v1/auctions/${id}`, body: '{"title":"Another title"}' })],
    ['cancel', (id) => ({ method: 'DELETE', path: `/v1/auctions/${id}` })],
    ['a faulty creation', () => ({ method: 'POST', path: '/v1/auctions', body: '{"title":"ab"}' })],
    ['a change of nothing', () => ({ method: 'DELETE', path: `/v1/auctions/${randomUUID()}` })],
    [
      'cancelAuction',
      (id) =>
        graphql(
          `mutation { cancelAuction(input: { auctionId: "${id}" }) { success errors { code fault message path } } }`,
        ),
    ],
    [
      'a mutation of two',
      (id) =>
        graphql(
          `mutation { a: ${titled(id)} b: cancelAuction(input: { auctionId: "${id}" }) { success errors { code fault message path } } }`,
        ),
    ],
    ['a mutation of a fragment', (id) => graphql(`mutation { ...F } fragment F on Mutation { ${titled(id)} }`)],
    ['a mutation of nothing', (id) => graphql(`mutation { ${titled(id).replace('})', '}) @skip(if: true)')} }`)],
    ['a mutation that is refused', () => graphql(`mutation { ${titled(randomUUID())} }`)],
    [
      'another mutation',
      () =>
        graphql(
          'mutation { advanceTestClock(input: { bySeconds: 1 }) { clock { now } errors { code fault message path } } }',
        ),
    ],
    ['a query', (id) => graphql(`{ auction(auctionId: "${id}") { title } }`)],
    ['a subscription', (id) => graphql(`subscription { auctionChanged(auctionId: "${id}") { title } }`)],
    ['a faulty document', () => graphql('mutation { nothing }')],
    ['a faulty body', () => ({ method: 'POST', path: '/graphql', body: '{' })],
  ];

  test.each(
    requests.flatMap(([what, request]) =>
      [
        ['revoked', 'invalid_api_key', 'update api_keys set revoked_at = clock_timestamp() where api_key_id = $1'],
        [
          'of a suspended seller',
          'seller_suspended',
          `update sellers set suspended_at = clock_timestamp()
           where seller_id = (select seller_id from api_keys where api_key_id = $1)`,
        ],
      ].map(([end, code, sql]) => ({ what, request, end: end!, code, sql: sql! })),
    ),
  )('$end: changes nothing on any process, and is told no more: $what', async ({ request, code, sql }) => {
    const other = await service.seller();
    const ofOther = await service.auction(other);
    await using otherProcess = createApp(service.deps);
    const processes = [
      service.request,
      async (path: string, init: RequestInit) =>
        readAnswer(await otherProcess.fetch(new Request(new URL(path, 'http://localhost'), init))),
    ];
    const { path, ...init } = request(ofOther.auctionId);
    const authorization = `Bearer ${other.key}`;
    // Both have seen the key.
    for (const send of processes) expect((await send('/v1/bids', { headers: { authorization } })).status).toBe(200);
    await service.db.query(sql, [other.apiKeyId]);

    for (const send of processes) {
      const answer = await send(path, { ...init, headers: { ...headers, authorization } });
      expect(codesOf(answer)).toEqual([code]);
    }
    const { rows } = await service.db.query(
      `select auction_id as "auctionId", title, cancelled_at from auctions where seller_id = $1`,
      [other.sellerId],
    );
    expect(rows).toEqual([{ auctionId: ofOther.auctionId, title: 'A walnut desk', cancelled_at: null }]);
  });

  test('revoked: another key of the same seller goes on', async () => {
    const other = await service.seller();
    const second = await service.seller({ name: other.name });
    expect(second.sellerId).toBe(other.sellerId);
    await service.db.query('update api_keys set revoked_at = clock_timestamp() where api_key_id = $1', [
      other.apiKeyId,
    ]);
    expect((await second.get('/v1/auctions')).status).toBe(200);
  });

  test('with an expiry: valid before it, invalid after it', async () => {
    const other = await service.seller({ expiresAt: new Date('2100-01-01') });
    expect((await other.get('/v1/auctions')).status).toBe(200);
    await service.db.query(
      `update api_keys set created_at = clock_timestamp() - interval '1 day',
         expires_at = clock_timestamp() - interval '1 millisecond' where api_key_id = $1`,
      [other.apiKeyId],
    );
    expectProblem(await other.get('/v1/auctions'), 'invalid_api_key');
    // No statement of this operation checks the key on the way.
    const { body } = await other.graphql('{ webhookEndpoints { nodes { endpointId } } }');
    expect(body.errors[0].extensions.code).toBe('invalid_api_key');
  });

  test.each(['test', 'live'] as const)('a key of a %s seller names its mode', async (mode) => {
    const { key } = await service.seller({ mode });
    expect(key).toMatch(new RegExp(`^auc_${mode}_[0-9A-Za-z]{49}$`));
  });

  test('is stored nowhere: its SHA-256 and its visible prefix are', async () => {
    const other = await service.seller();
    const { rows } = await service.db.query(
      `select to_jsonb(k)::text as row, prefix, digest = sha256($2::bytea) as "isDigest" from api_keys k where api_key_id = $1`,
      [other.apiKeyId, Buffer.from(other.key)],
    );
    expect(rows[0].isDigest).toBe(true);
    expect(other.key.startsWith(rows[0].prefix)).toBe(true);
    expect(rows[0].prefix.length).toBeLessThan(20);
    expect(rows[0].row).not.toContain(other.key.slice(20));
  });

  test('leaves its last use, without a write per request', async () => {
    const other = await service.seller();
    const lastUsedAt = async () =>
      (await service.db.prisma.apiKey.findUniqueOrThrow({ where: { apiKeyId: other.apiKeyId } })).lastUsedAt;
    await other.get('/v1/auctions');
    await other.get('/v1/auctions');
    expect(await lastUsedAt()).toBeNull();
    await service.deps.keyUse.flush();
    expect(await lastUsedAt()).not.toBeNull();
  });
});
