import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { register } from 'prom-client';
import { locales } from '../../src/pages/auction/locale.ts';
import { servePage } from '../e2e/serve-page.ts';
import { type Answer, readAnswer } from '../support/answer.ts';
import { startService } from '../support/service.ts';

await using made = new AsyncDisposableStack();
const service = made.use(await startService());
const { pool } = service.db;
const { url } = made.use(
  await servePage(service.deps, { RATE_LIMIT_KEY: 'off', RATE_LIMIT_IP: 'off', TRUST_PROXY: '1' }),
);
const seller = await service.seller();
const auction = await service.auction(seller);
const open = made.move();
afterAll(() => open.disposeAsync());

const authorization = `Bearer ${seller.key}`;
const ask = async (path: string, init?: RequestInit) => readAnswer(await fetch(url + path, init));
const list = () => ask('/v1/auctions', { headers: { authorization } });

/** So many that one more is too many after a while. */
const many = 4 * pool.options.max;
const aWhileMs = 550;

const now = performance.now.bind(performance);
let passedMs = 0;
vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
afterAll(() => void vi.restoreAllMocks());
/** A while passes, by the clock of the process, which never goes back: the shedder counts what is served by it. */
function letAWhilePass(): void {
  passedMs += aWhileMs;
}

let taken: { release(): void }[];
const giveBack = () => taken.splice(0).forEach((connection) => connection.release());

/** As where PostgreSQL has more to do than it can: nobody gets a connection any more. */
beforeEach(async () => {
  await list();
  taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
});
afterEach(giveBack);

describe('after requests have waited for a while', () => {
  let waiting: Promise<Answer>[];
  beforeEach(async () => {
    waiting = Array.from({ length: many }, list);
    while (pool.waitingCount < many) await delay(10);
    letAWhilePass();
  });
  afterEach(async () => {
    giveBack();
    await Promise.all(waiting);
  });

  test.each([
    ['/v1', () => list()],
    ['/v1, asked for a change', () => ask('/v1/auctions', { method: 'POST', headers: { authorization }, body: '{}' })],
    ['/graphql', () => ask('/graphql', { method: 'POST', body: JSON.stringify({ query: '{ clock { timestamp } }' }) })],
    ['/docs', () => ask('/docs')],
  ])('%s: 503 at once, as a problem document', async (_, request) => {
    const { status, headers, body } = await request();
    expect(status).toBe(503);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(headers.get('retry-after')).toBe('1');
    expect(body).toEqual({
      type: `${url}/docs/errors#unavailable`,
      title: 'Service unavailable',
      status: 503,
      detail: expect.stringContaining('Retry-After'),
      code: 'unavailable',
      requestId: headers.get('x-request-id'),
    });
  });

  test.each([
    ['en', 'ltr', '', {}],
    ['de', 'ltr', '', { 'accept-language': 'de-AT,en;q=0.5' }],
    ['es', 'ltr', '', { 'accept-language': 'de', cookie: 'browser=1; lang=es' }],
    ['ar', 'rtl', '?lang=ar', { 'accept-language': 'de', cookie: 'lang=es' }],
    ['en', 'ltr', '?lang=xx', { 'accept-language': 'fr' }],
  ] as const)('a bidder reads words: %s', async (language, direction, query, given) => {
    const { status, headers, text } = await ask(`/auctions/${auction.auctionId}${query}`, { headers: given });
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const { heading, detail } = locales[language].words.messages.overload;
    expect(text).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(text).toContain(`<h1>${heading}</h1><p>${detail}</p>`);
  });

  test('an answer to HEAD has no body, and the id of the request is what a proxy says', async () => {
    const requestId = '7b1cfb0e-58fa-4f3f-b0e6-3c8f2d1f0a11';
    const { status, headers, text } = await ask('/v1/auctions', {
      method: 'HEAD',
      headers: { 'x-request-id': requestId },
    });
    expect([status, headers.get('x-request-id'), text]).toEqual([503, requestId, '']);
  });

  test('probes, metrics and events of payment providers are never shed', async () => {
    const asked = await Promise.all([
      ask('/healthz'),
      ask('/metrics'),
      ask('/provider-events/stripe', { method: 'POST', body: '{}' }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([200, 401, 404]);
  });

  test('answers the requests that came before, and all after the overload', async () => {
    expect((await list()).status).toBe(503);
    giveBack();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(many).fill(200));
    expect((await list()).status).toBe(200);
  });

  test('counts shed requests', async () => {
    const count = async () => {
      const { values } = await register.getSingleMetric('auction_http_requests_shed_total')!.get();
      return values[0]!.value;
    };
    const before = await count();
    await Promise.all([list(), list(), ask('/healthz')]);
    expect(await count()).toBe(before + 2);
  });
});

test('a request waits its turn with jobs that wait for connections', async () => {
  const jobs = Promise.allSettled(Array.from({ length: many }, async () => (await pool.connect()).release()));
  letAWhilePass();
  const asked = list();
  // The service has work of its own that may wait, too.
  await vi.waitFor(() => expect(pool.waitingCount).toBeGreaterThan(many), 5_000);
  giveBack();
  expect((await asked).status).toBe(200);
  expect((await jobs).map(({ status }) => status)).toEqual(Array(many).fill('fulfilled'));
});

test('requests that wait for something else keep nobody else waiting', async () => {
  giveBack();
  const slow = Array.from({ length: many }, () => connect(Number(new URL(url).port), '127.0.0.1'));
  // Their bodies do not come.
  const headers = ['host: a', `authorization: ${authorization}`, 'content-type: application/json', 'content-length: 9'];
  for (const socket of slow) socket.write(`POST /v1/auctions HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  await delay(aWhileMs);
  expect((await list()).status).toBe(200);
  for (const socket of slow) socket.destroy();
});
