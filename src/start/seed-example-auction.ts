import { createAuction } from '../auctions/create-auction.ts';
import { findAuctions } from '../auctions/find-auctions.ts';
import { onlyId } from '../auctions/projection.ts';
import type { Viewer } from '../core/viewer.ts';
import { readClock } from '../db/seller-clock.ts';
import type { Deps } from '../deps.ts';

const title = 'An example: a walnut writing desk, 1962';
const noticeSeconds = 70;
const lastsSeconds = 7 * 86_400;

/**
 * Creates an example auction to look at and bid on, or finds the one of an earlier start while it lasts.
 *
 * @returns its id; it takes bids about a minute after it was created
 */
export async function seedExampleAuction(deps: Deps, seller: Viewer): Promise<string> {
  for (const status of ['ongoing', 'upcoming']) {
    const { items } = await findAuctions(deps, seller, { status });
    const example = items.find((auction) => auction.title === title);
    if (example !== undefined) return example.auctionId;
  }
  const now = await readClock(deps.db, seller.sellerId);
  const startTimestamp = Math.ceil(now.getTime() / 1000) + noticeSeconds;
  // The first sweep arms its alarms: at a first start the queue is still creating its tables.
  const alarms = { ...deps.alarms, arm: () => Promise.resolve(false) };
  const example = {
    title,
    minimumBidValueInCents: 5_000,
    biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + lastsSeconds },
  };
  const { auctionId } = await createAuction({ ...deps, alarms }, seller, example, onlyId);
  return auctionId;
}
