import { expect, test } from 'vitest';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { aBidder, type Bidder, readable } from './bidder.ts';

// In the list of bids others are numbers, which say nothing but which bids are of one person.

const service = await sharedService();
const seller = await service.seller();

const namedLink = (auctionId: string, bidderId: string) => `/auctions/${auctionId}?bidderId=${bidderId}`;

async function bid(bidder: Bidder, link: string, amount: string): Promise<void> {
  await bidder.open(link);
  const answer = await bidder.send({ amount, email: 'somebody@example.com' });
  if (answer.status === 200) await bidder.press(answer);
}

/** The bidders of the listed bids, the latest first. */
function listed(text: string): string[] {
  const list = /<section class="card" id="bids"[^]*?<\/section>/.exec(text)![0];
  return [...list.matchAll(/<span class="bidder">([^]*?)<\/span>/g)].map(([, each]) => readable(each!).trim());
}

const numbersOf = async (auctionId: string) => {
  const { rows } = await service.db.query<{ number: number | null }>(
    'select bidder_number as number from bids where auction_id = $1 order by placed_at, bid_id',
    [auctionId],
  );
  return rows.map(({ number }) => number);
};

test('each bidder is a number to the others and "You" to herself, the same for all her bids', async () => {
  const auction = await service.auction(seller, ongoing);
  const { auctionId } = auction;
  const [ada, grace, stranger] = [aBidder(service, auction), aBidder(service, auction), aBidder(service, auction)];
  await bid(ada, namedLink(auctionId, 'ada'), '65');
  await bid(grace, namedLink(auctionId, 'grace'), '80');
  await bid(ada, namedLink(auctionId, 'ada'), '95');

  expect(listed((await stranger.open()).text)).toEqual(['Bidder 1', 'Bidder 2', 'Bidder 1']);
  expect(listed((await ada.open(namedLink(auctionId, 'ada'))).text)).toEqual(['You', 'Bidder 2', 'You']);
  expect(listed((await grace.open(namedLink(auctionId, 'grace'))).text)).toEqual(['Bidder 1', 'You', 'Bidder 1']);
  const state = await service.request(`/auctions/${auctionId}/state`);
  expect(state.body).toMatchObject({ leadingBidder: 1, leadingInCents: 9_500 });
});

test('a bidder who writes the name of another into a link gets a number of her own', async () => {
  const auction = await service.auction(seller, ongoing);
  const { auctionId } = auction;
  const [ada, rival] = [aBidder(service, auction), aBidder(service, auction)];
  await bid(ada, namedLink(auctionId, 'ada'), '65');
  await bid(rival, namedLink(auctionId, 'ada'), '80');
  expect(listed((await rival.open(namedLink(auctionId, 'ada'))).text)).toEqual(['You', 'Bidder 1']);
});

test('bids at once of bidders who are new get a number each', async () => {
  const auction = await service.auction(seller, ongoing);
  const bidders = Array.from({ length: 8 }, () => aBidder(service, auction));
  await Promise.all(
    bidders.map((bidder, index) => bid(bidder, namedLink(auction.auctionId, `b${index}`), `${60 + index * 5}`)),
  );
  const numbers = await numbersOf(auction.auctionId);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(Math.max(...numbers.map(Number))).toBe(numbers.length);
});

test('bids that an older version wrote have no number, and the next bid begins to count', async () => {
  const auction = await service.auction(seller, ongoing);
  await service.bid(auction, { bidValueInCents: 900 });
  const ada = aBidder(service, auction);
  await bid(ada, namedLink(auction.auctionId, 'ada'), '65');
  expect(await numbersOf(auction.auctionId)).toEqual([null, 1]);
  expect(listed((await ada.open(namedLink(auction.auctionId, 'ada'))).text)).toEqual(['You', '']);
});
