import { expect, test } from 'vitest';
import { languages } from '../../src/core/languages.ts';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService, startService } from '../support/service.ts';
import { aBidder, readable } from './bidder.ts';

const service = await sharedService();
const seller = await service.seller();
const auction = await service.auction(seller, ongoing);
const page = `/auctions/${auction.auctionId}`;

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function leadsTo(path: string): Promise<string | null> {
  const { status, headers } = await service.request(path, { headers: browser });
  return status === 302 ? headers.get('location') : null;
}

test.each(['/', '//', '.', ',', ')', '>', '%3E', ').', '”', '%20', '…', '/.', '!'])(
  'an auction’s link with “%s” after it leads to the auction, with all of its parameters',
  async (end) => {
    expect(await leadsTo(page + end)).toBe(page);
    expect(await leadsTo(`${page}${end}?bidderId=a%2Fb.&lang=de`)).toBe(`${page}?bidderId=a%2Fb.&lang=de`);
  },
);

test.each([
  ['bidderId=ada&amp;signature=00', 'bidderId=ada&signature=00'],
  ['lang=de&amp;bidderId=ada%20l', 'lang=de&bidderId=ada+l'],
  ['a=1&amp;amp;bidderId=ada', 'a=1&bidderId=ada'],
  ['bidderId=ada&signature=00).', 'bidderId=ada&signature=00'],
  ['lang=de?bidderId=ada', 'lang=de&bidderId=ada'],
])('the parameters “%s” are taken as they were meant', async (given, meant) => {
  expect(await leadsTo(`${page}?${given}`)).toBe(`${page}?${meant}`);
});

test('a link that names a bidder once plainly and once after &amp; is refused, for it names two', async () => {
  const opened = await aBidder(service, auction).follow(
    await service.request((await leadsTo(`${page}?bidderId=ada&amp;bidderId=bob`)) ?? ''),
  );
  expect(opened.status).toBe(400);
  expect(readable(opened.text)).toContain('names a bidder twice');
});

test('the private link to follow a bid survives the full stop after it', async () => {
  const bidder = aBidder(service, auction);
  const { text } = await bidder.bid();
  const link = new URL(/data-copy="([^"]+)"/.exec(text)![1]!);
  const path = link.pathname + link.search;
  expect(await leadsTo(`${path}.`)).toBe(path);
  expect(await leadsTo(path)).toBeNull();
});

test.each([`${page}?bidderId=ada.`, `${page}?ref=x/`, page, '/auctions/made-up.', '/auctions/made-up/'])(
  '%s is not redirected',
  async (path) => {
    expect(await leadsTo(path)).toBeNull();
  },
);

test('a redirect keeps the path that a proxy puts before the service, and never leads elsewhere', async () => {
  const config = { ...service.deps.config, publicUrl: 'https://shop.test/bids' };
  await using behind = await startService({ config });
  const to = async (path: string) => (await behind.request(path, { headers: browser })).headers.get('location');
  expect(await to(`${page}.`)).toBe(`/bids${page}`);
  expect(await to(`/auctions//elsewhere.test/`)).toBeNull();
});

test.each(['/nope', `${page}/nope`, '/docs/nope', '/favicon.png'])(
  'a browser that asks for %s gets a page that says so, in its language; any other client the error',
  async (path) => {
    const headings: string[] = [];
    for (const language of languages) {
      const { status, text, headers } = await service.request(path, {
        headers: { ...browser, 'accept-language': language },
      });
      expect(status).toBe(404);
      expect(headers.get('content-type')).toContain('text/html');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain(`<html lang="${language}"`);
      headings.push(/<h1>(.*)<\/h1>/.exec(text)![1]!);
    }
    expect(headings[0]).toBe('There is no such page');
    expect(new Set(headings).size).toBe(languages.length);
    for (const headers of [{ accept: '*/*' }, { accept: 'application/json' }, {}]) {
      const { status, body } = await service.request(path, { headers });
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
  },
);

test('an unknown path of the API is answered as the API answers, also to a browser', async () => {
  const { status, body } = await service.request('/v1/nope', { headers: browser });
  expect([status, body.code]).toEqual([401, 'missing_api_key']);
});

test('browsers find an icon where they look for one', async () => {
  const { status, headers } = await service.request('/favicon.ico');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/x-icon');
  const again = await service.request('/favicon.ico', { headers: { 'if-none-match': headers.get('etag')! } });
  expect(again.status).toBe(304);
});
