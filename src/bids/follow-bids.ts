import { findAuction } from '../auctions/find-auction.ts';
import { onlyId } from '../auctions/shown-auction.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { makeMailbox } from '../live/mailbox.ts';
import { makeBidFeeds } from './bid-feed.ts';
import { bidColumns, type BidRow } from './bid-row.ts';
import { findBid } from './find-bid.ts';

/**
 * Each bid that is placed on one of the viewer's auctions from now on, or after a bid that the viewer knows: once, in the
 * order in which they were placed, none missed however slowly they are read.
 *
 * @param afterBidId `null`: from now on
 * @throws Refusal `auction_not_found`; `bid_not_found` also for a bid on another auction
 */
export type FollowBids = (
  viewer: Viewer,
  auctionId: string,
  afterBidId: string | null,
) => Promise<AsyncIterableIterator<BidRow>>;

/** Bids that wait for a slow reader; more are read again when it has come that far. */
const mostWaiting = 1_000;

const mostAtOnce = 500;

export function makeFollowBids(deps: Pick<Deps, 'db' | 'live' | 'log'>): FollowBids {
  const joinFeed = makeBidFeeds(deps);
  return async (viewer, asked, afterBidId) => {
    const { auctionId } = await findAuction(deps, viewer, asked, onlyId);
    const after = afterBidId === null ? null : await findBid(deps, viewer, afterBidId);
    if (after !== null && after.auctionId !== auctionId) throw new Refusal('bid_not_found');

    // What is placed while the reader is behind goes by the mailbox: it is read where the others are.
    let isBehind = after !== null;
    let leave = () => {};
    const mailbox = makeMailbox<BidRow>({
      most: mostWaiting,
      onFull: (waiting) => {
        waiting.length = 0;
        isBehind = true;
      },
      onEnd: () => leave(),
    });
    const joined = await joinFeed(auctionId, (bid) => isBehind || mailbox.put(bid));
    leave = () => joined.leave();

    let last = after ?? joined.latestBefore;
    const read: BidRow[] = [];
    const readIds = new Set<string>();

    async function catchUp(): Promise<void> {
      // First: what is placed from now on may be too late for the statement.
      isBehind = false;
      const bids = await readBidsAfter(deps.db, auctionId, last);
      isBehind ||= bids.length === mostAtOnce;
      for (const { bidId } of bids) readIds.add(bidId);
      read.push(...bids);
    }

    async function nextBid(): Promise<BidRow | undefined> {
      if (read.length === 0 && isBehind) await catchUp();
      if (read.length > 0) return read.shift();
      for (;;) {
        const { value } = await mailbox.next();
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
      return: () => mailbox.return(),
      [Symbol.asyncIterator]() {
        return this;
      },
    };
    return bids;
  };
}

/** @param last `null`: from the first bid on */
async function readBidsAfter(
  { pool }: Pick<Database, 'pool'>,
  auctionId: string,
  last: BidRow | null,
): Promise<BidRow[]> {
  const { rows } = await pool.query<BidRow>({
    name: last === null ? 'read-first-bids' : 'read-bids-after',
    text: `
      select ${bidColumns} from bids
      where auction_id = $1 ${last === null ? '' : 'and (placed_at, bid_id) > ($2, $3)'}
      order by placed_at, bid_id limit ${mostAtOnce}`,
    values: last === null ? [auctionId] : [auctionId, last.placedAt, last.bidId],
  });
  return rows;
}
