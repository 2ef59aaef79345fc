import { expect, test } from 'vitest';
import { cancelled, ongoing, settling, sold, upcoming } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { readable } from './bidder.ts';

const service = await sharedService();
const browser = { headers: { accept: 'text/html' } };
const show = (seller: Seller, lotsPage: string | null) =>
  seller.mutate('updateSellerProfile', { displayName: "Ann's desks", lotsPage }, 'sellerProfile { lotsPage lotsUrl }');
const pageOf = (seller: Seller, query = '') => service.request(`/auctions/sellers/${seller.sellerId}${query}`, browser);
const titles = (text: string) => [...text.matchAll(/<h2[^>]*><a[^>]*>([^<]*)</g)].map(([, title]) => title);

test('a seller that has not asked for it has no page of its lots', async () => {
  const seller = await service.seller();
  await service.auction(seller, ongoing);
  expect((await pageOf(seller)).status).toBe(404);
  await show(seller, 'SHARED');
  expect((await pageOf(seller)).status).toBe(200);
  const { body } = await show(seller, null);
  expect(body.data.updateSellerProfile.lotsPage).toBe('HIDDEN');
  expect((await pageOf(seller)).status).toBe(404);
});

test('it shows what is open, the next to end first, then what is to come, and nothing of others or of what is over', async () => {
  const [seller, other] = [await service.seller(), await service.seller()];
  const desk = await service.auction(seller, { ...ongoing, title: 'A desk', endsInSeconds: 5_400 });
  await service.auction(seller, { ...ongoing, title: 'A <b>lamp</b>', endsInSeconds: 1_800 });
  await service.auction(seller, { ...upcoming, title: 'A chair' });
  await service.auction(seller, { ...cancelled, title: 'A bed' });
  await service.auction(seller, { ...settling, title: 'A shelf' });
  await service.auction(other, { ...ongoing, title: 'A sofa' });
  await service.bid(desk, { bidderId: 'ann@example.com', bidValueInCents: 12_300 });
  const { body } = await show(seller, 'SHARED');
  const { lotsUrl } = body.data.updateSellerProfile;
  expect(lotsUrl).toBe(`https://auctions.test/auctions/sellers/${seller.sellerId}`);
  const { text, status } = await pageOf(seller);
  expect(status).toBe(200);
  expect(titles(text)).toEqual(['A &lt;b&gt;lamp&lt;/b&gt;', 'A desk', 'A chair']);
  expect(readable(text)).toMatch(/Auctions of Ann's desks/);
  expect(readable(text)).toMatch(/A desk Leading bid \$123\.00 Bids 1 Ends in 1 hr/);
  expect(text).not.toContain('ann@example.com');
  expect(text).toContain(`href="/auctions/${desk.auctionId}"`);
  const ofAuction = await service.request(`/auctions/${desk.auctionId}`, browser);
  expect(readable(ofAuction.text)).toContain('More from this seller');
});

test('it shows what was sold in the last four weeks, with the price, only for a seller that has asked for it', async () => {
  const seller = await service.seller();
  await show(seller, 'SHARED');
  const day = 86_400;
  for (const [title, days, outcome] of [
    ['A desk', 27.9, 'SOLD'],
    ['A chair', 1, 'SOLD'],
    ['A lamp', 28.1, 'SOLD'],
    ['A bed', 1, 'UNSOLD'],
  ] as const) {
    const times = { startsInSeconds: -(days + 1) * day, endsInSeconds: -days * day };
    const auction = await service.auction(seller, { ...sold, ...times, outcome, title });
    await service.bid(auction, {
      bidderId: 'ann@example.com',
      bidValueInCents: 12_300,
      isWinningBid: outcome === 'SOLD',
    });
  }
  await service.auction(seller, { ...upcoming, title: 'A shelf' });
  const soldOn = async (query = '') =>
    [...(await pageOf(seller, query)).text.matchAll(/<h3[^>]*><a[^>]*>([^<]*)</g)].map(([, title]) => title);
  expect(await soldOn()).toEqual([]);
  const set = (showsSoldLots: boolean | null) =>
    seller.mutate('updateSellerProfile', { showsSoldLots }, 'sellerProfile { showsSoldLots }');
  expect((await set(true)).body.data.updateSellerProfile.showsSoldLots).toBe(true);
  expect(await soldOn()).toEqual(['A chair', 'A desk']);
  const { text } = await pageOf(seller);
  expect(titles(text)).toEqual(['A shelf']);
  expect(readable(text)).toMatch(/Sold in the last four weeks A chair Sold for \$123\.00/);
  expect(text).not.toContain('ann@example.com');
  expect(await soldOn('?page=2')).toEqual([]);
  expect((await set(null)).body.data.updateSellerProfile.showsSoldLots).toBe(false);
  expect(await soldOn()).toEqual([]);
});

test('search engines are asked to leave it out unless the seller says so, and never find test auctions', async () => {
  const isHidden = async (seller: Seller, auctionId: string, query = '') =>
    [await pageOf(seller), await service.request(`/auctions/${auctionId}${query}`, browser)].map(({ text }) =>
      text.includes('<meta name="robots" content="noindex">'),
    );
  for (const [mode, lotsPage, hidden] of [
    ['live', 'SHARED', true],
    ['live', 'INDEXED', false],
    ['test', 'INDEXED', true],
  ] as const) {
    const seller = await service.seller({ mode });
    const { auctionId } = await service.auction(seller, ongoing);
    await show(seller, lotsPage);
    expect(await isHidden(seller, auctionId)).toEqual([hidden, hidden]);
    // A link that names a bidder is that bidder's.
    expect(await isHidden(seller, auctionId, '?bidderId=ann')).toEqual([hidden, true]);
  }
});

test('a long list has pages', async () => {
  const seller = await service.seller();
  await show(seller, 'SHARED');
  for (let count = 0; count < 61; count++) await service.auction(seller, { ...upcoming, title: `Lot ${count}` });
  const [first, second] = [await pageOf(seller), await pageOf(seller, '?page=2')];
  expect([titles(first.text).length, titles(second.text).length]).toEqual([60, 1]);
  expect(new Set([...titles(first.text), ...titles(second.text)]).size).toBe(61);
  expect(readable(first.text)).toContain('Later');
  expect(readable(second.text)).toContain('Earlier');
  for (const query of ['?page=0', '?page=51', '?page=x', '?page=1.5'])
    expect((await pageOf(seller, query)).status).toBe(404);
});

test('a suspended seller, and one that is not there, have none', async () => {
  const seller = await service.seller();
  await show(seller, 'SHARED');
  await service.db.query('update sellers set suspended_at = clock_timestamp() where seller_id = $1', [seller.sellerId]);
  expect((await pageOf(seller)).status).toBe(404);
  const unknown = await service.request('/auctions/sellers/01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11', browser);
  expect(unknown.status).toBe(404);
  expect((await service.request('/auctions/sellers/x', browser)).status).toBe(404);
});
