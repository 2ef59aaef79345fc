import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { servePage } from '../e2e/serve-page.ts';
import { serveApp } from '../graphql/serve-app.ts';
import { makeLimitedApp, within } from '../limits/limited-app.ts';
import type { Answer } from '../support/answer.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const seller = await service.seller();
const json = { 'content-type': 'application/json' };

const post = (query: string, headers: Record<string, string> = {}, by = seller) =>
  by.request('/graphql', { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify({ query }) });

test.each(['multipart/mixed', 'text/event-stream', 'application/json'])(
  'an answer is framed as %s however the operation was answered before',
  async (accept) => {
    await using served = await serveApp(service.deps);
    const ask = (type: string) =>
      fetch(`${served.url}/graphql`, {
        method: 'POST',
        headers: { ...json, accept: type, authorization: `Bearer ${seller.key}` },
        body: JSON.stringify({ query: '{ auctions { nodes { __typename } } }' }),
      });
    await (await ask('application/json')).text();
    for (let count = 0; count < 2; count += 1) {
      const answer = await ask(accept);
      const text = await answer.text();
      expect(answer.headers.has('content-length') && answer.headers.has('transfer-encoding')).toBe(false);
      expect(answer.headers.get('content-type')).toContain(accept);
      expect(text.startsWith('{')).toBe(accept === 'application/json');
    }
  },
);

test('every answer tells browsers to take its media type as it is', async () => {
  for (const answer of [
    await seller.get('/v1/auctions'),
    await seller.get('/v1/none'),
    await post('{ __typename }'),
    await post('{'),
  ]) {
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test.each([
  ['https', 'max-age=31536000'],
  ['http', null],
])('a browser is told to stay with https where the service has it: %s', async (scheme, told) => {
  const publicUrl = `${scheme}://auctions.example`;
  await using app = makeLimitedApp(service, { key: null, ip: null }, { publicUrl });
  for (const path of ['/v1/auctions', '/graphql?query={__typename}', '/healthz']) {
    expect((await app.ask(path)).headers.get('strict-transport-security')).toBe(told);
  }
});

const endpoint =
  `mutation { createWebhookEndpoint(input: { url: "https://shop.example/hook", eventTypes: [BID_PLACED] }) {
  secret webhookEndpoint { endpointId } errors { code fault message path } } }`.replace('BID_PLACED', 'bid_placed');

test('a replay needs the scopes of the operation, and shows no secret', async () => {
  const header = { 'idempotency-key': 'hook' };
  const first = await post(endpoint, header);
  const { secret, webhookEndpoint } = first.body.data.createWebhookEndpoint;
  expect(secret).toMatch(/^whsec_/);

  const reader = await service.seller({ name: seller.name, scopes: ['auctions:read'] });
  const refused = await post(endpoint, header, reader);
  expect(refused.body).toMatchObject({
    data: { createWebhookEndpoint: null },
    errors: [{ extensions: { code: 'insufficient_scope' } }],
  });

  const again = await post(endpoint, header);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body.data.createWebhookEndpoint).toEqual({
    secret: expect.stringMatching(/^This secret was shown once/),
    webhookEndpoint,
  });
  const { rows } = await service.db.query('select body from idempotency_keys where seller_id = $1', [seller.sellerId]);
  expect(rows).toHaveLength(1);
  expect(rows[0].body).not.toContain(secret);
});

test.each(['admin', 'off'] as const)(
  'without a key, where GraphiQL is %s: refused before the body is read',
  async (graphiql) => {
    await using app = makeLimitedApp(service, { key: null, ip: within(20) }, { graphiql });
    const ask = () => app.ask('/graphql', { method: 'POST', headers: json, body: '{ no JSON' });
    const answers = [await ask(), await ask(), await ask()];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 429]);
    expect(answers[0]!.body.errors[0].extensions.code).toBe('missing_api_key');
  },
);

test('introspection without a key costs ten requests of the address', async () => {
  await using app = makeLimitedApp(service, { key: null, ip: within(20) }, { graphiql: 'open' });
  const body = JSON.stringify({ query: '{ __schema { queryType { name } } }' });
  const ask = () => app.ask('/graphql', { method: 'POST', headers: json, body });
  const answers = [await ask(), await ask(), await ask()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers[1]!.text).toBe(answers[0]!.text);
});

const large = '{ auctions(first: 100) { nodes { bids { nodes { bidId } } } } }';
test.each<[door: string, ask: (by: Seller) => Promise<Answer>]>([
  ['a plain request to /graphql', (by) => by.graphql(large)],
  ['a query in an address', (by) => by.get(`/graphql?query=${encodeURIComponent(large)}`)],
  ['/v1', (by) => by.get('/v1/auctions?includeBids=true')],
])('an operation that may read 10,100 rows costs ten requests more: %s', async (_, ask) => {
  await using app = makeLimitedApp(service, { key: within(100), ip: null });
  const limited = await app.seller();
  const leftAfter = async (answer: Promise<Answer>) =>
    Number(/r=(\d+)/.exec((await answer).headers.get('ratelimit')!)![1]);
  const before = await leftAfter(ask(limited));
  expect(await leftAfter(limited.get('/v1/auctions?limit=1'))).toBe(before - 11);
  // A list of a hundred without its bids costs no more than any request.
  expect(await leftAfter(limited.get('/v1/auctions'))).toBe(before - 12);
  expect(await leftAfter(limited.get('/v1/auctions'))).toBe(before - 13);
});

test.each(['/v1/auctions', '/graphql'])('a client that leaves while its body is read is no error: %s', async (path) => {
  const lines: { level: number; status?: number; msg: string }[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  await using served = await servePage({ ...service.deps, log });
  const { hostname, port } = new URL(served.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${seller.key}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"query"`,
  );
  await vi.waitFor(() => expect(socket.bytesWritten).toBeGreaterThan(0));
  setTimeout(() => socket.destroy(), 200);
  await vi.waitFor(() => expect(lines.some(({ status }) => status !== undefined)).toBe(true), { timeout: 20_000 });
  const answered = lines.filter(({ status }) => status !== undefined);
  expect(answered).toMatchObject([{ status: 499, level: 30 }]);
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
});
