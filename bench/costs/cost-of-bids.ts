import path from 'node:path';
import type { BidResults, BiddingRun } from '../bids/bidders-process.ts';
import { startLoadProcess } from '../load-process.ts';
import { openTemporaryDatabase } from '../open-temporary-database.ts';
import { tell } from '../report.ts';
import { seedAuctionsWithBids } from '../seed-auctions-with-bids.ts';
import { type Growth, makeUsageReader, usageOfEach } from './read-usage.ts';

const bidders = 32;

/** Measures what a bid costs PostgreSQL at the first bids on an auction, and after thousands. */
export async function costOfBids({ first, between }: { first: number; between: number }): Promise<Growth> {
  await using closing = new AsyncDisposableStack();
  const db = await openTemporaryDatabase(closing);
  const readUsage = await makeUsageReader(db);
  const { auctionIds } = await seedAuctionsWithBids(db, { auctions: 400, bidsEach: 5 });
  const file = path.join(import.meta.dirname, '../bids/bidders-process.ts');
  const bidding = closing.use(startLoadProcess(file, [db.url]));
  const bid = async (bids: number) => {
    tell(`${bids} bids …`);
    const run: BiddingRun = {
      by: 'placeBid',
      auctionIds: auctionIds.slice(0, 1),
      bidders,
      warmUpSeconds: 0,
      seconds: 600,
      bids,
      providerLatencyMs: 0,
    };
    const { placed } = await bidding.ask<BidResults>(run);
    if (placed !== bids) throw new Error(`Of ${bids} bids, ${placed} were placed.`);
  };
  const measure = async (bids: number) => {
    const before = await readUsage();
    await bid(bids);
    return usageOfEach(before, await readUsage(), bids);
  };
  // Opens the connections, and makes the plans.
  await bid(bidders * 4);
  const small = await measure(first);
  await bid(between);
  return { what: `a bid, the first ${first} and after ${first + between}`, small, large: await measure(first) };
}
