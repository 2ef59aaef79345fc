import { findAuction } from '../reads.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Deps } from '../../payments/deps.ts';
import { makeBoundedQueue } from '../../platform/live/bounded-queue.ts';
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

/** The maximum number of bids that wait for a slow reader; further ones are read from the database later. */
const maxWaiting = 1_000;

const maxAtOnce = 500;

type FollowDeps = Pick<Deps, 'db' | 'live' | 'log'>;

export function makeFollowBids(deps: FollowDeps): FollowBids {
  const joinFeed = makeBidFeeds(deps);
  return async (viewer, subjectId, afterBidId) => {
    const { auctionId } = await findAuction(deps, viewer, subjectId);
    const after = afterBidId === null ? null : await findBid(deps, viewer, afterBidId);
    if (after !== null && after.auctionId !== auctionId) throw new Refusal('bid_not_found');

    // While the reader is late, new bids skip the queue: the next read of the database finds them.
    let isBehind = after !== null;
    let leave = () => {};
    const boundedQueue = makeBoundedQueue<BidRow>({
      most: maxWaiting,
      onFull: (waiting) => {
        waiting.length = 0;
        isBehind = true;
      },
      onEnd: () => leave(),
    });
    const joined = await joinFeed(auctionId, (bid) => isBehind || boundedQueue.put(bid));
    leave = () => joined.leave();

    let last = after ?? joined.latestBefore;
    const read: BidRow[] = [];
    const readIds = new Set<string>();

    async function catchUp(): Promise<void> {
      // Reset before the read: a bid that is placed from now on may be too late for the statement.
      isBehind = false;
      const bids = await readBidsAfter(deps.db, auctionId, last);
      isBehind ||= bids.length === maxAtOnce;
      for (const { bidId } of bids) readIds.add(bidId);
      read.push(...bids);
    }

    async function nextBid(): Promise<BidRow | undefined> {
      if (read.length === 0 && isBehind) await catchUp();
      if (read.length > 0) return read.shift();
      for (;;) {
        const { value } = await boundedQueue.next();
        if (value === undefined || !readIds.delete(value.bidId)) return value;
      }
    }

    const bids: AsyncIterableIterator<BidRow> = {
      async next() {
        const bid = await nextBid();
        if (bid === undefined) return { done: true, value: undefined };
        last = bid;
        return { done: false, value: bid };
      },
      return: () => boundedQueue.return(),
      [Symbol.asyncIterator]() {
        return this;
      },
    };
    return bids;
  };
}

/**
 * Reads bids from the database.
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

interface Feed {
  readonly listeners: Set<(bid: BidRow) => void>;
  /** The result of the last read; `null` before the first. */
  known: { readonly latest: BidRow | null; readonly bidIds: ReadonlySet<string> } | null;
  readonly isKnown: Promise<void>;
  stop(): void;
}

/**
 * Hands each listener each bid that is placed on an auction from then on: once, in the order of placing. Each bid is
 * read once for all listeners. Bids of the last millisecond before may be among them.
 */
function makeBidFeeds({ db, live, log }: FollowDeps) {
  const feeds = new Map<string, Feed>();

  function begin(auctionId: string): Feed {
    const firstLook = Promise.withResolvers<void>();
    const watch = watchAuction({ live, log }, auctionId, async () => {
      const { known } = feed;
      const bids = await readLatestBids(db, auctionId, known);
      feed.known = { latest: bids.at(-1) ?? known?.latest ?? null, bidIds: new Set(bids.map(({ bidId }) => bidId)) };
      firstLook.resolve();
      // The bids of the first read are old.
      const news = known === null ? [] : bids.filter(({ bidId }) => !known.bidIds.has(bidId));
      for (const bid of news) for (const onBid of feed.listeners) onBid(bid);
      return Infinity;
    });
    const feed: Feed = {
      listeners: new Set(),
      known: null,
      isKnown: firstLook.promise,
      stop: () => watch.stop(),
    };
    feeds.set(auctionId, feed);
    watch.refresh();
    return feed;
  }

  return async (auctionId: string, onBid: (bid: BidRow) => void) => {
    const feed = feeds.get(auctionId) ?? begin(auctionId);
    feed.listeners.add(onBid);
    const knownBefore = feed.known;
    await feed.isKnown;
    return {
      /** The latest bid before those that `onBid` gets; `null` if there was none. */
      latestBefore: (knownBefore ?? feed.known)!.latest,
      leave: () => {
        feed.listeners.delete(onBid);
        if (feed.listeners.size > 0 || feeds.get(auctionId) !== feed) return;
        feeds.delete(auctionId);
        feed.stop();
      },
    };
  };
}

/**
 * Reads the bids since the known ones, in the order of placing, and those of the same millisecond. Bids are placed one
 * after another under the lock of the auction's row, each after the one before.
 *
 * @param known `null`: read the latest ones
 */
async function readLatestBids(db: Connection, auctionId: string, known: Feed['known']): Promise<BidRow[]> {
  const since =
    known === null
      ? '(select max(placed_at) from bids where auction_id = $1)'
      : `coalesce($2::timestamptz, '-infinity')`;
  const { rows } = await db.query<BidRow>({
    name: known === null ? 'read-latest-bids' : 'read-bids-since',
    text: `
      select ${bidColumns} from bids
      where auction_id = $1 and placed_at >= ${since}
      order by placed_at, bid_id`,
    values: known === null ? [auctionId] : [auctionId, known.latest?.placedAt ?? null],
  });
  return rows;
}
