import { releasing } from '../../src/payments/holds/begin-releases.ts';
import { seedAuctionsWithBids } from '../seed-auctions-with-bids.ts';
import type { Stage } from './arm-all.ts';
import { endAuctions, findOngoing, untilNothingIsHeld } from './end-at-once.ts';

export interface DueCaptures {
  readonly releases: number;
  readonly captures: number;
  /** From the end of an auction until its capture was requested. */
  readonly p50Ms: number;
  readonly maxMs: number;
  /** Releases that were still due when the last capture was requested. */
  readonly releasesLeft: number;
}

const bidsEach = 5;
const oneByOne = { startMs: 500, apartMs: 50 };

/** Ends auctions one after the other while thousands of holds of cancelled auctions wait for their release. */
export async function measureDueCaptures(
  stage: Stage,
  { releases, captures }: { releases: number; captures: number },
): Promise<DueCaptures> {
  const { db } = stage;
  await seedAuctionsWithBids(db, { auctions: releases / bidsEach, bidsEach });
  const cancelled = await findOngoing(db);
  await seedAuctionsWithBids(db, { auctions: captures, bidsEach: 1 });
  const due = (await findOngoing(db)).filter((auctionId) => !cancelled.includes(auctionId));
  await db.query(
    `with ended as (
       update auctions set status = 'completed', outcome = 'CANCELLED', cancelled_at = clock_timestamp(), completed_at = clock_timestamp()
       where auction_id = any($1) returning auction_id, status, cancelled_at
     ) ${releasing('ended')}`,
    [cancelled],
  );
  await endAuctions(stage, due, oneByOne);
  await untilNothingIsHeld(db);
  const measured = await db.query<Omit<DueCaptures, 'releases' | 'captures'>>(
    `with requested as (
       select first.at, extract(epoch from first.at - bidding_period_ends_at)::float8 * 1000 as ms
       from auctions, lateral (select min(requested_at) as at from capture_attempts c where c.auction_id = auctions.auction_id) first
       where auction_id = any($1)
     )
     select percentile_cont(0.5) within group (order by ms) as "p50Ms", max(ms) as "maxMs",
       (select count(*)::int from authorizations where auction_id = any($2) and closed_at > (select max(at) from requested)) as "releasesLeft"
     from requested`,
    [due, cancelled],
  );
  return { releases, captures, ...measured.rows[0]! };
}
