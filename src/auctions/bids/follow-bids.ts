import { findAuction } from '../reads.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Deps } from '../../payments/deps.ts';
import { followNews } from '../../platform/live/follow-news.ts';
import { watchAuction } from '../../platform/live/watch-states.ts';
import { bidColumns, type BidRow } from './bid-row.ts';

/**
 * Follows the bids on one of the viewer's auctions, from now on, or after a bid that the viewer knows. Each bid comes
 * once, in the order of the transcript; a slow reader misses none.
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

/** A bid, and its line in the transcript: lines are numbered under the lock of the auction's row, so no clock decides about their order. */
type PlacedBid = BidRow & { readonly position: number };

/** The bids on a followed auction: each is read once for all of its readers. */
interface Feed {
  /** In the order of their lines, and without a gap: the last ones so far. */
  readonly kept: PlacedBid[];
  /** The position that those follow. */
  before: number;
  /** Each is called after new bids. */
  readonly readers: Set<() => void>;
  readonly hasBegun: Promise<void>;
  stop(): void;
}

export function makeFollowBids(deps: FollowDeps): FollowBids {
  const feeds = new Map<string, Feed>();
  return async (viewer, subjectId, afterBidId) => {
    const { auctionId } = await findAuction(deps, viewer, subjectId);
    const after = afterBidId === null ? null : await findPosition(deps.db, auctionId, afterBidId);
    const feed = feeds.get(auctionId) ?? beginFeed(deps, auctionId);
    feeds.set(auctionId, feed);
    const { items, wake } = followNews(
      async () => {
        const { kept, before } = feed;
        const bids =
          last < before
            ? await readBidsAfter(deps.db, auctionId, last)
            : kept.slice(kept.findLastIndex(({ position }) => position <= last) + 1);
        last = bids.at(-1)?.position ?? last;
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
    let last = after ?? feed.kept.at(-1)?.position ?? feed.before;
    return items;
  };
}

function beginFeed({ db, live, log }: FollowDeps, auctionId: string): Feed {
  const begins = Promise.withResolvers<void>();
  let isBegun = false;
  const { refresh, stop } = watchAuction({ live, log }, auctionId, async () => {
    if (!isBegun) {
      feed.before = await readLastPosition(db, auctionId);
      isBegun = true;
      begins.resolve();
    }
    const { kept } = feed;
    const news = await readBidsAfter(db, auctionId, kept.at(-1)?.position ?? feed.before);
    kept.push(...news);
    if (kept.length > maxKept) feed.before = kept.splice(0, kept.length - maxKept).at(-1)!.position;
    if (news.length > 0) for (const wake of feed.readers) wake();
    return news.length === maxAtOnce ? 0 : Infinity;
  });
  const feed: Feed = { kept: [], before: 0, readers: new Set(), hasBegun: begins.promise, stop };
  refresh();
  return feed;
}

async function readLastPosition(db: Connection, auctionId: string): Promise<number> {
  const { rows } = await db.query<{ position: number }>({
    name: 'read-last-position',
    text: 'select coalesce(max(position), 0) as position from transcript_lines where auction_id = $1',
    values: [auctionId],
  });
  return rows[0]!.position;
}

/**
 * Finds the line of a bid. Bids that an earlier version placed have position 0.
 *
 * @throws Refusal `bid_not_found`
 */
async function findPosition(db: Connection, auctionId: string, bidId: string): Promise<number> {
  const { rows } = await db.query<{ position: number }>({
    name: 'find-position-of-bid',
    text: 'select coalesce(transcript_position, 0) as position from bids where auction_id = $1 and bid_id = $2',
    values: [auctionId, bidId],
  });
  if (rows[0] === undefined) throw new Refusal('bid_not_found');
  return rows[0].position;
}

/** Reads the bids whose lines follow a position. */
async function readBidsAfter(db: Connection, auctionId: string, position: number): Promise<PlacedBid[]> {
  const { rows } = await db.query<PlacedBid>({
    name: 'read-bids-after',
    text: `
      select position, ${bidColumns}
      from (
        select position, line from transcript_lines
        where auction_id = $1 and line like '%"kind":"bid"%' and position > $2 order by position limit ${maxAtOnce}) lines,
        lateral (select * from bids where bid_id = (line::json->>'bidId')::uuid offset 0) bids
      order by position`,
    values: [auctionId, position],
  });
  return rows;
}
