import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { sellerNow } from '../db/seller-clock.ts';
import type { Deps } from '../deps.ts';
import { makeBoundedQueue } from '../live/bounded-queue.ts';
import { watchStates } from '../live/watch-states.ts';
import { auctionColumns, type AuctionRow } from './auction-row.ts';
import { findAuction } from './reads.ts';

/**
 * Follows one of the viewer's auctions: its state now, and after each change of it, of its bids or of its settlement.
 * A slow reader skips intermediate states and gets the latest.
 *
 * @throws Refusal `auction_not_found`
 */
export type FollowAuction = (viewer: Viewer, auctionId: string) => Promise<AsyncIterableIterator<AuctionRow>>;

type Subject = Pick<AuctionRow, 'auctionId' | 'sellerId'>;

/** Reads a changed auction once for all who follow it. Changes that follow each other quickly share a read. */
export function makeFollowAuction({ db, live, log }: Pick<Deps, 'db' | 'live' | 'log'>): FollowAuction {
  const { watch } = watchStates({
    live,
    log,
    read: (subject: Subject) => readFollowed(db, subject),
    contentOf: ({ now: _, ...content }) => JSON.stringify(content),
    msUntilTransition,
  });
  return async (viewer, subjectId) => {
    const subject = await findAuction({ db }, viewer, subjectId);
    const boundedQueue = makeBoundedQueue<AuctionRow>({
      most: 1,
      onFull: (waiting) => void waiting.pop(),
      onEnd: () => unwatch(),
    });
    const unwatch = watch(subject, ({ auction }) => boundedQueue.put(auction));
    return boundedQueue;
  };
}

interface Followed {
  readonly auction: AuctionRow;
  /** Changes whenever a bid is placed. */
  readonly latestBidId: string | null;
  /** The number of captures that were requested and answered. */
  readonly captures: string;
  /** The instant by the seller's clock. */
  readonly now: Date;
}

async function readFollowed(db: Connection, { sellerId, auctionId }: Subject): Promise<Followed> {
  const { rows } = await db.query<AuctionRow & Followed>({
    name: 'read-followed-auction',
    text: `
      select ${auctionColumns(sellerNow)}, ${sellerNow} as now,
        (select bid_id from bids where auction_id = $2 order by placed_at desc, bid_id desc limit 1) as "latestBidId",
        (select concat(count(*), ' ', count(answered_at)) from capture_attempts where auction_id = $2) as captures
      from auctions where seller_id = $1 and auction_id = $2`,
    values: [sellerId, auctionId],
  });
  if (rows[0] === undefined) throw new Error(`Auction ${auctionId} has vanished.`);
  const { now, latestBidId, captures, ...auction } = rows[0];
  return { auction, latestBidId, captures, now };
}

function msUntilTransition({ auction, now }: Followed): number {
  if (auction.phase === 'UPCOMING') return auction.biddingPeriodStartsAt.getTime() - now.getTime();
  return auction.phase === 'OPEN' ? auction.biddingPeriodEndsAt.getTime() - now.getTime() : Infinity;
}
