import DataLoader from 'dataloader';
import type { DocumentNode } from 'graphql';
import type { FollowAuction } from '../auctions/follow-auctions.ts';
import { findBidsOfAuctions, findWinningBids } from '../bids/find-bids.ts';
import { type AuctionKey, findAuctionsById } from '../auctions/find-auctions-by-id.ts';
import type { AuctionRow } from '../auctions/auction-row.ts';
import type { BidRow } from '../bids/bid-row.ts';
import { countBidsOfAuctions } from '../bids/count-bids.ts';
import { findBidPages } from '../bids/find-bid-pages.ts';
import { findLeadingBids } from '../bids/find-leading-bids.ts';
import type { CursorPage } from '../core/cursor-page.ts';
import type { FollowBids } from '../bids/follow-bids.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import { type CaptureAttempt, findCaptureAttempts } from '../settlement/capture-attempts.ts';
import { type AttemptRow, findAttempts } from '../webhooks/find-attempts.ts';

/** What a resolver knows of the request it works for. */
export interface Context {
  readonly deps: Deps;
  /** `null`: no key was sent. Introspection needs none. */
  readonly viewer: Viewer | null;
  readonly requestId: string;
  readonly bidsOfAuction: DataLoader<string, BidRow[]>;
  /** One loader for each set of arguments: what is asked of many auctions in one place of a document is asked at once. */
  bidPageOfAuction(args: object): DataLoader<string, CursorPage<BidRow>>;
  bidCountOfAuction(bidderId: string | null): DataLoader<string, number>;
  readonly leadingBidOfAuction: DataLoader<string, BidRow | null>;
  readonly auctionOfKey: DataLoader<AuctionKey, AuctionRow, string>;
  readonly winningBidOfAuction: DataLoader<string, BidRow | null>;
  readonly captureAttemptsOfAuction: DataLoader<string, CaptureAttempt[]>;
  readonly attemptsOfDelivery: DataLoader<string, AttemptRow[]>;
  /** Absent in `/v1`, which has no subscriptions. */
  readonly following?: { readonly auction: FollowAuction; readonly bids: FollowBids };
  /** The document, once planned reads have answered it. */
  planned?: DocumentNode;
}

export function makeContext(deps: Deps, viewer: Viewer | null, requestId: string): Context {
  return {
    deps,
    viewer: viewer === null ? null : { ...viewer, requestId },
    requestId,
    bidsOfAuction: new DataLoader((auctionIds) => findBidsOfAuctions(deps, auctionIds)),
    bidPageOfAuction: loaderForEach((args: object) => new DataLoader((ids) => findBidPages(deps, ids, args))),
    bidCountOfAuction: loaderForEach(
      (bidderId: string | null) => new DataLoader((ids) => countBidsOfAuctions(deps, ids, bidderId)),
    ),
    leadingBidOfAuction: new DataLoader((auctionIds) => findLeadingBids(deps, auctionIds)),
    auctionOfKey: new DataLoader((keys) => findAuctionsById(deps, keys), { cacheKeyFn: ({ auctionId }) => auctionId }),
    winningBidOfAuction: new DataLoader((auctionIds) => findWinningBids(deps, auctionIds)),
    captureAttemptsOfAuction: new DataLoader((auctionIds) => findCaptureAttempts(deps.db.pool, auctionIds)),
    attemptsOfDelivery: new DataLoader((deliveryIds) => findAttempts(deps, deliveryIds)),
  };
}

/** Makes a loader for arguments that come the first time, and finds it for the same again. */
function loaderForEach<Arguments, Loader>(make: (args: Arguments) => Loader): (args: Arguments) => Loader {
  const made = new Map<string, Loader>();
  return (args) => {
    const key = JSON.stringify(args);
    const loader = made.get(key) ?? make(args);
    made.set(key, loader);
    return loader;
  };
}

/** @throws Refusal `missing_api_key` */
export function viewerOf({ viewer }: Context): Viewer {
  if (viewer === null) throw new Refusal('missing_api_key');
  return viewer;
}
