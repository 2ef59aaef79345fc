import { graphql } from '../generated/gql/index.ts';

// What Apollo Client and urql ask. Every selection has the `id`: both caches keep one record of an auction under it.

export const AuctionLine = graphql(`
  fragment AuctionLine on Auction {
    id
    auctionId
    title
    status
    bidCount
    leadingBid {
      id
      bidValueInCents
    }
  }
`);

export const BidPage = graphql(`
  fragment BidPage on BidConnection {
    edges {
      cursor
      node {
        id
        bidderPseudonym
        bidValueInCents
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`);

export const LiveAuction = graphql(`
  fragment LiveAuction on Auction {
    ...AuctionLine
    phase
    outcome
    biddingPeriodEndsAt
    presentation {
      description
      pictures {
        pictureId
        alternativeText
        url
        sizes {
          width
          url
        }
      }
    }
    winningBid {
      id
      bidderPseudonym
      bidValueInCents
    }
    bids(orderBy: { field: VALUE, direction: DESC }, first: 3) {
      ...BidPage
    }
  }
`);

export const AuctionList = graphql(`
  query AuctionList($after: String) {
    auctions(first: 3, after: $after) {
      edges {
        cursor
        node {
          ...AuctionLine
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const ChosenAuction = graphql(`
  query ChosenAuction($auctionId: ID!) {
    auction(auctionId: $auctionId) {
      ...LiveAuction
    }
    auctions(filter: { statuses: [ongoing] }, first: 3) { nodes {
      ...AuctionLine
    } }
  }
`);

export const MoreBids = graphql(`
  query MoreBids($auctionId: ID!, $after: String) {
    auction(auctionId: $auctionId) {
      id
      bids(orderBy: { field: VALUE, direction: DESC }, first: 3, after: $after) {
        ...BidPage
      }
    }
  }
`);

export const AuctionChanged = graphql(`
  subscription AuctionChanged($auctionId: ID!) {
    auctionChanged(auctionId: $auctionId) {
      ...LiveAuction
    }
  }
`);
