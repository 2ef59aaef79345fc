import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { keepLooking } from '../live/keep-looking.ts';
import type { Live } from '../live/live.ts';
import { bidColumns, type BidRow } from './bid-row.ts';

/** Listens to the bids on an auction. What is placed once this has answered is told. */
export type JoinFeed = (auctionId: string, onBid: (bid: BidRow) => void) => Promise<Joined>;

export interface Joined {
  /** The latest bid that is not told, as it was there before; `null` where there was none. */
  readonly latestBefore: BidRow | null;
  leave(): void;
}

interface Feed {
  readonly listeners: Set<(bid: BidRow) => void>;
  /** What was last read; `null` before that. */
  known: { readonly latest: BidRow | null; readonly bidIds: ReadonlySet<string> } | null;
  readonly isKnown: Promise<void>;
  stop(): void;
}

/**
 * Tells each listener of each bid that is placed on an auction from then on: once, in the order in which they were placed.
 * However many listen, each bid is read once. A bid of the moment before may be told, too.
 */
export function makeBidFeeds({ db, live, log }: { db: Pick<Database, 'pool'>; live: Live; log: Logger }): JoinFeed {
  const feeds = new Map<string, Feed>();

  function begin(auctionId: string): Feed {
    const firstLook = Promise.withResolvers<void>();
    const looking = keepLooking({ live, log }, auctionId, async () => {
      const { known } = feed;
      const bids = await readLatestBids(db, auctionId, known);
      feed.known = { latest: bids.at(-1) ?? known?.latest ?? null, bidIds: new Set(bids.map(({ bidId }) => bidId)) };
      firstLook.resolve();
      // What the first look finds is old.
      const news = known === null ? [] : bids.filter(({ bidId }) => !known.bidIds.has(bidId));
      for (const bid of news) for (const onBid of feed.listeners) onBid(bid);
      return Infinity;
    });
    const feed: Feed = {
      listeners: new Set(),
      known: null,
      isKnown: firstLook.promise,
      stop: () => looking.stop(),
    };
    feeds.set(auctionId, feed);
    looking.look();
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
 * The bids since those that are known, in the order in which they were placed, and those of the moment before: they are
 * placed one after another while the auction's row is held, but a server's clock can be set back a little.
 *
 * @param known `null`: the latest ones
 */
async function readLatestBids(
  { pool }: Pick<Database, 'pool'>,
  auctionId: string,
  known: Feed['known'],
): Promise<BidRow[]> {
  const since =
    known === null
      ? '(select max(placed_at) from bids where auction_id = $1)'
      : `coalesce($2::timestamptz, '-infinity')`;
  const { rows } = await pool.query<BidRow>({
    name: known === null ? 'read-latest-bids' : 'read-bids-since',
    text: `
      select ${bidColumns} from bids
      where auction_id = $1 and placed_at >= ${since} - interval '2 seconds'
      order by placed_at, bid_id`,
    values: known === null ? [auctionId] : [auctionId, known.latest?.placedAt ?? null],
  });
  return rows;
}
