import { expect, test } from 'vitest';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { aBidder, readable } from './bidder.ts';
import { endAuction } from '../support/end-auction.ts';

const service = await sharedService();

const wordsOf = async (bidder: ReturnType<typeof aBidder>) => {
  const { text } = await bidder.open();
  return readable(/<section id="bid".*?<\/section>/s.exec(text)![0]);
};
const idOfBid = async (auctionId: string, cents: number) => {
  const { rows } = await service.db.query<{ id: string }>(
    'select bid_id as id from bids where auction_id = $1 and bid_value_in_cents = $2',
    [auctionId, cents],
  );
  return rows[0]!.id;
};
const settle = async ({ auctionId }: { auctionId: string }) => {
  await endAuction(service.db, auctionId);
  await settleAuction(service.deps, auctionId);
};

test('the winner alone reads the next steps; everybody reads what became of the own hold, with a reference', async () => {
  const seller = await service.seller();
  const auction = await service.auction(seller, ongoing);
  const { auctionId } = auction;
  const { body } = await seller.graphql(
    `mutation ($auctionId: ID!) {
      updateSellerProfile(input: { displayName: "Huber", contact: "desk@huber.test" }) { sellerProfile { contact } errors { code fault message path } }
      updateAuctionPresentation(input: { auctionId: $auctionId, afterWinning: "Collect it **within a week**." }) { auction { presentation { afterWinning } } errors { code fault message path } }
    }`,
    { auctionId },
  );
  expect(body.errors).toBeUndefined();
  const [loser, winner, stranger] = [aBidder(service, auction), aBidder(service, auction), aBidder(service, auction)];
  await loser.bid({ amount: '20' });
  await winner.bid({ amount: '30', email: 'grace@example.com' });
  expect((await winner.open()).text).not.toContain('within a week');
  await settle(auction);

  const won = await wordsOf(winner);
  expect(won).toMatch(/You have won Your bid has won, and \$30\.00 was charged to your card/);
  expect(won).toMatch(/What happens next Collect it within a week ?\. Reach Huber desk@huber\.test/);
  expect(won).toMatch(/quote your reference [2-9A-Z]{3}-[2-9A-Z]{3}-[2-9A-Z]{3} \. Only you and the seller know it/);
  expect(won).not.toContain(await idOfBid(auctionId, 3_000));

  const lost = await wordsOf(loser);
  expect(lost).toMatch(
    /This auction is over This bid has not won\. You were not charged\. Any hold for this bid is being released\. .* It was sold for \$30\.00/,
  );
  expect(lost).toContain(`quote the reference ${await idOfBid(auctionId, 2_000)}`);
  for (const other of [loser, stranger]) expect((await other.open()).text).not.toContain('within a week');
  expect(await wordsOf(stranger)).toContain('It was sold for $30.00');
  expect(await wordsOf(stranger)).not.toMatch(/reference|has not won/);
});

test('without words of the seller the winner still reads the price and a reference', async () => {
  const seller = await service.seller({ name: 'Plain seller' });
  const auction = await service.auction(seller, ongoing);
  const winner = aBidder(service, auction);
  await winner.bid({ amount: '30' });
  await settle(auction);
  const words = await wordsOf(winner);
  expect(words).toContain('You have won Your bid has won, and $30.00 was charged to your card');
  expect(words).toContain('Plain seller has left no contact here');
  expect(words).toContain('quote your reference');
});

test('after a cancellation every bidder reads that nothing was charged', async () => {
  const seller = await service.seller();
  const auction = await service.auction(seller, ongoing);
  const bidder = aBidder(service, auction);
  await bidder.bid({ amount: '30' });
  await seller.delete(`/v1/auctions/${auction.auctionId}`);
  const words = await wordsOf(bidder);
  expect(words).toContain('This auction was cancelled');
  expect(words).toContain('You were not charged. Any hold for this bid is being released.');
});
