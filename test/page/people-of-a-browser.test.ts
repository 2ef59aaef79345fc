import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { aBidder, type Bidder, readable } from './bidder.ts';

const service = await sharedService();
const seller = await service.seller();
const { body } = await seller.mutate('rotateBidderSecret', {}, 'secret');
const secret: string = body.data.rotateBidderSecret.secret;

const anAuction = () => service.auction(seller, ongoing);

const signedLink = (auctionId: string, bidderId: string) => {
  const signature = createHmac('sha256', secret).update(`${auctionId}.${bidderId}`, 'utf8').digest('hex');
  return `/auctions/${auctionId}?${new URLSearchParams({ bidderId, signature })}`;
};
const namedLink = (auctionId: string, bidderId: string) => `/auctions/${auctionId}?bidderId=${bidderId}`;

/** Opens a link, bids, and answers what is asked before the card. */
async function bidBy(bidder: Bidder, link: string, fields: { amount: string; email: string }): Promise<void> {
  await bidder.open(link);
  const answer = await bidder.send(fields);
  if (answer.status === 200) await bidder.press(answer);
}

const emailIn = (text: string) => /name="email" type="email" value="([^"]*)"/.exec(text)![1];

test('a signed bidder finds the own bid on another device, and raises it there', async () => {
  const { auctionId } = await anAuction();
  const link = signedLink(auctionId, 'ada');
  const [phone, desk] = [aBidder(service, { auctionId }), aBidder(service, { auctionId })];
  await bidBy(phone, link, { amount: '65', email: 'ada@example.com' });

  const seen = await desk.open(link);
  expect(readable(seen.text)).toContain('You lead Your bid of $65.00 is the highest, and is held on your card.');
  expect(readable(seen.text)).toContain('Your personal link shows them on any device.');
  expect(readable(seen.text)).not.toContain('Only this browser shows them.');
  expect(emailIn(seen.text)).toBe('ada@example.com');
  // Its private link leads nowhere from a browser that has not bid.
  expect(seen.text).not.toContain('/follow?key=');

  await bidBy(desk, link, { amount: '80', email: 'ada@example.com' });
  for (const device of [phone, desk]) {
    const words = readable((await device.open(link)).text);
    expect(words).toContain('You lead Your bid of $80.00 is the highest, and is held on your card.');
    expect(words).toMatch(/\$80\.00 You lead .*\$65\.00 Raised/);
    const followLink = /href="([^"]*\/follow\?key=[^"]*)"/.exec((await device.open(link)).text)![1]!;
    const followed = await device.get(new URL(followLink).pathname + new URL(followLink).search);
    expect(followed.status).toBe(200);
  }
});

test('keeps the bid, the hold and the e-mail of another bidderId in the same browser apart', async () => {
  const { auctionId } = await anAuction();
  const browser = aBidder(service, { auctionId });
  await bidBy(browser, namedLink(auctionId, 'ada'), { amount: '65', email: 'ada@example.com' });
  const asGrace = await browser.open(namedLink(auctionId, 'grace'));
  expect(asGrace.text).toContain('<div id="own-bids"></div>');
  expect(readable(asGrace.text)).not.toContain('Held');
  expect(emailIn(asGrace.text)).toBe('');

  await bidBy(browser, namedLink(auctionId, 'grace'), { amount: '80', email: 'grace@example.com' });
  const ofGrace = await browser.open(namedLink(auctionId, 'grace'));
  expect(readable(ofGrace.text)).toContain('You lead Your bid of $80.00 is the highest, and is held on your card.');
  expect(emailIn(ofGrace.text)).toBe('grace@example.com');
  const ofAda = await browser.open(namedLink(auctionId, 'ada'));
  expect(readable(ofAda.text)).toContain('Outbid by $15.00 Your bid of $65.00 stays held as a backup');
  expect(readable(ofAda.text)).not.toContain('$145.00');
  expect(emailIn(ofAda.text)).toBe('ada@example.com');
});

test('two people of one browser who go by their e-mail: each hold is named, and none is added to the other’s', async () => {
  const { auctionId } = await anAuction();
  const browser = aBidder(service, { auctionId });
  await bidBy(browser, `/auctions/${auctionId}`, { amount: '65', email: 'ada@example.com' });
  await bidBy(browser, `/auctions/${auctionId}`, { amount: '80', email: 'grace@example.com' });
  const { text } = await browser.open(`/auctions/${auctionId}`);
  const words = readable(text);
  // The one who bid last.
  expect(words).toContain('You lead Your bid of $80.00 is the highest, and is held on your card.');
  expect(words).toMatch(/Held for grace@example\.com now: \$80\.00 in all\. Held for ada@example\.com now: \$65\.00/);
  expect(words).toMatch(/\$80\.00 You lead grace@example\.com .*\$65\.00 Outbid by \$15\.00 ada@example\.com/);
  expect(words).not.toContain('$145.00');
  expect(emailIn(text)).toBe('');
});
