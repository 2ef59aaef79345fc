import DataLoader from 'dataloader';
import { findBidsOfAuctions, findWinningBids } from '../bids/find-bids.ts';
import type { BidRow } from '../bids/bid-row.ts';
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
  readonly winningBidOfAuction: DataLoader<string, BidRow | null>;
  readonly captureAttemptsOfAuction: DataLoader<string, CaptureAttempt[]>;
  readonly attemptsOfDelivery: DataLoader<string, AttemptRow[]>;
}

export function makeContext(deps: Deps, viewer: Viewer | null, requestId: string): Context {
  return {
    deps,
    viewer: viewer === null ? null : { ...viewer, requestId },
    requestId,
    bidsOfAuction: new DataLoader((auctionIds) => findBidsOfAuctions(deps, auctionIds)),
    winningBidOfAuction: new DataLoader((auctionIds) => findWinningBids(deps, auctionIds)),
    captureAttemptsOfAuction: new DataLoader((auctionIds) => findCaptureAttempts(deps.db.pool, auctionIds)),
    attemptsOfDelivery: new DataLoader((deliveryIds) => findAttempts(deps, deliveryIds)),
  };
}

/** @throws Refusal `missing_api_key` */
export function viewerOf({ viewer }: Context): Viewer {
  if (viewer === null) throw new Refusal('missing_api_key');
  return viewer;
}
