/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';

/** The status of an auction, by the service's clock. */
export type AuctionStatus =
  /** The bidding period has not begun. */
  | 'upcoming'
  /** The bidding period has begun and the result is not yet final. */
  | 'ongoing'
  /** Final: sold, unsold or cancelled. */
  | 'completed';

/** The outcome of a completed auction. */
export type AuctionOutcome =
  /** The winning bidder's funds were captured. */
  | 'SOLD'
  /** There was no bid, or no capture succeeded. */
  | 'UNSOLD'
  /** The seller cancelled it; no funds were captured. */
  | 'CANCELLED';

/** The phase of an auction, finer than its status. */
export type AuctionPhase =
  /** The bidding period has not begun. */
  | 'UPCOMING'
  /** Bids are accepted. */
  | 'OPEN'
  /** The bidding period is over, and the winner is being decided. */
  | 'SETTLING'
  /** Sold, unsold or cancelled. */
  | 'FINAL';

/** The result of an attempt to capture funds. */
export type CaptureResult =
  /** The funds were captured: the bid wins. */
  | 'CAPTURED'
  /** Definitely not captured; the next highest bid follows. */
  | 'REFUSED'
  /** No clear answer; the same capture is tried again, and no other bid until the answer is clear. */
  | 'UNKNOWN';

export type AuctionDetailQueryVariables = Exact<{
  auctionId: string | number;
  bids?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AuctionDetailQuery = { auction: { title: string, auctionUrl: string, status: AuctionStatus, phase: AuctionPhase, outcome: AuctionOutcome | null, winningBid: { bidId: string, bidderId: string, bidValueInCents: number } | null, settlement: Array<{ bidId: string, requestedAt: string, result: CaptureResult | null, reason: string | null }> | null, bids: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ node: { bidId: string, bidderId: string, bidValueInCents: number, placedAt: string } }> } | null } | null };

export type AuctionCardFragment = { auctionId: string, title: string, phase: AuctionPhase, biddingPeriodEndsAt: string, bidCount: number | null, leadingBid: { bidValueInCents: number } | null } & { ' $fragmentName'?: 'AuctionCardFragment' };

export type AuctionListQueryVariables = Exact<{
  statuses?: Array<AuctionStatus> | AuctionStatus | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type AuctionListQuery = { auctions: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, edges: Array<{ cursor: string, node: (
        { auctionId: string }
        & { ' $fragmentRefs'?: { 'AuctionCardFragment': AuctionCardFragment } }
      ) }> } | null };

export type AuctionChangedSubscriptionVariables = Exact<{
  auctionId: string | number;
}>;


export type AuctionChangedSubscription = { auctionChanged: { phase: AuctionPhase, bidCount: number | null, leadingBid: { bidId: string, bidValueInCents: number } | null, winningBid: { bidId: string } | null } | null };

export type BidPlacedSubscriptionVariables = Exact<{
  auctionId: string | number;
  afterBidId?: string | number | null | undefined;
}>;


export type BidPlacedSubscription = { bidPlaced: { bidId: string, bidderId: string, bidValueInCents: number, placedAt: string } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const AuctionCardFragmentDoc = new TypedDocumentString(`
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
    `, {"fragmentName":"AuctionCard"}) as unknown as TypedDocumentString<AuctionCardFragment, unknown>;
export const AuctionDetailDocument = new TypedDocumentString(`
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
    bids(orderBy: {field: VALUE, direction: DESC}, first: $bids, after: $after) {
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
    `) as unknown as TypedDocumentString<AuctionDetailQuery, AuctionDetailQueryVariables>;
export const AuctionListDocument = new TypedDocumentString(`
    query AuctionList($statuses: [AuctionStatus!], $first: Int!, $after: String) {
  auctions(filter: {statuses: $statuses}, first: $first, after: $after) {
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
    fragment AuctionCard on Auction {
  auctionId
  title
  phase
  biddingPeriodEndsAt
  bidCount
  leadingBid {
    bidValueInCents
  }
}`) as unknown as TypedDocumentString<AuctionListQuery, AuctionListQueryVariables>;
export const AuctionChangedDocument = new TypedDocumentString(`
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
    `) as unknown as TypedDocumentString<AuctionChangedSubscription, AuctionChangedSubscriptionVariables>;
export const BidPlacedDocument = new TypedDocumentString(`
    subscription BidPlaced($auctionId: ID!, $afterBidId: ID) {
  bidPlaced(auctionId: $auctionId, afterBidId: $afterBidId) {
    bidId
    bidderId
    bidValueInCents
    placedAt
  }
}
    `) as unknown as TypedDocumentString<BidPlacedSubscription, BidPlacedSubscriptionVariables>;
