import { seedAuctionsWithBids } from '../seed-auctions-with-bids.ts';
import type { Stage } from './arm-all.ts';
import { endAuctions, findOngoing, untilNothingIsHeld } from './end-at-once.ts';

/** From the end of an auction until its result. */
export interface UntilResults {
  readonly p50Ms: number;
  readonly maxMs: number;
}

const neighbors = 40;
const bidsEach = 5;
const oneByOne = { startMs: 500, apartMs: 50 };

/**
 * Ends forty auctions one after the other, and an auction with thousands of losers after the first ten of them.
 *
 * @param losers 0: there is no such auction
 */
export async function measureBesidePopular(stage: Stage, losers: number): Promise<UntilResults> {
  const { db } = stage;
  await seedAuctionsWithBids(db, { auctions: neighbors, bidsEach });
  const others = await findOngoing(db);
  if (losers > 0) await seedAuctionsWithBids(db, { auctions: 1, bidsEach: losers + 1 });
  const popular = (await findOngoing(db)).filter((auctionId) => !others.includes(auctionId));
  await endAuctions(stage, [...others.slice(0, 10), ...popular, ...others.slice(10)], oneByOne);
  await untilNothingIsHeld(db);
  const { rows } = await db.query<UntilResults>(
    `select percentile_cont(0.5) within group (order by ms) as "p50Ms", max(ms) as "maxMs" from (
       select extract(epoch from completed_at - bidding_period_ends_at)::float8 * 1000 as ms from auctions where auction_id = any($1)) results`,
    [others],
  );
  return rows[0]!;
}
