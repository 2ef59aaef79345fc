import { graphql } from './gql/index.ts';
import { follow } from './request.ts';

const AuctionChangedSubscription = graphql(`
  subscription AuctionChanged($auctionId: ID!) {
    auctionChanged(auctionId: $auctionId) {
      phase
      bidCount
      leadingBid {
        bidId
        bidValueInCents
      }
      winningBid {
        bidId
      }
    }
  }
`);

const BidPlacedSubscription = graphql(`
  subscription BidPlaced($auctionId: ID!, $afterBidId: ID) {
    bidPlaced(auctionId: $auctionId, afterBidId: $afterBidId) {
      bidId
      bidderId
      bidValueInCents
      placedAt
    }
  }
`);

/** Tells how an auction stands, now and whenever it changes, until it is over. */
export async function followAuction(auctionId: string, show: (line: string) => void): Promise<void> {
  for await (const { auctionChanged } of follow(AuctionChangedSubscription, { auctionId })) {
    show(`${auctionChanged.phase}, ${auctionChanged.bidCount} bids`);
    if (auctionChanged.phase === 'FINAL') return;
  }
}

/** Tells each bid once, from the one after `afterBidId` on. */
export async function* newBids(auctionId: string, afterBidId: string | null = null): AsyncGenerator<number> {
  for await (const { bidPlaced } of follow(BidPlacedSubscription, { auctionId, afterBidId })) {
    yield bidPlaced.bidValueInCents;
  }
}
