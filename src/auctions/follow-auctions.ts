import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { sellerNow } from '../db/seller-clock.ts';
import type { Deps } from '../deps.ts';
import { makeMailbox } from '../live/mailbox.ts';
import { watchStates } from '../live/watch-states.ts';
import { auctionColumns, type AuctionRow } from './auction-row.ts';
import { findAuction } from './find-auction.ts';
import { wholeAuction } from './shown-auction.ts';

/**
 * One of the viewer's auctions, as it is now and after each change of it, of its bids or of its settlement. Whoever reads
 * slowly misses what lies between and gets the latest.
 *
 * @throws Refusal `auction_not_found`
 */
export type FollowAuction = (viewer: Viewer, auctionId: string) => Promise<AsyncIterableIterator<AuctionRow>>;

type Subject = Pick<AuctionRow, 'auctionId' | 'sellerId'>;

/** However many follow an auction, it is read once a change. */
export function makeFollowAuction({ db, live, log }: Pick<Deps, 'db' | 'live' | 'log'>): FollowAuction {
  const watch = watchStates({
    live,
    log,
    read: (subject: Subject) => readFollowed(db, subject),
    contentOf: ({ auction, latestBidId, captures }) => {
      // Of an attempt nothing is shown until it is a bid.
      return JSON.stringify({ ...auction, firstBidAttemptAt: null, latestBidId, captures });
    },
    msUntilTurn,
  });
  return async (viewer, asked) => {
    const subject = await findAuction({ db }, viewer, asked, wholeAuction);
    const mailbox = makeMailbox<AuctionRow>({
      most: 1,
      onFull: (waiting) => void waiting.pop(),
      onEnd: () => unwatch(),
    });
    const unwatch = watch(subject, ({ auction }) => mailbox.put(auction));
    return mailbox;
  };
}

interface Followed {
  readonly auction: AuctionRow;
  /** By which a change of its bids is seen. */
  readonly latestBidId: string | null;
  /** How many captures were asked for and answered. */
  readonly captures: string;
  /** The seller's instant. */
  readonly now: Date;
}

async function readFollowed({ pool }: Pick<Database, 'pool'>, { sellerId, auctionId }: Subject): Promise<Followed> {
  const { rows } = await pool.query<AuctionRow & Followed>({
    name: 'read-followed-auction',
    text: `
      select ${auctionColumns}, ${sellerNow} as now,
        (select bid_id from bids where auction_id = $2 order by placed_at desc, bid_id desc limit 1) as "latestBidId",
        (select concat(count(*), ' ', count(answered_at)) from capture_attempts where auction_id = $2) as captures
      from auctions where seller_id = $1 and auction_id = $2`,
    values: [sellerId, auctionId],
  });
  if (rows[0] === undefined) throw new Error(`Auction ${auctionId} has vanished.`);
  const { now, latestBidId, captures, ...auction } = rows[0];
  return { auction, latestBidId, captures, now };
}

function msUntilTurn({ auction, now }: Followed): number {
  if (auction.phase === 'UPCOMING') return auction.biddingPeriodStartsAt.getTime() - now.getTime();
  return auction.phase === 'OPEN' ? auction.biddingPeriodEndsAt.getTime() - now.getTime() : Infinity;
}
