import { setTimeout } from 'node:timers/promises';
import { invalidValue, Refusal } from '../core/refusal.ts';
import { isPublic, type Viewer } from '../core/viewer.ts';
import type { Connection } from '../platform/db/database.ts';
import { sellerNow } from '../platform/db/seller-clock.ts';
import type { Deps } from '../payments/deps.ts';
import { followNews } from '../platform/live/follow-news.ts';
import { watchStates } from '../platform/live/watch-states.ts';
import { auctionColumns, type AuctionRow } from './auction-row.ts';
import { refuseUnlessUuid } from './reads.ts';
import { type FeedPosition, findFeedEnd, readFeed } from './webhooks/events.ts';

/**
 * Follows auctions of the viewer in one stream: the state of each now, and after each change of it, of its bids or of its settlement.
 * A slow reader skips intermediate states and gets the latest of each auction.
 *
 * @param auctionIds `null`: all of the seller, each from its next change on
 * @throws Refusal `auction_not_found`; `invalid_request` for too many, and for a public key that names none
 */
export type FollowAuctions = (
  viewer: Viewer,
  auctionIds: readonly string[] | null,
) => Promise<AsyncIterableIterator<AuctionRow>>;

/** The number of auctions that one stream may name. */
export const maxFollowed = 100;

type Subject = Pick<AuctionRow, 'auctionId' | 'sellerId'>;

/** Reads a changed auction once for all who follow it. Changes that follow each other quickly share a read. */
export function makeFollowAuctions({ db, live, log }: Pick<Deps, 'db' | 'live' | 'log'>): FollowAuctions {
  const { watch } = watchStates({
    live,
    log,
    read: (subject: Subject) => readFollowed(db, subject),
    contentOf: ({ now: _, ...content }) => JSON.stringify(content),
    msUntilTransition,
  });
  const watchSeller = watchSellers({ db, log });

  return async (viewer, auctionIds) => {
    const subjects = auctionIds && (await findSubjects(db, viewer, auctionIds));
    if (subjects === null && isPublic(viewer)) throw invalidValue('/ids', 'Name auctions: the key is a public one.');
    const unwatch: (() => void)[] = [];
    const { put, states } = holdLatest(() => unwatch.forEach((end) => end()));
    if (subjects === null) unwatch.push(await watchSeller(viewer, put));
    else for (const subject of subjects) unwatch.push(watch(subject, ({ auction }) => put(auction)));
    return states;
  };
}

/** @throws Refusal `auction_not_found` if one of them is not the viewer's; `invalid_request` */
async function findSubjects(db: Connection, viewer: Viewer, auctionIds: readonly string[]): Promise<AuctionRow[]> {
  auctionIds.forEach(refuseUnlessUuid);
  const distinct = [...new Set(auctionIds.map((id) => id.toLowerCase()))];
  if (distinct.length > maxFollowed) throw invalidValue('/ids', `Name at most ${maxFollowed} auctions.`);
  const { auctionIds: shown } = viewer;
  const visible = distinct.filter((id) => shown == null || shown.includes(id));
  const auctions = await readAuctions(db, viewer.sellerId, visible);
  if (auctions.length < distinct.length) throw new Refusal('auction_not_found');
  return auctions;
}

/** Holds the latest state of each auction until it is read: a slow reader needs no more memory than its auctions. */
function holdLatest(onEnd: () => void) {
  const latest = new Map<string, AuctionRow>();
  const { items, wake } = followNews(() => {
    const next = [...latest.values().take(1)];
    for (const { auctionId } of next) latest.delete(auctionId);
    return next;
  }, onEnd);
  return {
    states: items,
    put(auction: AuctionRow): void {
      latest.set(auction.auctionId, auction);
      wake();
    },
  };
}

/** How soon a stream of all auctions of a seller shows a change. */
const lookEveryMs = 500;

const maxEventsAtOnce = 1_000;

type OnAuction = (auction: AuctionRow) => void;

/**
 * Watches all auctions of a seller by its events: no change is missed, and nobody asks about auctions that stay as they are. A seller is asked
 * about once for all watchers of the process, and a changed auction is read once.
 */
function watchSellers({ db, log }: Pick<Deps, 'db' | 'log'>) {
  const watchersOf = new Map<string, Set<OnAuction>>();

  async function lookWhileWatched(viewer: Viewer, watchers: ReadonlySet<OnAuction>, start: FeedPosition) {
    for (let position = start; watchers.size > 0; await setTimeout(lookEveryMs, undefined, { ref: false })) {
      try {
        const events = await readFeed({ db }, viewer, position, maxEventsAtOnce);
        const changed = new Set(events.flatMap(({ auctionId }) => auctionId ?? []));
        const auctions = await readAuctions(db, viewer.sellerId, [...changed]);
        position = events.at(-1) ?? position;
        for (const auction of auctions) for (const onAuction of watchers) onAuction(auction);
      } catch (error) {
        log.warn(
          { err: error, sellerId: viewer.sellerId },
          'The changed auctions of a seller could not be read; retrying.',
        );
      }
    }
  }

  /** @returns ends the watch */
  return async (viewer: Viewer, onAuction: OnAuction): Promise<() => void> => {
    const { sellerId } = viewer;
    // Before the watcher joins: it misses no change after that.
    const start = await findFeedEnd({ db }, viewer);
    const watchers = watchersOf.get(sellerId) ?? new Set();
    watchers.add(onAuction);
    if (watchersOf.get(sellerId) !== watchers) {
      watchersOf.set(sellerId, watchers);
      void lookWhileWatched(viewer, watchers, start);
    }
    return () => {
      watchers.delete(onAuction);
      if (watchers.size === 0 && watchersOf.get(sellerId) === watchers) watchersOf.delete(sellerId);
    };
  };
}

async function readAuctions(db: Connection, sellerId: string, auctionIds: readonly string[]): Promise<AuctionRow[]> {
  if (auctionIds.length === 0) return [];
  const { rows } = await db.query<AuctionRow>({
    name: 'read-followed-auctions',
    text: `select ${auctionColumns(sellerNow)} from auctions where seller_id = $1 and auction_id = any($2)`,
    values: [sellerId, auctionIds],
  });
  return rows;
}

interface Followed {
  readonly auction: AuctionRow;
  /** The last position of the transcript: changes whenever a bid is placed. */
  readonly position: number | null;
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
        (select max(position) from transcript_lines where auction_id = $2) as position,
        (select concat(count(*), ' ', count(answered_at)) from capture_attempts where auction_id = $2) as captures
      from auctions where seller_id = $1 and auction_id = $2`,
    values: [sellerId, auctionId],
  });
  if (rows[0] === undefined) throw new Error(`Auction ${auctionId} has vanished.`);
  const { now, position, captures, ...auction } = rows[0];
  return { auction, position, captures, now };
}

function msUntilTransition({ auction, now }: Followed): number {
  if (auction.phase === 'UPCOMING') return auction.biddingPeriodStartsAt.getTime() - now.getTime();
  return auction.phase === 'OPEN' ? auction.biddingPeriodEndsAt.getTime() - now.getTime() : Infinity;
}
