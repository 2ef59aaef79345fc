import { graphql } from './gql/index.ts';
import type { AuctionDetailQuery as AuctionDetail } from './gql/graphql.ts';
import { request, type Whole } from './request.ts';

const AuctionDetailQuery = graphql(`
  query AuctionDetail($auctionId: ID!, $bids: Int = 10, $after: String) {
    auction(auctionId: $auctionId) {
        title
        auctionUrl
        status
        phase
        outcome
        winningBid {
          bidId
          bidderId
          bidValueInCents
        }
        settlement {
          bidId
          requestedAt
          result
          reason
        }
        bids(orderBy: { field: VALUE, direction: DESC }, first: $bids, after: $after) {
          totalCount
          pageInfo {
            hasNextPage
            endCursor
          }
          edges {
            node {
              bidId
              bidderId
              bidValueInCents
              placedAt
            }
          }
        }
      }
  }
`);

/** One auction with its highest bids. */
export async function auctionDetail(auctionId: string): Promise<Whole<AuctionDetail>['auction']> {
  const { auction } = await request(AuctionDetailQuery, { auctionId });
  return auction;
}
