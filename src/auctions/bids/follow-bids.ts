import { findAuction } from '../reads.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Deps } from '../../payments/deps.ts';
import { followNews } from '../../platform/live/follow-news.ts';
import { watchAuction } from '../../platform/live/watch-states.ts';
import { bidColumns, type BidRow } from './bid-row.ts';
import { findBid } from './reads.ts';

/**
 * Follows the bids on one of the viewer's auctions, from now on, or after a bid that the viewer knows. Each bid comes
 * once, in the order of placing; a slow reader misses none.
 *
 * @param afterBidId `null`: from now on
 * @throws Refusal `auction_not_found`; `bid_not_found` also for a bid on another auction
 */
export type FollowBids = (
  viewer: Viewer,
  auctionId: string,
  afterBidId: string | null,
) => Promise<AsyncIterableIterator<BidRow>>;

const maxAtOnce = 500;

/** The newest bids that a process keeps of a followed auction: a reader that is further behind reads the database. */
const maxKept = 1_000;

type FollowDeps = Pick<Deps, 'db' | 'live' | 'log'>;

/** The bids on a followed auction: each is read once for all of its readers. */
interface Feed {
  /** In the order of placing, and without a gap: the last ones so far. */
  readonly kept: BidRow[];
  /** The bid that was placed before those, or `null` if they begin with the first one. */
  before: BidRow | null;
  /** Each is called after new bids. */
  readonly readers: Set<() => void>;
  readonly hasBegun: Promise<void>;
  stop(): void;
}

export function makeFollowBids(deps: FollowDeps): FollowBids {
  const feeds = new Map<string, Feed>();
  return async (viewer, subjectId, afterBidId) => {
    const { auctionId } = await findAuction(deps, viewer, subjectId);
    const after = afterBidId === null ? null : await findBid(deps, viewer, afterBidId);
    if (after !== null && after.auctionId !== auctionId) throw new Refusal('bid_not_found');

    const feed = feeds.get(auctionId) ?? beginFeed(deps, auctionId);
    feeds.set(auctionId, feed);
    let last = after;
    const { items, wake } = followNews(
      async () => {
        const bids = isBefore(last, feed.before)
          ? await readBidsAfter(deps.db, auctionId, last)
          : feed.kept.slice(feed.kept.findLastIndex((bid) => !isBefore(last, bid)) + 1);
        last = bids.at(-1) ?? last;
        return bids;
      },
      () => {
        feed.readers.delete(wake);
        if (feed.readers.size > 0 || feeds.get(auctionId) !== feed) return;
        feeds.delete(auctionId);
        feed.stop();
      },
    );
    feed.readers.add(wake);
    await feed.hasBegun;
    last ??= feed.kept.at(-1) ?? feed.before;
    return items;
  };
}

/** Checks whether a bid was placed before another one. `null` comes before each bid. */
function isBefore(bid: BidRow | null, other: BidRow | null): boolean {
  if (bid === null || other === null) return bid === null && other !== null;
  const apartMs = other.placedAt.getTime() - bid.placedAt.getTime();
  return apartMs > 0 || (apartMs === 0 && bid.bidId < other.bidId);
}

function beginFeed({ db, live, log }: FollowDeps, auctionId: string): Feed {
  const begins = Promise.withResolvers<void>();
  let isBegun = false;
  const { refresh, stop } = watchAuction({ live, log }, auctionId, async () => {
    if (!isBegun) {
      feed.before = await findLatestBid(db, auctionId);
      isBegun = true;
      begins.resolve();
    }
    const { kept } = feed;
    const news = await readBidsAfter(db, auctionId, kept.at(-1) ?? feed.before);
    kept.push(...news);
    if (kept.length > maxKept) feed.before = kept.splice(0, kept.length - maxKept).at(-1)!;
    if (news.length > 0) for (const wake of feed.readers) wake();
    return news.length === maxAtOnce ? 0 : Infinity;
  });
  const feed: Feed = { kept: [], before: null, readers: new Set(), hasBegun: begins.promise, stop };
  refresh();
  return feed;
}

async function findLatestBid(db: Connection, auctionId: string): Promise<BidRow | null> {
  const { rows } = await db.query<BidRow>({
    name: 'find-latest-bid',
    text: `select ${bidColumns} from bids where auction_id = $1 order by placed_at desc, bid_id desc limit 1`,
    values: [auctionId],
  });
  return rows[0] ?? null;
}

/**
 * Reads bids from the database. Bids are placed one after another under the lock of the auction's row, each after the one before.
 *
 * @param last `null`: from the first bid on
 */
async function readBidsAfter(db: Connection, auctionId: string, last: BidRow | null): Promise<BidRow[]> {
  const { rows } = await db.query<BidRow>({
    name: last === null ? 'read-first-bids' : 'read-bids-after',
    text: `
      select ${bidColumns} from bids
      where auction_id = $1 ${last === null ? '' : 'and (placed_at, bid_id) > ($2, $3)'}
      order by placed_at, bid_id limit ${maxAtOnce}`,
    values: last === null ? [auctionId] : [auctionId, last.placedAt, last.bidId],
  });
  return rows;
}
