import { describe, expect, test } from 'vitest';
import { overloadAnswer } from '../../src/operations/shedding/load-shedder.ts';
import { servePage } from '../e2e/serve-page.ts';
import { makeLimitedApp, within } from '../limits/limited-app.ts';
import { onPool } from '../support/on-pool.ts';
import { anUpload } from '../page/picture-uploads.ts';
import { sharedService, startService } from '../support/service.ts';
import { auctionFields } from '../idempotency/keyed.ts';

const service = await sharedService();
const seller = await service.seller();
const { auctionId } = await service.auction(seller);

const origin = 'https://shop.example';
const allowedHeaders = ['apollographql-client-name', 'authorization', 'content-type', 'if-match', 'traceparent'];
const exposedHeaders = [
  'etag',
  'link',
  'location',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'x-request-id',
  'idempotent-replayed',
  'date',
];

const listOf = (headers: Headers, name: string) =>
  (headers.get(name) ?? '')
    .toLowerCase()
    .split(/, */)
    .filter((each) => each !== '')
    .sort();

function expectReadable(headers: Headers): void {
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  expect(listOf(headers, 'access-control-expose-headers')).toEqual(exposedHeaders.toSorted());
}

const preflight = (path: string, method: string, ask: typeof service.request = service.request) =>
  ask(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': allowedHeaders.join(','),
    },
  });

describe('a browser may ask without a key whether a page of another origin may send', () => {
  test.each([
    ['/v1/auctions', 'POST'],
    [`/v1/auctions/${auctionId}`, 'PATCH'],
    [`/v1/auctions/${auctionId}`, 'DELETE'],
    ['/v1/bids?limit=1', 'GET'],
    ['/graphql', 'POST'],
    ['/docs/openapi.json', 'GET'],
    ['/docs/schema.graphql', 'GET'],
  ])('%s %s', async (path, method) => {
    const { status, headers, text } = await preflight(path, method);
    expect([status, text]).toEqual([204, '']);
    expectReadable(headers);
    expect(listOf(headers, 'access-control-allow-methods')).toContain(method.toLowerCase());
    expect(listOf(headers, 'access-control-allow-headers')).toEqual(allowedHeaders);
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThanOrEqual(7_200);
    expect(headers.get('www-authenticate')).toBeNull();
  });

  test.each(['/v1/auctions', '/graphql'])('%s, which counts for its address, and reads nothing', async (path) => {
    await using app = makeLimitedApp(service, { key: null, ip: within(2) });
    const answers = [await preflight(path, 'POST', app.ask), await preflight(path, 'POST', app.ask)];
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    const refused = await preflight(path, 'POST', app.ask);
    expect(refused.status).toBe(429);
    expectReadable(refused.headers);
  });

  test('although PostgreSQL is down', async () => {
    const fail = () => Promise.reject(Object.assign(new Error('no route'), { code: 'ECONNREFUSED' }));
    await using cutOff = await startService({ db: onPool(service.db, { query: fail, connect: fail } as never) });
    for (const path of ['/v1/auctions', '/graphql']) {
      expect((await preflight(path, 'POST', cutOff.request)).status).toBe(204);
      const headers = { origin, authorization: `Bearer ${seller.key}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ query: '{ auctions { nodes { title } } }' });
      const down = await cutOff.request(path, { method: 'POST', headers, body });
      expect(down.status).toBe(503);
      expectReadable(down.headers);
    }
  });
});

describe('a page of another origin may read', () => {
  const authorization = `Bearer ${seller.key}`;
  const send = (path: string, init: RequestInit) =>
    service.request(path, { ...init, headers: { origin, authorization, ...(init.headers as Record<string, string>) } });
  const post = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  test.each<[status: number, path: string, init: RequestInit]>([
    [200, '/v1/auctions', {}],
    [201, '/v1/auctions', post(auctionFields())],
    [200, '/graphql', post({ query: '{ auctions { nodes { title } } }' })],
    [200, '/docs/openapi.json', {}],
    [200, '/docs/schema.graphql', {}],
    [400, '/v1/auctions', post({})],
    [404, '/v1/lots', {}],
    [405, '/v1/auctions', { method: 'PUT' }],
    [415, '/v1/auctions', { method: 'POST', body: 'a' }],
    [415, '/graphql', { method: 'POST', body: 'a' }],
    [401, '/v1/auctions', { headers: { authorization: '' } }],
    [401, '/v1/auctions', { headers: { authorization: 'Bearer auc_test_unknown' } }],
    [
      401,
      '/graphql',
      { ...post({ query: '{ clock { now } }' }), headers: { authorization: 'Bearer auc_test_unknown' } },
    ],
    [412, `/v1/auctions/${auctionId}`, { method: 'DELETE', headers: { 'if-match': '"another"' } }],
  ])('%i %s', async (status, path, init) => {
    const answer = await send(path, init);
    expect(answer.status).toBe(status);
    expectReadable(answer.headers);
  });

  test('the answer to a picture that it uploads', async () => {
    const { path } = await anUpload(seller);
    const asked = await preflight(path, 'PUT');
    expect(listOf(asked.headers, 'access-control-allow-methods')).toContain('put');
    expectReadable(asked.headers);
    const answer = await service.request(path, { method: 'PUT', headers: { origin }, body: 'no picture' });
    expect(answer.status).toBe(422);
    expectReadable(answer.headers);
  });

  test('304, by the tag that it could read', async () => {
    const etag = (await send('/v1/auctions', {})).headers.get('etag')!;
    const again = await send('/v1/auctions', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expectReadable(again.headers);
  });

  test('500', async () => {
    const fail = () => Promise.reject(new Error('a bug'));
    await using broken = await startService({ db: onPool(service.db, { query: fail, connect: fail } as never) });
    for (const path of ['/v1/auctions', '/graphql']) {
      const headers = { origin, authorization: `Bearer ${seller.key}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ query: '{ auctions { nodes { title } } }' });
      const answer = await broken.request(path, { method: 'POST', headers, body });
      expect(answer.status).toBe(500);
      expectReadable(answer.headers);
    }
  });

  test('that the service is overloaded', () => {
    let written: Record<string, string> = {};
    const outgoing = {
      writeHead: (_: number, headers: Record<string, string>) => void (written = headers),
      end: () => undefined,
    };
    const refuse = overloadAnswer(service.deps.config, null);
    refuse({ url: '/v1/auctions', method: 'GET', headers: { origin } } as never, outgoing as never);
    expectReadable(new Headers(written));
  });

  test('over a socket, where /v1 is answered by another way', async () => {
    await using served = await servePage(service.deps);
    for (const path of ['/v1/auctions', '/graphql']) {
      const asked = await fetch(`${served.url}${path}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect([asked.status, await asked.text()]).toEqual([204, '']);
      expectReadable(asked.headers);
    }
    const read = await fetch(`${served.url}/v1/auctions`, {
      headers: { origin, authorization: `Bearer ${seller.key}` },
    });
    expectReadable(read.headers);
    expect(read.headers.get('etag')).not.toBeNull();
  });
});

test('a request that no page has sent gets none of these headers', async () => {
  const { headers } = await seller.get('/v1/auctions');
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test('OPTIONS that is no such question is a method like any other', async () => {
  const { status, headers } = await seller.request('/v1/auctions', { method: 'OPTIONS' });
  expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, HEAD']);
});
