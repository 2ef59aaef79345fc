import type { Json } from './schema-of-type.ts';

/** An upcoming auction just after its creation, and a sold one: all examples use these two. */
export const exampleIds = {
  upcoming: '019ad9c5-6a80-7c3e-9d2b-5f0e4b8a7d11',
  sold: '019a8f12-0c40-7a51-8e3f-2b9d6c1a4e70',
  winningBid: '019a9a3b-51e8-7f02-b6c4-8d1e5a7f9b23',
  otherBid: '019a9e60-9d10-7b84-a2f7-3c5d8e0b1f46',
};

/** Returns the bodies of the successes, by operation and example name. */
export function exampleAnswers(publicUrl: string): Record<string, Readonly<Record<string, Json>>> {
  const auctionUrl = (auctionId: string) => `${publicUrl}/auctions/${auctionId}`;
  const upcoming = {
    auctionId: exampleIds.upcoming,
    createdAt: '2026-12-01T09:30:00.250+00:00',
    biddingPeriodStartsAt: '2026-12-01T12:00:00.000+00:00',
    biddingPeriodEndsAt: '2026-12-08T12:00:00.000+00:00',
    type: 'asynchronous',
    minimumBidValueInCents: 5_000,
    title: 'A walnut desk, 1962',
    status: 'upcoming',
    auctionUrl: auctionUrl(exampleIds.upcoming),
  };
  const sold = {
    auctionId: exampleIds.sold,
    createdAt: '2026-11-16T18:04:12.512+00:00',
    biddingPeriodStartsAt: '2026-11-17T08:00:00.000+00:00',
    biddingPeriodEndsAt: '2026-11-20T20:00:00.000+00:00',
    type: 'asynchronous',
    minimumBidValueInCents: 0,
    title: 'Twelve hand-printed postcards',
    status: 'completed',
    auctionUrl: auctionUrl(exampleIds.sold),
  };
  const winningBid = {
    bidId: exampleIds.winningBid,
    bidderId: 'customer-42',
    placedAt: '2026-11-18T22:03:41.224+00:00',
    bidValueInCents: 2_500,
    auctionId: exampleIds.sold,
    isWinningBid: true,
  };
  const otherBid = {
    bidId: exampleIds.otherBid,
    bidderId: 'ada@example.com',
    placedAt: '2026-11-19T17:23:10.096+00:00',
    bidValueInCents: 1_800,
    auctionId: exampleIds.sold,
    isWinningBid: false,
  };
  const bids = [otherBid, winningBid];
  return {
    'Query.auctions': {
      withoutBids: { auctions: [upcoming, sold] },
      withBids: {
        auctions: [
          { ...upcoming, bids: [] },
          { ...sold, bids },
        ],
      },
    },
    'Query.auction': { withoutBids: { auction: upcoming }, withBids: { auction: { ...sold, bids } } },
    'Mutation.createAuction': { created: { auction: upcoming } },
    'Mutation.updateAuction': { updated: { auction: { ...upcoming, title: 'A walnut desk, restored' } } },
    'Mutation.cancelAuction': { cancelled: { success: true } },
    'Query.bids': { newestFirst: { bids } },
    'Query.bid': { winning: { bid: winningBid } },
  };
}

/** Valid request bodies; `created` and `updated` are the answers to them. */
export const exampleBodies: Record<string, Readonly<Record<string, Json>>> = {
  'Mutation.createAuction': {
    created: {
      title: 'A walnut desk, 1962',
      minimumBidValueInCents: 5_000,
      biddingPeriod: { startTimestamp: 1_796_126_400, endTimestamp: 1_796_731_200 },
    },
  },
  'Mutation.updateAuction': { updated: { title: 'A walnut desk, restored' } },
};
