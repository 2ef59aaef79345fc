/* eslint-disable */

import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query AuctionDetail($auctionId: ID!, $bids: Int = 10, $after: String) {\n    auction(auctionId: $auctionId) {\n        title\n        auctionUrl\n        status\n        phase\n        outcome\n        winningBid {\n          bidId\n          bidderId\n          bidValueInCents\n        }\n        settlement {\n          bidId\n          requestedAt\n          result\n          reason\n        }\n        bids(orderBy: { field: VALUE, direction: DESC }, first: $bids, after: $after) {\n          totalCount\n          pageInfo {\n            hasNextPage\n            endCursor\n          }\n          edges {\n            node {\n              bidId\n              bidderId\n              bidValueInCents\n              placedAt\n            }\n          }\n        }\n      }\n  }\n": typeof types.AuctionDetailDocument,
    "\n  fragment AuctionCard on Auction {\n    auctionId\n    title\n    phase\n    biddingPeriodEndsAt\n    bidCount\n    leadingBid {\n      bidValueInCents\n    }\n  }\n": typeof types.AuctionCardFragmentDoc,
    "\n  query AuctionList($statuses: [AuctionStatus!], $first: Int!, $after: String) {\n    auctions(filter: { statuses: $statuses }, first: $first, after: $after) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          auctionId\n          ...AuctionCard\n        }\n      }\n    }\n  }\n": typeof types.AuctionListDocument,
    "\n  subscription AuctionChanged($auctionId: ID!) {\n    auctionChanged(auctionId: $auctionId) {\n      phase\n      bidCount\n      leadingBid {\n        bidId\n        bidValueInCents\n      }\n      winningBid {\n        bidId\n      }\n    }\n  }\n": typeof types.AuctionChangedDocument,
    "\n  subscription BidPlaced($auctionId: ID!, $afterBidId: ID) {\n    bidPlaced(auctionId: $auctionId, afterBidId: $afterBidId) {\n      bidId\n      bidderId\n      bidValueInCents\n      placedAt\n    }\n  }\n": typeof types.BidPlacedDocument,
};
const documents: Documents = {
    "\n  query AuctionDetail($auctionId: ID!, $bids: Int = 10, $after: String) {\n    auction(auctionId: $auctionId) {\n        title\n        auctionUrl\n        status\n        phase\n        outcome\n        winningBid {\n          bidId\n          bidderId\n          bidValueInCents\n        }\n        settlement {\n          bidId\n          requestedAt\n          result\n          reason\n        }\n        bids(orderBy: { field: VALUE, direction: DESC }, first: $bids, after: $after) {\n          totalCount\n          pageInfo {\n            hasNextPage\n            endCursor\n          }\n          edges {\n            node {\n              bidId\n              bidderId\n              bidValueInCents\n              placedAt\n            }\n          }\n        }\n      }\n  }\n": types.AuctionDetailDocument,
    "\n  fragment AuctionCard on Auction {\n    auctionId\n    title\n    phase\n    biddingPeriodEndsAt\n    bidCount\n    leadingBid {\n      bidValueInCents\n    }\n  }\n": types.AuctionCardFragmentDoc,
    "\n  query AuctionList($statuses: [AuctionStatus!], $first: Int!, $after: String) {\n    auctions(filter: { statuses: $statuses }, first: $first, after: $after) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          auctionId\n          ...AuctionCard\n        }\n      }\n    }\n  }\n": types.AuctionListDocument,
    "\n  subscription AuctionChanged($auctionId: ID!) {\n    auctionChanged(auctionId: $auctionId) {\n      phase\n      bidCount\n      leadingBid {\n        bidId\n        bidValueInCents\n      }\n      winningBid {\n        bidId\n      }\n    }\n  }\n": types.AuctionChangedDocument,
    "\n  subscription BidPlaced($auctionId: ID!, $afterBidId: ID) {\n    bidPlaced(auctionId: $auctionId, afterBidId: $afterBidId) {\n      bidId\n      bidderId\n      bidValueInCents\n      placedAt\n    }\n  }\n": types.BidPlacedDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AuctionDetail($auctionId: ID!, $bids: Int = 10, $after: String) {\n    auction(auctionId: $auctionId) {\n        title\n        auctionUrl\n        status\n        phase\n        outcome\n        winningBid {\n          bidId\n          bidderId\n          bidValueInCents\n        }\n        settlement {\n          bidId\n          requestedAt\n          result\n          reason\n        }\n        bids(orderBy: { field: VALUE, direction: DESC }, first: $bids, after: $after) {\n          totalCount\n          pageInfo {\n            hasNextPage\n            endCursor\n          }\n          edges {\n            node {\n              bidId\n              bidderId\n              bidValueInCents\n              placedAt\n            }\n          }\n        }\n      }\n  }\n"): typeof import('./graphql.ts').AuctionDetailDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment AuctionCard on Auction {\n    auctionId\n    title\n    phase\n    biddingPeriodEndsAt\n    bidCount\n    leadingBid {\n      bidValueInCents\n    }\n  }\n"): typeof import('./graphql.ts').AuctionCardFragmentDoc;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query AuctionList($statuses: [AuctionStatus!], $first: Int!, $after: String) {\n    auctions(filter: { statuses: $statuses }, first: $first, after: $after) {\n      totalCount\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n      edges {\n        cursor\n        node {\n          auctionId\n          ...AuctionCard\n        }\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AuctionListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription AuctionChanged($auctionId: ID!) {\n    auctionChanged(auctionId: $auctionId) {\n      phase\n      bidCount\n      leadingBid {\n        bidId\n        bidValueInCents\n      }\n      winningBid {\n        bidId\n      }\n    }\n  }\n"): typeof import('./graphql.ts').AuctionChangedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription BidPlaced($auctionId: ID!, $afterBidId: ID) {\n    bidPlaced(auctionId: $auctionId, afterBidId: $afterBidId) {\n      bidId\n      bidderId\n      bidValueInCents\n      placedAt\n    }\n  }\n"): typeof import('./graphql.ts').BidPlacedDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

