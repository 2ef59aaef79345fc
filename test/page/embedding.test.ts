import { expect, test } from 'vitest';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { endAuction } from '../support/end-auction.ts';
import { ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService, startService } from '../support/service.ts';
import { aBidder, readable } from './bidder.ts';

const service = await sharedService();

const name = async (seller: Seller, embedOrigins: unknown) =>
  (await seller.mutate('updateSellerProfile', { embedOrigins }, 'sellerProfile { embedOrigins }')).body;

/** What a browser asks for a frame of another site's page. */
const inFrame = {
  headers: { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' },
};
const ancestorsOf = (headers: Headers) =>
  /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];

test('a frame is led to a page that names the seller’s origins; the page itself is never shown in a frame', async () => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, ongoing);
  const origins = ['https://xn--mbel-5qa.example', 'https://www.shop.example:8443'];
  expect((await name(seller, ['https://möbel.example', origins[1]])).data.updateSellerProfile.embedOrigins).toEqual(
    origins,
  );

  const led = await service.request(`/auctions/${auctionId}?lang=de&bidderId=ann`, inFrame);
  expect(led.status).toBe(302);
  const location = new URL(led.headers.get('location')!, `https://x.test/auctions/${auctionId}`);
  expect(location.pathname).toBe(`/auctions/${auctionId}/embed`);
  const embedded = await service.request(location.pathname + location.search, inFrame);
  expect(embedded.status).toBe(200);
  expect(ancestorsOf(embedded.headers)).toBe(origins.join(' '));
  expect(embedded.headers.get('x-frame-options')).toBeNull();
  // The full page, in German and for the bidder of the link.
  expect(embedded.text).toContain(`href="/auctions/${auctionId}?bidderId=ann&amp;lang=de"`);
  expect(readable(embedded.text)).toContain('Auf der Seite der Auktion bieten');

  for (const path of ['', '/follow?key=x', '/challenge?bid=x', '/bids'])
    expect(ancestorsOf((await service.request(`/auctions/${auctionId}${path}`)).headers) ?? "'none'").toBe("'none'");
});

test('a list of auctions names the origins of their seller', async () => {
  const seller = await service.seller();
  await service.auction(seller, ongoing);
  const read = async () =>
    (await seller.graphql('{ auctions { nodes { seller { embedOrigins language } } } }')).body.data.auctions.nodes;
  expect(await read()).toEqual([{ seller: { embedOrigins: [], language: null } }]);
  await name(seller, ['https://shop.example']);
  expect(await read()).toEqual([{ seller: { embedOrigins: ['https://shop.example'], language: null } }]);
});

test('without a named origin no page may show it in a frame', async () => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, ongoing);
  const { headers } = await service.request(`/auctions/${auctionId}/embed`, inFrame);
  expect(ancestorsOf(headers)).toBe("'none'");
  await name(seller, ['https://shop.example']);
  expect((await name(seller, null)).data.updateSellerProfile.embedOrigins).toEqual([]);
  expect(ancestorsOf((await service.request(`/auctions/${auctionId}/embed`, inFrame)).headers)).toBe("'none'");
});

test('in a frame nobody is asked for a card or an amount, and nobody’s own bids, result or details are shown', async () => {
  const seller = await service.seller();
  await seller.mutate('updateSellerProfile', { askWinnerFor: 'DELIVERY', embedOrigins: ['https://shop.example'] });
  const auction = await service.auction(seller, ongoing);
  const bidder = aBidder(service, auction);
  await bidder.bid({ amount: '30' });
  const embed = `/auctions/${auction.auctionId}/embed`;
  const open = await bidder.get(embed);
  expect(readable(open.text)).toContain('Leading bid $30.00');
  expect(open.text).not.toMatch(/<form|<input|<button|data-bid=|ada@example\.com|id="test-cards"/);
  expect(readable(open.text)).not.toMatch(/You lead|Your bids/);
  expect(open.headers.get('set-cookie')).toBeNull();
  expect(open.headers.get('content-security-policy')).toContain("form-action 'none'");
  // The script takes newer parts from here, and not from the page with the form.
  expect(open.text).toContain(`data-page="${embed}"`);

  await endAuction(service.db, auction.auctionId);
  await settleAuction(service.deps, auction.auctionId);
  const over = await bidder.get(embed);
  expect(readable(over.text)).toContain('It was sold for $30.00');
  expect(over.text).not.toMatch(/You have won|<form|delivery-form/);
  expect(over.text).toMatch(new RegExp(`<a class="button secondary" href="/auctions/${auction.auctionId}">`));
  expect((await service.request(`/auctions/${auction.auctionId}`)).text).not.toContain('Open the auction');
});

test('a stranger who only looks in a frame gets no cookie', async () => {
  const { auctionId } = await service.auction(await service.seller(), ongoing);
  const { headers } = await service.request(`/auctions/${auctionId}/embed`);
  expect(headers.get('set-cookie')).toBeNull();
});

test('counts requests of frames apart from bidders', async () => {
  const { config } = service.deps;
  const pageLimits = { ...config.pageLimits, newcomers: { points: 3, seconds: 600 } };
  await using limited = await startService({ config: { ...config, pageLimits } });
  const { auctionId } = await limited.auction(await limited.seller(), ongoing);
  const statuses: number[] = [];
  for (let time = 0; time < 4; time++) statuses.push((await limited.request(`/auctions/${auctionId}/embed`)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await limited.request(`/auctions/${auctionId}`)).status).toBe(200);
});

test.each([
  ['http://shop.example'],
  ['https://shop.example/'],
  ['https://shop.example/path'],
  ['https://shop.example:443'],
  ['https://shop.example:443'],
  ['https://*.example'],
  ['https://user@shop.example'],
  ['https://shop.example;sandbox'],
  ['https://shop.example,https://other.example'],
  ["https://shop.example' *"],
  ['shop.example'],
  ['*'],
  ['null'],
  [''],
  ['http://localhost.evil.example'],
])('%s is no origin for a frame', async (origin) => {
  const body = await name(await service.seller(), ['https://good.example', origin]);
  expect(body.errors[0].extensions).toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/embedOrigins/1', code: 'invalid_value' }],
  });
});

test('a test seller may name a page of its own machine, live sellers may not; each is kept once, at most ten', async () => {
  const [tester, live] = [await service.seller(), await service.seller({ mode: 'live' })];
  const local = ['http://localhost:3000', 'http://127.0.0.1'];
  expect((await name(tester, [...local, local[0]])).data.updateSellerProfile.embedOrigins).toEqual(local);
  expect((await name(live, local)).errors[0].extensions.errors).toHaveLength(2);
  const many = (count: number) => Array.from({ length: count }, (_, index) => `https://shop-${index}.example`);
  expect((await name(live, many(10))).data.updateSellerProfile.embedOrigins).toHaveLength(10);
  expect((await name(live, many(11))).errors[0].extensions.errors).toMatchObject([
    { pointer: '/embedOrigins', code: 'too_large' },
  ]);
});
