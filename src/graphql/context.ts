import DataLoader from 'dataloader';
import type { FollowAuction } from '../auctions/follow-auctions.ts';
import { findBidsOfAuctions, findWinningBids } from '../bids/find-bids.ts';
import { type AuctionKey, findAuctionsById } from '../auctions/find-auctions-by-id.ts';
import { countBidsOfAuctions } from '../bids/count-bids.ts';
import { findBidPages } from '../bids/find-bid-pages.ts';
import { findLeadingBids } from '../bids/find-leading-bids.ts';
import type { FollowBids } from '../bids/follow-bids.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import { findLedgers } from '../books/find-ledger.ts';
import { findPayments } from '../books/find-payments.ts';
import type { Deps } from '../deps.ts';
import { findCaptureAttempts } from '../settlement/find-capture-attempts.ts';
import { findAttempts } from '../webhooks/find-attempts.ts';

/** The context of a resolver: the request it works for. */
export interface Context extends ReturnType<typeof makeLoaders> {
  readonly deps: Deps;
  /** `null`: no key was sent. Introspection needs none. */
  readonly viewer: Viewer | null;
  readonly requestId: string;
  /** The secrets in the answer, which are not stored with it. */
  readonly secrets: Set<string>;
  /** Absent in `/v1`, which has no subscriptions. */
  readonly following?: { readonly auction: FollowAuction; readonly bids: FollowBids };
}

export function makeContext(deps: Deps, viewer: Viewer | null, requestId: string): Context {
  return {
    deps,
    viewer: viewer === null ? null : { ...viewer, requestId },
    requestId,
    secrets: new Set(),
    ...makeLoaders(deps),
  };
}

/** Makes the loaders of a request: a field of many auctions is loaded at once. */
function makeLoaders(deps: Deps) {
  return {
    bidsOfAuction: new DataLoader((auctionIds: readonly string[]) => findBidsOfAuctions(deps, auctionIds)),
    bidPageOfAuction: loaderForEach(
      (args: object) => new DataLoader((ids: readonly string[]) => findBidPages(deps, ids, args)),
    ),
    bidCountOfAuction: loaderForEach(
      (bidderId: string | null) => new DataLoader((ids: readonly string[]) => countBidsOfAuctions(deps, ids, bidderId)),
    ),
    leadingBidOfAuction: new DataLoader((auctionIds: readonly string[]) => findLeadingBids(deps, auctionIds)),
    auctionOfKey: new DataLoader((keys: readonly AuctionKey[]) => findAuctionsById(deps, keys), {
      cacheKeyFn: ({ auctionId }) => auctionId,
    }),
    winningBidOfAuction: new DataLoader((auctionIds: readonly string[]) => findWinningBids(deps, auctionIds)),
    captureAttemptsOfAuction: new DataLoader((auctionIds: readonly string[]) => findCaptureAttempts(deps, auctionIds)),
    paymentOfAuction: new DataLoader((auctionIds: readonly string[]) => findPayments(deps.db, auctionIds)),
    ledgerOfAuction: new DataLoader((auctionIds: readonly string[]) => findLedgers(deps.db, auctionIds)),
    attemptsOfDelivery: new DataLoader((deliveryIds: readonly string[]) => findAttempts(deps, deliveryIds)),
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
