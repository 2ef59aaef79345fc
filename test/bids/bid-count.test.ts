import { expect, test } from 'vitest';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { answerOf } from '../graphql/pages.ts';

const service = await sharedService();
const seller = await service.seller();

/** The number that everybody is shown: by the page, and by GraphQL planned and with its resolvers. */
async function shownCounts(auctionId: string): Promise<number[]> {
  const { text } = await service.request(`/auctions/${auctionId}/state`);
  const ask = async (fields: string) => {
    const query = `query ($id: ID!) { auction(auctionId: $id) { bidCount ${fields} } }`;
    return (await answerOf(seller, query, { id: auctionId })).auction.bidCount;
  };
  return [JSON.parse(text).bidCount, await ask(''), await ask('ledger { balance { heldInCents } }')];
}

test('bids are counted as they are written, one by one, at once, and many by one statement', async () => {
  const auction = await service.auction(seller, ongoing);
  const other = await service.auction(seller, ongoing);
  expect(await shownCounts(auction.auctionId)).toEqual([0, 0, 0]);
  await Promise.all(Array.from({ length: 8 }, () => service.bid(auction, {})));
  await service.db.query(
    `insert into bids (auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at)
     select auction_id, seller_id, 'ada', 900, bidding_period_starts_at from auctions, generate_series(1, 5)
     where auction_id = any($1)`,
    [[auction.auctionId, other.auctionId]],
  );
  expect(await shownCounts(auction.auctionId)).toEqual([13, 13, 13]);
  expect(await shownCounts(other.auctionId)).toEqual([5, 5, 5]);
});
