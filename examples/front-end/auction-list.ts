import { type FragmentType, graphql, useFragment } from './gql/index.ts';
import type { AuctionListQuery as AuctionList } from './gql/graphql.ts';
import { request, type Whole } from './request.ts';

// A list as a front end has it: a page, then the next one behind its last cursor. Each part of the page says in a fragment
// what it needs and sees nothing else.

export const AuctionCard = graphql(`
  fragment AuctionCard on Auction {
    auctionId
    title
    phase
    biddingPeriodEndsAt
    bidCount
    leadingBid {
      bidValueInCents
    }
  }
`);

const AuctionListQuery = graphql(`
  query AuctionList($statuses: [AuctionStatus!], $first: Int!, $after: String) {
    auctions(filter: { statuses: $statuses }, first: $first, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          auctionId
          ...AuctionCard
        }
      }
    }
  }
`);

/** @returns the cards of every ongoing auction, page by page */
export async function* ongoingCards(): AsyncGenerator<string[]> {
  for (let after: string | null = null, goesOn = true; goesOn;) {
    const { auctions } = await nextPage(after);
    yield auctions.edges.map(({ node }) => cardOf(node));
    after = auctions.pageInfo.endCursor;
    goesOn = auctions.pageInfo.hasNextPage;
  }
}

function nextPage(after: string | null): Promise<Whole<AuctionList>> {
  return request(AuctionListQuery, { statuses: ['ongoing'], first: 20, after });
}

function cardOf(auction: FragmentType<typeof AuctionCard>): string {
  const { title, bidCount, leadingBid } = useFragment(AuctionCard, auction);
  const leading = leadingBid == null ? 'no bid yet' : `${leadingBid.bidValueInCents / 100} USD of ${bidCount} bids`;
  return `${title}: ${leading}`;
}
