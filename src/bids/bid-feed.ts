import type { Logger } from 'pino';
import type { Connection } from '../db/database.ts';
import { watchAuction } from '../live/watch-states.ts';
import type { Live } from '../live/live.ts';
import { bidColumns, type BidRow } from './bid-row.ts';

/** Subscribes to the bids on an auction: `onBid` gets each bid that is placed after the promise has settled. */
export type JoinFeed = (auctionId: string, onBid: (bid: BidRow) => void) => Promise<Joined>;

export interface Joined {
  /** The latest bid before those that `onBid` gets; `null` if there was none. */
  readonly latestBefore: BidRow | null;
  leave(): void;
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
 * read once for all listeners. Bids of the moment before may be among them.
 */
export function makeBidFeeds({ db, live, log }: { db: Connection; live: Live; log: Logger }): JoinFeed {
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

  return async (auctionId, onBid) => {
    const feed = feeds.get(auctionId) ?? begin(auctionId);
    feed.listeners.add(onBid);
    const knownBefore = feed.known;
    await feed.isKnown;
    return {
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
 * Reads the bids since the known ones, in the order of placing, and those of the moment before. Bids are placed one
 * after another under the lock of the auction's row, but a server's clock can be set back a little.
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
      where auction_id = $1 and placed_at >= ${since} - interval '2 seconds'
      order by placed_at, bid_id`,
    values: known === null ? [auctionId] : [auctionId, known.latest?.placedAt ?? null],
  });
  return rows;
}
