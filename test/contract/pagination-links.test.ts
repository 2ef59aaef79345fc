import { describe, expect, test } from 'vitest';
import type { Answer } from '../support/answer.ts';
import { ongoing } from '../support/insert-auction.ts';
import { publicUrl, sharedService } from '../support/service.ts';

const service = await sharedService();
const seller = await service.seller();
const auctions = [];
for (let index = 0; index < 5; index += 1) auctions.push(await service.auction(seller, ongoing));
await service.auction(seller);
for (let index = 0; index < 5; index += 1) await service.bid(auctions[0]!, { bidderId: 'ada+1@example.com' });
await service.bid(auctions[1]!);

/** RFC 8288, as far as the contract uses it. */
function linksOf({ headers }: Answer): Record<string, URL> {
  const links = headers.get('link')?.split(', ') ?? [];
  return Object.fromEntries(
    links.map((link) => {
      const [, target, rel] = /^<([^>]+)>; rel="(next|prev)"$/.exec(link)!;
      return [rel!, new URL(target!)];
    }),
  );
}

const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`;

describe.each([
  { list: 'auctions', id: 'auctionId', filters: {}, count: 6 },
  { list: 'auctions', id: 'auctionId', filters: { status: 'ongoing' }, count: 5 },
  { list: 'auctions', id: 'auctionId', filters: { includeBids: 'true' }, count: 6 },
  { list: 'bids', id: 'bidId', filters: {}, count: 6 },
  { list: 'bids', id: 'bidId', filters: { bidderId: 'ada+1@example.com' }, count: 5 },
  { list: 'bids', id: 'bidId', filters: { auctionId: auctions[0]!.auctionId }, count: 5 },
])('GET /v1/$list with $filters', ({ list, id, filters, count }) => {
  const get = (page: Record<string, number>) => {
    const query = new URLSearchParams(filters);
    for (const [name, value] of Object.entries(page)) query.set(name, String(value));
    return seller.get(`/v1/${list}?${query}`);
  };

  test('next alone on the first page: absolute, with the filters, one page on', async () => {
    const links = linksOf(await get({ limit: 2 }));
    expect(Object.keys(links)).toEqual(['next']);
    expect(links['next']!.origin).toBe(publicUrl);
    expect(links['next']!.pathname).toBe(`/v1/${list}`);
    expect(Object.fromEntries(links['next']!.searchParams)).toEqual({ ...filters, limit: '2', offset: '2' });
  });

  test('next and prev in the middle', async () => {
    const links = linksOf(await get({ limit: 2, offset: 2 }));
    expect(Object.keys(links).sort()).toEqual(['next', 'prev']);
    expect(Object.fromEntries(links['prev']!.searchParams)).toEqual({ ...filters, limit: '2', offset: '0' });
  });

  test('prev never begins before the list', async () => {
    const { prev } = linksOf(await get({ limit: 2, offset: 1 }));
    expect(prev!.searchParams.get('offset')).toBe('0');
  });

  test('prev alone on the last page, also where it is full', async () => {
    for (const offset of [count - 2, count - 1]) {
      expect(Object.keys(linksOf(await get({ limit: 2, offset })))).toEqual(['prev']);
    }
  });

  test('no Link header where one page holds everything', async () => {
    expect((await get({})).headers.has('link')).toBe(false);
    expect((await get({ limit: count })).headers.has('link')).toBe(false);
  });

  test('following next from page to page meets every item once', async () => {
    const whole = (await get({})).body[list].map((item: Record<string, string>) => item[id]);
    expect(whole).toHaveLength(count);
    const met: string[] = [];
    let answer = await get({ limit: 2 });
    for (;;) {
      met.push(...answer.body[list].map((item: Record<string, string>) => item[id]));
      const { next } = linksOf(answer);
      if (next === undefined) break;
      answer = await seller.get(pathOf(next));
    }
    expect(met).toEqual(whole);
  });
});

test('without limit, the next page begins at 100', async () => {
  const other = await service.seller();
  for (let count = 0; count < 101; count += 1) await service.auction(other);
  const answer = await other.get('/v1/auctions');
  const { next } = linksOf(answer);
  expect(next!.searchParams.get('offset')).toBe('100');
  expect((await other.get(pathOf(next!))).body.auctions).toHaveLength(1);
});
