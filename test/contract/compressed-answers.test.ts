import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { ongoing, upcoming } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { readSubscription } from '../graphql/sse-client.ts';

const service = await sharedService();
const seller = await service.seller();
const app = createApp(service.deps);
const auction = await service.auction(seller, { ...upcoming, title: 'é'.repeat(150) });
for (let count = 1; count < 100; count += 1) await service.auction(seller, ongoing);
const { auctionId } = auction;

const list = (limit: number) => `/v1/auctions?limit=${limit}`;

async function ask(path: string, acceptEncoding: string | null, init: RequestInit = {}, key = seller.key) {
  const headers = new Headers({ authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) });
  if (acceptEncoding !== null) headers.set('accept-encoding', acceptEncoding);
  const answer = await app.fetch(new Request(`http://localhost${path}`, { ...init, headers }));
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isCompressed = answer.headers.get('content-encoding') === 'gzip';
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    isCompressed,
    text: (isCompressed && init.method !== 'HEAD' ? gunzipSync(bytes) : bytes).toString(),
  };
}

const post = (query: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ query }),
});

const nodes = 'nodes { id title createdAt auctionUrl biddingPeriodStartsAt }';
const doors: [string, string, RequestInit?][] = [
  ['a list', list(50)],
  ['a list with bids, which a thread compresses', `${list(100)}&includeBids=true`],
  ['a prepared query', '/graphql', post(`{ auctions(first: 50) { ${nodes} } }`)],
  ['a query by GET', `/graphql?query=${encodeURIComponent(`{ auctions(first: 50) { ${nodes} } }`)}`],
  [
    'a query with an error',
    '/graphql',
    post(`{ auctions(first: 50) { ${nodes} } bid(bidId: "00000000-0000-7000-8000-000000000000") { id } }`, {
      accept: 'application/json',
    }),
  ],
];

test.each(doors)('%s comes in gzip to a client that accepts it, with the same content', async (_, path, init) => {
  const plain = await ask(path, null, init);
  const compressed = await ask(path, 'br, gzip', init);
  const withoutId = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
  expect([plain.isCompressed, compressed.isCompressed]).toEqual([false, true]);
  expect(withoutId(compressed.text)).toBe(withoutId(plain.text));
  expect(compressed.headers.get('content-type')).toBe(plain.headers.get('content-type'));
  expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 3);
  expect((await ask(path, 'gzip;q=0, identity', init)).isCompressed).toBe(false);
});

test('a short answer comes as it is, and says on what it depends', async () => {
  const lengthOf = async (count: number) => (await ask(list(count), null)).text.length;
  let most = 1;
  while ((await lengthOf(most + 1)) < 4_096) most += 1;
  const [short, long] = [await ask(list(most), 'gzip'), await ask(list(most + 1), 'gzip')];
  expect([short.isCompressed, long.isCompressed]).toEqual([false, true]);
  for (const { headers } of [short, long]) expect(headers.get('vary')).toBe('Accept-Encoding');
});

test('the length of a compressed answer is that of its bytes, and HEAD tells it', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { headers } = await ask(list(50), 'gzip', { method });
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(Number(headers.get('content-length'))).toBe((await ask(list(50), 'gzip')).bytes.length);
  }
});

test('a compressed answer has a tag of its own, and either tag is known', async () => {
  const [plain, compressed] = [await ask(list(50), null), await ask(list(50), 'gzip')];
  const etag = plain.headers.get('etag')!;
  const ofGzip = compressed.headers.get('etag')!;
  expect(ofGzip).toBe(etag.replace(/"$/, '.gzip"'));
  for (const tag of [etag, ofGzip]) {
    for (const encoding of [null, 'gzip']) {
      const again = await ask(list(50), encoding, { headers: { 'if-none-match': `"another", W/${tag}` } });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
      expect(again.headers.get('vary')).toBe('Accept-Encoding');
    }
  }
  const other = await ask(list(50), 'gzip', { headers: { 'if-none-match': etag.replace(/"$/, '.br"') } });
  expect(other.status).toBe(200);
});

test('a change takes the tag of a compressed auction with its bids', async () => {
  for (let count = 0; count < 30; count += 1) await service.bid(auction, { bidValueInCents: 1_000 + count });
  const path = `/v1/auctions/${auctionId}`;
  const { headers, isCompressed } = await ask(`${path}?includeBids=true`, 'gzip');
  const change = (tag: string) => {
    const body = JSON.stringify({ title: 'Changed' });
    return ask(path, 'gzip', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'if-match': tag },
      body,
    });
  };
  expect(isCompressed).toBe(true);
  expect((await change(headers.get('etag')!.replace(/^"[\w-]{22}/, `"${'A'.repeat(22)}`))).status).toBe(412);
  expect((await change(headers.get('etag')!)).status).toBe(200);
});

test('a public answer in gzip differs for caches by the encoding that a client accepts', async () => {
  const keys = await service.seller({
    name: seller.name,
    scopes: ['keys:write', 'auctions:read', 'auctions:write', 'bids:read'],
  });
  const { body } = await keys.graphql('mutation { createKey(input: { scopes: [PUBLIC] }) { key } }');
  const { key } = body.data.createKey;
  const path = `/graphql?query=${encodeURIComponent(`{ auctions(first: 50) { ${nodes} } }`)}`;
  const { headers, isCompressed } = await ask(path, 'gzip', {}, key);
  expect([isCompressed, headers.get('cache-control')]).toEqual([true, 'public, max-age=1']);
  expect(headers.get('vary')).toContain('accept-encoding');
  const etag = headers.get('etag')!;
  expect(etag).toMatch(/\.gzip"$/);
  expect((await ask(path, 'gzip', { headers: { 'if-none-match': etag } }, key)).status).toBe(304);
});

test('a stream of events is sent event by event, and never compressed', async () => {
  const stream = await app.fetch(
    new Request('http://localhost/graphql', {
      ...post(`subscription { auctionChanged(auctionId: "${auctionId}") { title } }`, {
        authorization: `Bearer ${seller.key}`,
        accept: 'text/event-stream',
        'accept-encoding': 'gzip',
      }),
    }),
  );
  expect(stream.headers.get('content-encoding')).toBeNull();
  await using events = readSubscription(stream);
  expect((await events.nextResult()).data.auctionChanged.title).toBeDefined();
});
