import { expect, test } from 'vitest';
import { ongoing } from '../support/insert-auction.ts';
import { serviceForFile } from '../support/service.ts';
import { type SellerBrowser, sellerBrowser, textOf } from './seller-browser.ts';

const service = await serviceForFile();

test('lists the seller’s auctions with their prices, and nobody else’s', async () => {
  const [seller, other] = [await service.seller(), await service.seller()];
  const desk = await service.auction(seller, { ...ongoing, title: 'A walnut desk' });
  await service.bid(desk, { bidValueInCents: 123_400 });
  await service.auction(seller, { title: 'A chair of 1920', minimumBidValueInCents: 5_000 });
  await service.auction(other, { title: 'A lamp of somebody else' });
  const page = await (await sellerBrowser(service, seller)).get('/seller');
  expect(page.status).toBe(200);
  const text = textOf(page);
  expect(text).toContain('2 auctions');
  expect(text).toContain('$1,234.00');
  expect(text).toContain('Minimum bid $50.00');
  expect(text).not.toContain('lamp');
});

test('finds auctions by words and status, and leads to the next page and back', async () => {
  const seller = await service.seller();
  for (let number = 1; number <= 22; number += 1) await service.auction(seller, { title: `Chair ${number}` });
  await service.auction(seller, { ...ongoing, title: 'A desk' });
  const browser = await sellerBrowser(service, seller);
  for (const title of ['desk', 'desk+', '+desk%C2%A0']) {
    expect(textOf(await browser.get(`/seller?title=${title}`))).toContain('One auction');
  }
  expect(textOf(await browser.get('/seller?status=completed'))).toContain('No auction matches');
  const first = await browser.get('/seller?title=Chair&order=OLDEST_FIRST');
  expect(textOf(first)).toContain('Chair 1 ');
  const later = /href="([^"]*after=[^"]*)"/.exec(first.text)![1]!.replaceAll('&amp;', '&');
  const second = await browser.get(later);
  expect(textOf(second)).toContain('Chair 22');
  expect(textOf(second)).not.toContain('Chair 1 ');
  const earlier = /href="([^"]*before=[^"]*)"/.exec(second.text)![1]!.replaceAll('&amp;', '&');
  expect(textOf(await browser.get(earlier))).toContain('Chair 1 ');
});

test('says in plain words which scope the key lacks, for the whole page or a part of it', async () => {
  const blind = await service.seller({ scopes: ['webhooks:write'] });
  const whole = await (await sellerBrowser(service, blind)).get('/seller');
  expect(whole.status).toBe(403);
  expect(textOf(whole)).toContain('it lacks the scope “auctions:read”');
  const halfBlind = await service.seller({ scopes: ['auctions:read'] });
  await service.bid(await service.auction(halfBlind, ongoing), { bidValueInCents: 123_400 });
  const part = await (await sellerBrowser(service, halfBlind)).get('/seller');
  expect(part.status).toBe(200);
  expect(textOf(part)).toContain('your key lacks the scope “bids:read”');
  expect(textOf(part)).not.toContain('1,234');
});

test('a page shows its GraphQL document only in a browser whose seller wants it', async () => {
  const seller = await service.seller();
  const browser = await sellerBrowser(service, seller);
  const isShown = async (its: SellerBrowser) => (await its.get('/seller')).text.includes('query MyAuctions(');
  expect(await isShown(browser)).toBe(false);
  const saved = await browser.send('/seller/profile', 'documents', { show: 'yes' });
  expect(saved.headers.get('set-cookie')).toContain('documents=yes;');
  const wanting = await sellerBrowser(service, seller, ['lang=en', 'documents=yes']);
  expect(await isShown(wanting)).toBe(true);
  const hidden = await wanting.send('/seller/profile', 'documents', { show: 'no' });
  expect(hidden.headers.get('set-cookie')).toContain('documents=no;');
});

test('the page of an auction shows its description as bidders read it', async () => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, ongoing);
  const text = 'It is **solid** <i>walnut</i>.';
  await seller.mutate('updateAuctionPresentation', { auctionId, description: text });
  const page = await (await sellerBrowser(service, seller)).get(`/seller/auctions/${auctionId}`);
  expect(page.text).toContain('It is <strong>solid</strong> &lt;i&gt;walnut&lt;/i&gt;.');
});
