import { expect, test } from 'vitest';
import { cancelled, ongoing, unsold } from '../support/insert-auction.ts';
import { publicUrl, sharedService } from '../support/service.ts';
import { aBidder, readable } from './bidder.ts';

const service = await sharedService();
const seller = await service.seller({ name: 'Dorotheum & Söhne' });

const contentOf = (html: string, property: string) =>
  new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)">`).exec(html)?.[1];

test('a link to an auction previews its title, seller, price and end, and nothing of who looks', async () => {
  const auction = await service.auction(seller, { ...ongoing, title: 'A "walnut" desk' });
  const bidder = aBidder(service, auction, { bidderId: 'customer-42' });
  const before = await bidder.open();
  expect(contentOf(before.text, 'og:description')).toMatch(
    /^Open for bids · No bids yet · Ends \d+ \w+ \d{4}, \d\d:\d\d UTC$/,
  );
  await bidder.bid({ amount: '65' });
  const { text } = await bidder.open();
  expect(contentOf(text, 'og:title')).toBe('A &quot;walnut&quot; desk');
  expect(contentOf(text, 'og:site_name')).toBe('Dorotheum &amp; Söhne');
  expect(contentOf(text, 'og:url')).toBe(`${publicUrl}/auctions/${auction.auctionId}`);
  expect(contentOf(text, 'og:description')).toContain('Leading bid $65.00 · 1 bid · Ends');
  expect(contentOf(text, 'description')).toBe(contentOf(text, 'og:description'));
  expect(readable(text)).toContain('Sold by Dorotheum & Söhne');
});

test('after the end the preview says what came of it', async () => {
  const auction = await service.auction(seller, unsold);
  const { text } = await aBidder(service, auction).open();
  expect(contentOf(text, 'og:description')).toContain('Ended without a sale · No bids yet · Ended ');
});

test('the preview of a cancelled auction names no end', async () => {
  const auction = await service.auction(seller, { ...cancelled, endsInSeconds: 3_600 });
  const { text } = await aBidder(service, auction).open();
  expect(contentOf(text, 'og:description')).toBe('Cancelled · No bids yet');
});

test('cuts a long description between characters as people see them', async () => {
  const auction = await service.auction(seller, ongoing);
  const family = '👩‍👩‍👧‍👦';
  await seller.mutate('updateAuctionPresentation', { auctionId: auction.auctionId, description: family.repeat(40) });
  const { text } = await aBidder(service, auction).open();
  expect(contentOf(text, 'og:description')).toMatch(new RegExp(` UTC · (?:${family}){14} …$`));
});

test('the icon is served under an address that changes with it', async () => {
  const auction = await service.auction(seller, ongoing);
  const { text } = await aBidder(service, auction).open();
  const icon = await service.request(/<link rel="icon" type="image\/svg\+xml" href="([^"]+)">/.exec(text)![1]!);
  expect(icon.status).toBe(200);
  expect(icon.headers.get('content-type')).toContain('image/svg+xml');
  expect(icon.headers.get('cache-control')).toContain('immutable');
  expect(icon.text).toContain('<svg');
});
