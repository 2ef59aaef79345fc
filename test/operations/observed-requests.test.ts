import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { inRequestContext } from '../../src/core/request-context.ts';
import { consumeAlarms } from '../../src/platform/jobs/consume.ts';
import { makeAlarms } from '../../src/platform/jobs/make-alarms.ts';
import { makeLog } from '../../src/operations/start/make-log.ts';
import { aBidder, type BidFields, cards } from '../page/bidder.ts';
import { readAnswer } from '../support/answer.ts';
import { ongoing } from '../support/insert-auction.ts';
import { makeSeller } from '../support/seller.ts';
import { startService } from '../support/service.ts';
import { onPool } from '../support/on-pool.ts';

await using made = new AsyncDisposableStack();
const service = made.use(await startService());
const lines: string[] = [];
const log = makeLog({ logLevel: 'debug' }, { write: (line) => void lines.push(line) });
const config = { ...service.deps.config, metricsToken: 'scraper-token-of-prometheus' };
const alarms = made.use(makeAlarms(service.deps));
const deps = { ...service.deps, alarms, log, config };
const app = made.use(createApp(deps));
const open = made.move();
afterAll(() => open.disposeAsync());
beforeEach(() => void lines.splice(0));

const ask = async (path: string, init?: RequestInit, its = app) =>
  readAnswer(await its.fetch(new Request(new URL(path, 'http://localhost'), init)));

/** The lines of requests that were answered. */
function answered(): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => / was answered \d{3} in \d+ ms$/.test(msg));
}

async function scrape(): Promise<string> {
  const { status, text } = await ask('/metrics', { headers: { authorization: 'Bearer scraper-token-of-prometheus' } });
  expect(status).toBe(200);
  return text;
}

test('a request leaves one line: who asked for what, by its template, and what came of it', async () => {
  const seller = await makeSeller(service.db, (path, init) => ask(path, init));
  const { sellerId, apiKeyId } = seller;
  const { headers } = await seller.get(`/v1/auctions/${randomUUID()}`);
  const [line, ...more] = answered();
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    level: 30,
    method: 'GET',
    route: '/v1/auctions/:auctionId',
    status: 404,
    ms: expect.any(Number),
    requestId: headers.get('x-request-id'),
    sellerId,
    apiKeyId,
  });
});

test('a line names the operation, the auction and the code of a refusal', async () => {
  const seller = await makeSeller(service.db, (path, init) => ask(path, init));
  const { auctionId } = await service.auction(seller, ongoing);
  const unknown = randomUUID();
  await seller.get(`/v1/auctions/${auctionId}`);
  await seller.graphql('query ($id: ID!) { auction(auctionId: $id) { title } }', { id: auctionId });
  await seller.patch(`/v1/auctions/${auctionId}`, { title: '' });
  await seller.mutate('cancelAuction', { auctionId: unknown });
  await ask(`/auctions/${auctionId.toUpperCase()}/state`);
  const start = Math.floor(Date.now() / 1_000) + 3_600;
  const biddingPeriod = { startTimestamp: start, endTimestamp: start + 3_600 };
  const created = await seller.post('/v1/auctions', { title: 'A desk', biddingPeriod });
  expect(answered()).toMatchObject([
    { status: 200, operation: 'auction', auctionId },
    { status: 200, operation: 'auction', auctionId },
    { status: 400, operation: 'updateAuction', auctionId, code: 'invalid_request' },
    { status: 200, operation: 'cancelAuction', auctionId: unknown, code: 'auction_not_found' },
    { status: 200, auctionId },
    { status: 201, operation: 'createAuction', auctionId: created.body.auction.auctionId },
  ]);
});

test('the line of a bid says what came of it', async () => {
  const seller = await makeSeller(service.db, (path, init) => ask(path, init));
  const auction = await service.auction(seller, ongoing);
  const bid = (fields: BidFields) =>
    aBidder({ request: ask }, auction).bid({ email: `${randomUUID()}@example.com`, amount: '60', ...fields });
  await bid({ confirmed: '6000 high' });
  await bid({ amount: '70', confirmed: '7000', cardNumber: cards.declined });
  const { auctionId } = auction;
  expect(answered().filter(({ bid: outcome }) => outcome !== undefined)).toMatchObject([
    { route: '/auctions/:auctionId/bids', auctionId, bid: 'placed' },
    { route: '/auctions/:auctionId/bids', auctionId, bid: 'refused', code: 'card_declined' },
  ]);
});

test('the address of a client is logged where that is wanted, and nowhere else', async () => {
  const { key } = await service.seller({ scopes: ['bids:read'] });
  const addresses = async (logAddresses: 'off' | 'refused' | 'all') => {
    const config = { ...deps.config, trustedProxies: 1, logAddresses };
    const its = createApp({ ...deps, config });
    lines.length = 0;
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    await ask('/v1/auctions', { headers }, its);
    await ask(
      '/graphql',
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: '{"query":"{ clock { timestamp } }"}',
      },
      its,
    );
    await ask('/nowhere', { headers }, its);
    await its[Symbol.asyncDispose]();
    return answered().map(({ status, address }) => [status, address]);
  };
  expect(deps.config.logAddresses).toBe('off');
  expect(await addresses('off')).toEqual([
    [401, undefined],
    [200, undefined],
    [404, undefined],
  ]);
  expect(await addresses('refused')).toEqual([
    [401, '192.0.2.7'],
    // GraphQL says it in the body.
    [200, '192.0.2.7'],
    [404, undefined],
  ]);
  expect((await addresses('all')).at(-1)).toEqual([404, '192.0.2.7']);
});

