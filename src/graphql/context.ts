import DataLoader from 'dataloader';
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
import { type LedgerEntry, findLedgers } from '../books/find-ledger.ts';
import { type AuctionPayment, findPayments } from '../books/find-payments.ts';
import type { Deps } from '../deps.ts';
import type { CaptureAttempt } from '../db/generated/client.ts';
import { findCaptureAttempts } from '../settlement/find-capture-attempts.ts';
import { type AttemptRow, findAttempts } from '../webhooks/find-attempts.ts';

/** The context of a resolver: the request it works for. */
export interface Context {
  readonly deps: Deps;
  /** `null`: no key was sent. Introspection needs none. */
  readonly viewer: Viewer | null;
  readonly requestId: string;
  /** The secrets in the answer, which are not stored with it. */
  readonly secrets: Set<string>;
  readonly bidsOfAuction: DataLoader<string, BidRow[]>;
  /** Returns one loader for each set of arguments: a field of many auctions is loaded at once. */
  bidPageOfAuction(args: object): DataLoader<string, CursorPage<BidRow>>;
  bidCountOfAuction(bidderId: string | null): DataLoader<string, number>;
  readonly leadingBidOfAuction: DataLoader<string, BidRow | null>;
  readonly auctionOfKey: DataLoader<AuctionKey, AuctionRow, string>;
  readonly winningBidOfAuction: DataLoader<string, BidRow | null>;
  readonly captureAttemptsOfAuction: DataLoader<string, CaptureAttempt[]>;
  readonly paymentOfAuction: DataLoader<string, AuctionPayment | null>;
  readonly ledgerOfAuction: DataLoader<string, LedgerEntry[]>;
  readonly attemptsOfDelivery: DataLoader<string, AttemptRow[]>;
  /** Absent in `/v1`, which has no subscriptions. */
  readonly following?: { readonly auction: FollowAuction; readonly bids: FollowBids };
}

export function makeContext(deps: Deps, viewer: Viewer | null, requestId: string): Context {
  return {
    deps,
    viewer: viewer === null ? null : { ...viewer, requestId },
    requestId,
    secrets: new Set(),
    bidsOfAuction: new DataLoader((auctionIds) => findBidsOfAuctions(deps, auctionIds)),
    bidPageOfAuction: loaderForEach((args: object) => new DataLoader((ids) => findBidPages(deps, ids, args))),
    bidCountOfAuction: loaderForEach(
      (bidderId: string | null) => new DataLoader((ids) => countBidsOfAuctions(deps, ids, bidderId)),
    ),
    leadingBidOfAuction: new DataLoader((auctionIds) => findLeadingBids(deps, auctionIds)),
    auctionOfKey: new DataLoader((keys) => findAuctionsById(deps, keys), { cacheKeyFn: ({ auctionId }) => auctionId }),
    winningBidOfAuction: new DataLoader((auctionIds) => findWinningBids(deps, auctionIds)),
    captureAttemptsOfAuction: new DataLoader((auctionIds) => findCaptureAttempts(deps, auctionIds)),
    paymentOfAuction: new DataLoader((auctionIds) => findPayments(deps.db, auctionIds)),
    ledgerOfAuction: new DataLoader((auctionIds) => findLedgers(deps.db, auctionIds)),
    attemptsOfDelivery: new DataLoader((deliveryIds) => findAttempts(deps, deliveryIds)),
  };
}

/** Makes a loader for new arguments, and returns the same loader for the same arguments. */
function loaderForEach<Arguments, Loader>(make: (args: Arguments) => Loader): (args: Arguments) => Loader {
  const loaders = new Map<string, Loader>();
  return (args) => {
    const key = JSON.stringify(args);
    const loader = loaders.get(key) ?? make(args);
    loaders.set(key, loader);
    return loader;
  };
}

/**
 * Returns the viewer of the request.
 *
 * @throws Refusal `missing_api_key`
 */
export function viewerOf({ viewer }: Pick<Context, 'viewer'>): Viewer {
  if (viewer === null) throw new Refusal('missing_api_key');
  return viewer;
}

/** Returns a secret that the answer shows once: a replay under an idempotency key omits the secret. */
export function showOnce(secret: string, { secrets }: Pick<Context, 'secrets'>): string {
  secrets.add(secret);
  return secret;
}
