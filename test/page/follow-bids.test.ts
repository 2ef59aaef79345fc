import { expect, test } from 'vitest';
import { ongoing } from '../support/insert-auction.ts';
import { publicUrl, sharedService } from '../support/service.ts';
import { aBidder, type Bidder, cards, readable } from './bidder.ts';

const service = await sharedService();
const seller = await service.seller();

/** The private link that a bidder's own page shows, from the root on. */
async function followLinkOf(bidder: Bidder): Promise<string> {
  const { text } = await bidder.open();
  const url = /<button type="button" class="button secondary" data-copy="([^"]+)">/.exec(text)![1]!;
  expect(url.startsWith(`${publicUrl}/auctions/`)).toBe(true);
  return url.slice(publicUrl.length);
}

test('the private link shows, on any device, how the bids of its bidder stand, and nobody bids through it', async () => {
  const auction = await service.auction(seller, ongoing);
  const [ada, grace] = [
    aBidder(service, auction, { bidderId: 'customer-42' }),
    aBidder(service, auction, { bidderId: 'customer-43' }),
  ];
  await ada.bid({ amount: '65', email: 'ada@example.com' });
  const link = await followLinkOf(ada);
  const device = aBidder(service, auction);
  const leading = await device.get(link);
  expect(leading.status).toBe(200);
  expect(readable(leading.text)).toContain('You lead Your bid of $65.00 is the highest, and is held on your card.');
  expect(readable(leading.text)).toContain('$65.00 You lead');
  expect(leading.text).not.toContain('<form');
  const toAuction = /<a class="button secondary" href="([^"]+)">Bid on this device</.exec(leading.text)![1]!;
  expect(toAuction).toBe(`/auctions/${auction.auctionId}?bidderId=customer-42`);
  expect(readable((await aBidder(service, auction).get(toAuction)).text)).toContain('You bid as customer-42 .');
  // The address alone names the bidder.
  expect(leading.headers.get('set-cookie')).toBeNull();
  expect(readable(leading.text)).not.toContain('customer-42');
  expect(leading.text).not.toContain('ada@example.com');

  await grace.bid({ amount: '75' });
  const outbid = readable((await device.get(link)).text);
  expect(outbid).toContain('Outbid by $10.00');
  expect(outbid).not.toContain('customer-43');
  expect(readable((await device.open()).text)).not.toContain('Your bids');
});

test("a private link names the pending step of a bid, and only the bidder's browser can take it", async () => {
  const auction = await service.auction(seller, ongoing);
  const ada = aBidder(service, auction);
  await ada.bid({ amount: '65', cardNumber: cards.challenged });
  const { text } = await aBidder(service, auction).get(await followLinkOf(ada));
  expect(readable(text)).toContain('Waiting for you');
  expect(text).not.toContain('/return?');
});

test('a stranger has no link, and nobody makes one of what is known', async () => {
  const auction = await service.auction(seller, ongoing);
  const other = await service.auction(seller, ongoing);
  const ada = aBidder(service, auction);
  const taken = await ada.bid({ amount: '65' });
  const token = ada.hidden['token']!;
  expect(taken.status).toBe(200);
  const link = await followLinkOf(ada);
  const stranger = aBidder(service, auction);
  expect((await stranger.open()).text).not.toContain('data-copy');
  const path = `/auctions/${auction.auctionId}/follow`;
  for (const wrong of [
    path,
    `${path}/code.svg?key=${token}`,
    `${path}?key=`,
    `${path}?key=${token}`,
    `${path}?key=${token}.${'A'.repeat(43)}`,
    link.slice(0, -1),
    link.replace(auction.auctionId, other.auctionId),
  ]) {
    const { status, text } = await stranger.get(wrong);
    expect(status).toBe(404);
    expect(readable(text)).toContain('This link shows no bid');
  }
});

test('a declined try offers no private link, and the bid after it does', async () => {
  const auction = await service.auction(seller, ongoing);
  const ada = aBidder(service, auction);
  await ada.bid({ amount: '65', cardNumber: cards.declined });
  expect((await ada.open()).text).not.toContain('class="follow"');
  await ada.bid({ amount: '65' });
  expect((await ada.open()).text).toContain('class="follow"');
});
