import { expect, test } from 'vitest';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const seller = await service.seller();
const auction = await service.auction(seller, ongoing);
const bid = await service.bid(auction);

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  service.request(path, { method, headers: { authorization: `Bearer ${seller.key}`, ...headers } });

const paths = ['/v1/auctions', `/v1/auctions/${auction.auctionId}`, '/v1/bids', `/v1/bids/${bid.bidId}`];

test.each([...paths, '/v1/auctions?limit=1&includeBids=true'])(
  'GET %s is tagged, and has no body while it is unchanged',
  async (path) => {
    const first = await get(path);
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    for (const told of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
      const again = await get(path, { 'if-none-match': told });
      expect({ status: again.status, text: again.text }, told).toEqual({ status: 304, text: '' });
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('link')).toBe(first.headers.get('link'));
      expect(again.headers.get('x-request-id')).not.toBeNull();
      expect(again.headers.get('content-type')).toBeNull();
    }
    for (const told of ['"another"', etag.slice(1, -1), `${etag}x`, '']) {
      const again = await get(path, { 'if-none-match': told });
      expect({ status: again.status, text: again.text }, told).toEqual({ status: 200, text: first.text });
    }
  },
);

test('a changed auction has another tag', async () => {
  for (const path of [paths[0]!, paths[1]!]) {
    const { headers } = await get(path);
    await service.request(paths[1]!, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${seller.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: `A desk, seen at ${path}` }),
    });
    const changed = await get(path, { 'if-none-match': headers.get('etag')! });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(headers.get('etag'));
  }
});

test('a long body is tagged by its bytes, too', async () => {
  const many = await service.seller();
  for (let count = 0; count < 100; count += 1) await service.auction(many, { ...ongoing, title: 'é'.repeat(150) });
  const [first, last] = [await getMany(0), await getMany(0)];
  expect(first.text.length).toBeGreaterThan(16 * 1024);
  expect(JSON.parse(first.text)).toEqual(JSON.parse(last.text));
  const etag = first.headers.get('etag')!;
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  expect(last.headers.get('etag')).toBe(etag);
  expect((await getMany(0, { 'if-none-match': etag })).status).toBe(304);
  expect((await getMany(0, {}, 'HEAD')).headers.get('etag')).toBe(etag);
  const { auctionId } = (JSON.parse(first.text) as { auctions: { auctionId: string }[] }).auctions[50]!;
  await service.request(`/v1/auctions/${auctionId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${many.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: `${'é'.repeat(149)}e` }),
  });
  expect((await getMany(0)).headers.get('etag')).not.toBe(etag);
  expect((await getMany(1)).headers.get('etag')).not.toBe(etag);

  function getMany(offset: number, headers: Record<string, string> = {}, method = 'GET') {
    return service.request(`/v1/auctions?limit=100&offset=${offset}`, {
      method,
      headers: { authorization: `Bearer ${many.key}`, ...headers },
    });
  }
});

test('HEAD has the tag of GET', async () => {
  const { headers } = await get(paths[1]!);
  const head = await get(paths[1]!, {}, 'HEAD');
  expect(head.headers.get('etag')).toBe(headers.get('etag'));
  expect((await get(paths[1]!, { 'if-none-match': headers.get('etag')! }, 'HEAD')).status).toBe(304);
});

test('a key that may not read is told so, whatever it has', async () => {
  const etag = (await get(paths[1]!)).headers.get('etag')!;
  const other = await service.seller();
  const headers = { authorization: `Bearer ${other.key}`, 'if-none-match': etag };
  expect((await service.request(paths[1]!, { headers })).status).toBe(404);
});
