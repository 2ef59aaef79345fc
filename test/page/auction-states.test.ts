import { expect, test } from 'vitest';
import pg from 'pg';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { cancelled, ongoing, settling, unsold, upcoming } from '../support/insert-auction.ts';
import { sharedService, startService } from '../support/service.ts';
import { aBidder, cards, readable } from './bidder.ts';
import { onPool } from '../support/on-pool.ts';
import { endAuction } from '../support/end-auction.ts';

const service = await sharedService();
const seller = await service.seller();

const open = async (auction: { auctionId: string }) => aBidder(service, auction).open();

test('an open auction shows its numbers, its form, and what a bid does to a card', async () => {
  const auction = await service.auction(seller, { ...ongoing, title: 'A walnut desk', minimumBidValueInCents: 5_000 });
  await service.bid(auction, { bidValueInCents: 125_000 });
  await service.bid(auction, { bidValueInCents: 7_000 });

  const { status, text, headers } = await open(auction);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/html; charset=utf-8/i);
  const words = readable(text);
  expect(words).toContain('A walnut desk');
  expect(words).toContain('Open for bids');
  expect(words).toContain('Leading bid $1,250.00');
  expect(words).toContain('Bids 2 ');
  expect(words).toContain('Minimum bid $50.00');
  expect(words).toContain('more than $1,250.00 takes the lead');
  expect(words).toContain('A hold is not a charge');
  expect(words).toContain('binding and stays held until the auction ends');
  expect(words).toContain('the hold of the lower one is released');
  expect(words).toContain('All other holds are released');
  expect(words).toContain('Test mode: no real money');
  expect(text).toContain(`<form method="post" action="/auctions/${auction.auctionId}/bids"`);
});

test('before anybody has bid, the page says so', async () => {
  const auction = await service.auction(seller, ongoing);
  const words = readable((await open(auction)).text);
  expect(words).toContain('Leading bid None yet');
  // The simulated provider's floor.
  expect(words).toContain('At least $0.01');
});

test.each([
  ['upcoming', upcoming, 'Not open yet', 'Bidding has not begun'],
  ['closing', settling, 'Ended, result to follow', 'No more bids are taken'],
  ['unsold', unsold, 'Ended without a sale', 'The service has charged nobody'],
  ['cancelled', cancelled, 'Cancelled', 'The seller has cancelled it'],
])('a %s auction has words of its own, and no form', async (_, options, label, sentence) => {
  const auction = await service.auction(seller, options);
  const { status, text } = await open(auction);
  expect(status).toBe(200);
  expect(readable(text)).toContain(label);
  expect(readable(text)).toContain(sentence);
  expect(text).not.toContain('<form');
});

test('a sold auction says for how much, and each bidder what became of her bid', async () => {
  const auction = await service.auction(seller, ongoing);
  const [high, low, failing] = [aBidder(service, auction), aBidder(service, auction), aBidder(service, auction)];
  await low.bid({ amount: '20' });
  await high.bid({ amount: '30' });
  await failing.bid({ amount: '40', cardNumber: cards.captureDeclined });
  await endAuction(service.db, auction.auctionId);
  expect(readable((await high.open()).text)).toContain('Ended, result to follow');
  expect(readable((await failing.open()).text)).toContain('with your bid of $40.00 the highest');

  await settleAuction(service.deps, auction.auctionId);

  const stranger = readable((await open(auction)).text);
  expect(stranger).toContain('It was sold for $30.00');
  expect(stranger).toContain('Sold for $30.00');
  expect(stranger).not.toContain('Your bids');
  expect(readable((await high.open()).text)).toMatch(/\$30\.00 You have won/);
  expect(readable((await low.open()).text)).toMatch(/\$20\.00 Not won/);
  expect(readable((await failing.open()).text)).toMatch(/\$40\.00 Not charged/);
});

test('the status goes by the clock, whatever a worker has turned', async () => {
  const begun = await service.auction(seller, { startsInSeconds: -1 });
  expect(readable((await open(begun)).text)).toContain('Open for bids');
  const ended = await service.auction(seller, { startsInSeconds: -3_601, status: 'ongoing' });
  expect(readable((await open(ended)).text)).toContain('Ended, result to follow');
});

test.each(['00000000-0000-7000-8000-000000000000', 'no-uuid', '%00', '..%2f..%2fetc'])(
  'there is no auction %s: 404, as a page',
  async (id) => {
    const { status, text, headers } = await service.request(`/auctions/${id}`);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('text/html');
    expect(readable(text)).toContain('There is no such auction');
  },
);

test('a title is text, whatever it looks like', async () => {
  const title = `<script>alert(1)</script><img src=x onerror="a">'&amp;`;
  const auction = await service.auction(seller, { ...ongoing, title });
  const { text } = await open(auction);
  expect(text).not.toContain('<script>alert');
  expect(text).not.toContain('<img');
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(readable(text)).toContain(title);
});

test('a live seller without a payment provider: the page says that nobody can bid yet', async () => {
  const live = await service.seller({ mode: 'live' });
  const auction = await service.auction(live, ongoing);
  const { status, text } = await open(auction);
  expect(status).toBe(200);
  expect(readable(text)).toContain('This auction cannot take bids yet');
  expect(readable(text)).not.toContain('Test mode');
  expect(text).not.toContain('<form');
});

test('while the database is down: 503, as a page, with when to come back', async () => {
  const auction = await service.auction(seller, ongoing);
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 1_000 });
  await using cut = await startService({ db: onPool(service.db, pool) });
  const { status, text, headers } = await cut.request(`/auctions/${auction.auctionId}`);
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
  expect(readable(text)).toContain('We cannot show this right now');
  expect(text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);
});

test('the latest bids are listed, and the chart has its values in words', async () => {
  const auction = await service.auction(seller, ongoing);
  for (const value of [1_000, 1_500, 1_200]) await service.bid(auction, { bidValueInCents: value });
  const { text } = await open(auction);
  expect(text).toContain('role="img" aria-label="From $10.00 to $12.00, the highest $15.00."');
  expect([...text.matchAll(/<\/span> <b class="money">([^<]+)/g)].map(([, value]) => value)).toEqual([
    '$12.00',
    '$15.00',
    '$10.00',
  ]);
  expect(readable(text)).toContain('Every bid');
});

test('however many bids there are, the page lists the latest', async () => {
  const auction = await service.auction(seller, ongoing);
  await service.db.query(
    `insert into bids (auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at)
     select $1, $2, 'b' || n, 1000 + n, clock_timestamp() + n * interval '1 ms' from generate_series(1, 500) n`,
    [auction.auctionId, seller.sellerId],
  );
  const { text } = await open(auction);
  expect(readable(text)).toContain('500 bids');
  expect(text.match(/<\/span> <b class="money">/g)).toHaveLength(20);
  expect(readable(text)).toContain('The latest 100 of 500 bids');
  expect(text.length).toBeLessThan(40_000);
});
