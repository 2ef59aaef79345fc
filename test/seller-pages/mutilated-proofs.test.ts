import { expect, test } from 'vitest';
import { upcoming } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { ours, sellerBrowser } from './seller-browser.ts';

const service = await sharedService();
const seller = await service.seller();
const own = { seller: seller.sellerId, zone: 'UTC', language: 'en' };

test.each([
  ['no proof', ''],
  ['text that is not JSON', '{'],
  ['null', null],
  ['a list', [own]],
  ['null for the digests', { ...own, shown: null }],
  ['a number for the digests', { ...own, shown: 5 }],
  ['an object for a digest', { ...own, shown: { title: { a: 1 } } }],
  ['a number for the zone', { ...own, zone: 5, shown: {} }],
  ['no language', { seller: seller.sellerId, zone: 'UTC' }],
])('a form whose proof is mutilated is shown again, and changes nothing: %s', async (_, proof) => {
  const { auctionId } = await service.auction(seller, { ...upcoming, title: 'A desk' });
  const browser = await sellerBrowser(service, seller);
  const text = typeof proof === 'string' ? proof : JSON.stringify(proof);
  const sent = new FormData();
  const fields = { form: 'item', title: 'A chair', proof: Buffer.from(text).toString('base64url') };
  for (const [name, value] of Object.entries(fields)) sent.set(name, value);
  const { status, text: page } = await service.request(`/seller/auctions/${auctionId}/change`, {
    method: 'POST',
    headers: { cookie: browser.cookie, ...ours },
    body: sent,
  });
  expect(status).toBe(422);
  expect(page).toContain('A chair');
  const { body } = await seller.graphql(`{ auction(auctionId: "${auctionId}") { title } }`);
  expect(body.data.auction.title).toBe('A desk');
});
