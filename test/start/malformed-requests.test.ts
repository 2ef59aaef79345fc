import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { servePage } from '../e2e/serve-page.ts';
import { sendRaw } from '../fuzz/rest/send-raw.ts';
import { insertAuction, ongoing } from '../support/insert-auction.ts';
import { startService } from '../support/service.ts';
import { withStripe } from '../support/settings.ts';

await using made = new AsyncDisposableStack();
const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const service = made.use(await startService());
const deps = { ...service.deps, log };
const { url } = made.use(await servePage(deps, withStripe('http://127.0.0.1:1')));
const seller = service.seller();
const open = made.move();
afterAll(() => open.disposeAsync());

const nothing = { headers: [], body: null };

test.each([
  ['a target that is no path', '*', []],
  ['a backslash in the path', String.raw`/v1\auctions`, []],
  ['a Host header that is no host', '/v1/auctions', [['host', 'a b']]],
  [
    'two Host headers',
    '/v1/auctions',
    [
      ['host', 'one.example'],
      ['Host', 'one.example'],
    ],
  ],
  [
    'two Host headers at /docs',
    '/docs',
    [
      ['host', 'one.example'],
      ['host', 'two.example'],
    ],
  ],
] as const)('%s: 400, as a problem document', async (_, target, headers) => {
  const { status, headers: received, body } = await sendRaw(url, { ...nothing, method: 'GET', target, headers });
  expect([status, received.get('content-type')]).toEqual([400, 'application/problem+json']);
  expect(body).toMatchObject({ status: 400, code: 'invalid_request', requestId: received.get('x-request-id') });
});

test('a target with the whole address is as good as its path', async () => {
  const { status } = await sendRaw(url, { ...nothing, method: 'GET', target: 'http://elsewhere.example/healthz' });
  expect(status).toBe(200);
});

test.each(['/docs/%0d%0aset-cookie:%20a=b/', '/docs/%00/', '/docs/%0d%0a', '/docs/guides/%00'])(
  'an address with control characters, %s, is not found',
  async (target) => {
    const { status, headers } = await sendRaw(url, { ...nothing, method: 'GET', target });
    expect([status, headers.get('set-cookie')]).toEqual([404, null]);
  },
);

const keyed = async () => ['authorization', `Bearer ${(await seller).key}`] as const;

test.each(['/v1/auctions', '/graphql'])('a compressed body to %s is an unsupported media type', async (target) => {
  const { status, body } = await sendRaw(url, {
    method: 'POST',
    target,
    headers: [await keyed(), ['content-type', 'application/json'], ['content-encoding', 'gzip']],
    body: gzipSync('{}'),
  });
  expect(status).toBe(415);
  expect(JSON.stringify(body)).toMatch(/unsupported_media_type.*|compressed/);
});

test('a body that names the encoding “identity” is read as it is', async () => {
  const { status } = await sendRaw(url, {
    method: 'POST',
    target: '/graphql',
    headers: [await keyed(), ['content-type', 'application/json'], ['content-encoding', 'identity']],
    body: '{"query":"{ clock { timestamp } }"}',
  });
  expect(status).toBe(200);
});

test.each([
  ['an operation', 'POST', '{"query":"{ clock { timestamp } }"}'],
  ['a refused operation', 'POST', '{"query":"{ nothing }"}'],
  ['a query in the address', 'GET', null],
])('no cache may keep the answer to %s', async (_, method, body) => {
  const { headers } = await sendRaw(url, {
    method,
    target: method === 'GET' ? '/graphql?query=%7Bclock%7Btimestamp%7D%7D' : '/graphql',
    headers: [await keyed(), ['content-type', 'application/json']],
    body,
  });
  expect(headers.get('cache-control')).toBe('no-store');
});

const leave = (request: string): Promise<void> =>
  new Promise((resolve) => {
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(request, () => setTimeout(() => socket.resetAndDestroy(), 100));
    });
    socket.once('close', () => resolve());
    socket.on('error', () => undefined);
  });

test.each([
  ['a form', (id: string) => `POST /auctions/${id}/bids`, 'content-length: 100'],
  ['a form in chunks', (id: string) => `POST /auctions/${id}/bids`, 'transfer-encoding: chunked'],
  ['an event of a provider', () => 'POST /provider-events/stripe', 'content-length: 100'],
])('%s that breaks off is no fault of the service', async (_, line, length) => {
  lines.length = 0;
  const { auctionId } = await insertAuction(deps.db, await seller, ongoing);
  const type = `origin: ${url}\r\ncontent-type: application/x-www-form-urlencoded`;
  const start = length.startsWith('transfer') ? '5\r\namoun' : 'amoun';
  await leave(`${line(auctionId)} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n${type}\r\n${length}\r\n\r\n${start}`);
  await vi.waitFor(() => expect(lines.some((logged) => logged.includes('was answered'))).toBe(true));
  expect(lines.filter((logged) => (JSON.parse(logged) as { level: number }).level > 30)).toEqual([]);
  expect(lines.join()).toContain('"status":499');
});

test('a client that leaves while its query is read is no fault of the service', async () => {
  lines.length = 0;
  const holder = await deps.db.pool.connect();
  await holder.query('begin');
  await holder.query('lock table webhook_endpoints');
  const { key } = await seller;
  const body = '{"query":"{ webhookEndpoints { nodes { __typename } } nothing: __typename }","extensions":{}}';
  await leave(
    `POST /graphql HTTP/1.1\r\nhost: ${new URL(url).host}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  await holder.query('rollback');
  holder.release();
  await vi.waitFor(() => expect(lines.some((logged) => logged.includes('was answered'))).toBe(true));
  expect(lines.filter((logged) => (JSON.parse(logged) as { level: number }).level > 40)).toEqual([]);
});