test.each([
  ['/v1/auctions', 'GET', '/v1/auctions', 401, 40],
  ['/v1/nowhere/at-all', 'GET', '/v1/*', 401, 40],
  ['/graphql', 'POST', '/graphql', 415, 30],
  ['/auctions/x/state', 'GET', '/auctions/:auctionId/state', 404, 30],
  ['/nowhere', 'GET', '/*', 404, 30],
  ['/healthz', 'GET', '/healthz', 200, 20],
])('%s of %s is counted as %s', async (path, method, route, status, level) => {
  await ask(path, { method });
  expect(answered()).toMatchObject([{ method, route, status, level }]);
});

test('a failure of ours is an error, and its stack has the same request id', async () => {
  const query = () => Promise.reject(new Error('a bug'));
  const broken = createApp({ ...deps, db: onPool(service.db, { query } as never) });
  const key = (await service.seller()).key;
  const { body } = await ask('/v1/auctions', { headers: { authorization: `Bearer ${key}` } }, broken);
  await broken[Symbol.asyncDispose]();
  expect(answered()).toMatchObject([{ level: 50, status: 500, requestId: body.requestId }]);
  const failure = lines.map((line) => JSON.parse(line)).find(({ err }) => err?.message === 'a bug');
  expect(failure).toMatchObject({ requestId: body.requestId });
});

test('the request id of a proxy of ours is kept, and no one else’s', async () => {
  const trusting = createApp({ ...deps, config: { ...deps.config, trustedProxies: 1 } });
  const idOf = async (told: string, its: typeof app) =>
    (await ask('/healthz', { headers: { 'x-request-id': told } }, its)).headers.get('x-request-id');
  const id = randomUUID();
  expect(await idOf(id, trusting)).toBe(id);
  // As nginx writes it.
  expect(await idOf(id.replaceAll('-', '').toUpperCase(), trusting)).toBe(id);
  expect(await idOf(id, app)).not.toBe(id);
  expect(await idOf('"} {"forged":1', trusting)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  await trusting[Symbol.asyncDispose]();
});

test('requests are counted and timed by route and status, and operations by their field, for whoever has the token', async () => {
  const seller = await makeSeller(service.db, (path, init) => ask(path, init));
  await seller.get('/v1/bids');
  await seller.graphql('{ auctions { nodes { auctionId } } }');
  const text = await scrape();
  expect(text).toMatch(
    /auction_http_request_duration_seconds_count\{method="GET",route="\/v1\/bids",status="200"\} [1-9]/,
  );
  expect(text).toMatch(
    /auction_graphql_operation_duration_seconds_count\{operation="query",field="auctions",way="planned"\} [1-9]/,
  );
  expect(text).toMatch(/auction_database_connections\{state="idle"\} [1-9]/);
});

test('a query that is known is told of like the first one', async () => {
  const seller = await makeSeller(service.db, (path, init) => ask(path, init));
  const { sellerId, apiKeyId } = seller;
  const counted = async () =>
    Number(
      /graphql_operation_duration_seconds_count\{operation="query",field="bids",way="planned"\} (\d+)/.exec(
        await scrape(),
      )?.[1] ?? 0,
    );
  const before = await counted();
  lines.length = 0;
  for (let count = 0; count < 2; count += 1) await seller.graphql('{ bids { nodes { __typename } } }');
  const line = { level: 30, method: 'POST', route: '/graphql', status: 200, sellerId, apiKeyId };
  expect(answered()).toMatchObject([line, line]);
  expect(await counted()).toBe(before + 2);
});

test('the queues are measured, from when they can be asked', async () => {
  await vi.waitFor(
    async () => {
      const text = await scrape();
      expect(text).toContain('auction_queue_jobs{queue="alarms",state="waiting"} ');
      expect(text).toContain('auction_queue_lag_seconds{queue="alarms"} ');
    },
    { timeout: 20_000, interval: 500 },
  );
});

test('a wrong token reads nothing, and the right one nothing else', async () => {
  const headers = { authorization: 'Bearer scraper-token-of-prometheuS' };
  expect((await ask('/metrics', { headers })).status).toBe(401);
  const right = { authorization: 'Bearer scraper-token-of-prometheus' };
  expect((await ask('/v1/auctions', { headers: right })).status).toBe(401);
});

test('a job of a request runs under the id of the request', async () => {
  await using alarms = makeAlarms(deps);
  await using heard = consumeAlarms(deps, async ({ auctionId }) => {
    log.info({ auctionId }, 'rung');
    return 0;
  });
  expect(heard).toBeDefined();
  const [requestId, auctionId] = [randomUUID(), randomUUID()];
  const rung = () => lines.map((line) => JSON.parse(line)).filter((line) => line.auctionId === auctionId);
  await vi.waitFor(
    async () => {
      const { rows } = await service.db.query<{ dueAt: Date }>('select clock_timestamp() as "dueAt"');
      const arm = () => alarms.arm([{ kind: 'open', auctionId, dueAt: rows[0]!.dueAt }]);
      // On a busy machine making the queue's tables takes longer than arming may.
      expect(await inRequestContext({ requestId, viewer: null }, arm)).toBe(true);
    },
    { timeout: 20_000, interval: 500 },
  );
  await vi.waitFor(() => expect(rung()).not.toEqual([]), { timeout: 20_000 });
  expect(rung()[0]).toMatchObject({ msg: 'rung', requestId });
});
