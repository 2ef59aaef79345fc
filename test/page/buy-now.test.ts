import { expect, test } from 'vitest';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { bidRequest } from '../support/bid-request.ts';
import { type AuctionOptions, ongoing, upcoming } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { aBidder, cards, readable } from './bidder.ts';

const service = await sharedService();
const { db, deps } = service;
const seller = await service.seller();

const anAuction = (options: AuctionOptions = {}) =>
  service.auction(seller, { ...ongoing, buyNowPriceInCents: 9_000, ...options });
const withoutCard = { cardNumber: undefined, cardExpiry: undefined, cardCvc: undefined };
const purchase = { amount: '', buy: '9000' };

test('a bidder buys by the button, and reads before the card what happens with the money', async () => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  expect(readable((await bidder.open()).text)).toContain(
    'Buy now for $90.00 A purchase ends the bidding, and your card is charged at once. It is possible until somebody bids.',
  );
  const step = readable((await bidder.send({ ...purchase, ...withoutCard })).text);
  expect(step).toContain('Buy for $90.00, binding');
  expect(step).toContain(
    'Your bank holds the amount first. If no bid stands then, your purchase ends the bidding, and the amount is charged at once . If somebody has bid first, the hold is released, and nothing is charged. A purchase is binding.',
  );
  expect(step).not.toContain('only the winner is charged');
  const bought = readable((await bidder.follow(await bidder.send({ amount: '' }))).text);
  expect(bought).toContain('Ended, result to follow');
  expect(bought).toContain('the card is being charged now. If that fails, nobody else is charged.');
  const { rows } = await db.query(
    `select bid_value_in_cents as value from auctions join bids on bid_id = purchase_bid_id where auctions.auction_id = $1`,
    [auction.auctionId],
  );
  expect(rows).toEqual([{ value: 9_000 }]);
});

test('a card that is declined leaves the purchase at the card, and another card buys', async () => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  await bidder.open();
  const declined = await bidder.follow(await bidder.send({ ...purchase, cardNumber: cards.declined }));
  expect(readable(declined.text)).toContain('Buy for $90.00, binding');
  expect(bidder.hidden['buy']).toBe('9000');
  await bidder.follow(await bidder.send({ amount: '' }));
  expect(
    (await db.query('select from auctions where auction_id = $1 and purchase_bid_id is not null', [auction.auctionId]))
      .rowCount,
  ).toBe(1);
});

test('at the card, a buyer can bid instead', async () => {
  const auction = await anAuction();
  const bidder = aBidder(service, auction);
  await bidder.open();
  await bidder.send({ ...purchase, ...withoutCard });
  const instead = await bidder.send({ amount: '', change: '1', ...withoutCard });
  expect(readable(instead.text)).toContain('Place a bid');
  expect(instead.text).toMatch(/name="amount"[^>]* value=""/);
});

test('the button goes with the first bid, and a form from before is refused without asking a bank', async () => {
  const auction = await anAuction();
  const { auctionId } = auction;
  const late = aBidder(service, auction);
  await late.open();
  await placeBid(deps, bidRequest(auctionId, { valueInCents: 100 }));
  const refused = await late.send(purchase);
  expect(refused.status).toBe(409);
  expect(readable(refused.text)).toContain(
    'Somebody has bid first: bid instead. The bid was not placed. Nothing is held for this bid.',
  );
  expect(readable(refused.text)).not.toContain('Buy now');
  expect((await db.query('select from authorizations where auction_id = $1', [auctionId])).rowCount).toBe(1);
});

test('a price that the seller has removed is refused', async () => {
  const auction = await anAuction();
  const late = aBidder(service, auction);
  await late.open();
  await db.query('update auctions set buy_now_price_in_cents = null where auction_id = $1', [auction.auctionId]);
  expect(readable((await late.send(purchase)).text)).toContain('The seller has removed this price: bid instead.');
});

test.each<[string, AuctionOptions]>([
  ['is below the minimum', { minimumBidValueInCents: 9_001 }],
  ['is less than the provider holds', { buyNowPriceInCents: 0 }],
  ['is more than the provider holds', { buyNowPriceInCents: 2_000_000_000 }],
  ['belongs to an auction that has not begun', { ...upcoming, endsInSeconds: 7_200, status: 'upcoming' }],
])('no button is shown for a price that %s', async (_, options) => {
  expect(readable((await aBidder(service, await anAuction(options)).open()).text)).not.toContain('Buy now');
});

test.each([
  ['de', 'Für 90,00 $ sofort kaufen'],
  ['es', 'Comprar ya por 90,00 US$'],
  ['ar', 'الشراء الآن'],
])('the page offers it in %s', async (language, text) => {
  const { auctionId } = await anAuction();
  const { text: page } = await service.request(`/auctions/${auctionId}?lang=${language}`);
  expect(readable(page).replaceAll(/[ \u00A0\u202F]/g, ' ')).toContain(text);
});
