import type { AuctionPhase } from '../auctions/auction-row.ts';
import type { BidDeps } from '../bids/bid-deps.ts';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import { sellerNow } from '../db/seller-clock.ts';
import { advanceTestClock } from './advance-test-clock.ts';

/**
 * Advances the time of a test seller to a transition of an auction. Reaching the end settles the auction.
 *
 * @param phase `OPEN`: to the start; `FINAL`: to the end; `null`: to whichever comes next. A passed instant moves nothing.
 * @throws Refusal as `advanceTestClock`; `invalid_request` for another phase; `auction_not_found`, `auction_completed`
 */
export async function advanceUntil(
  deps: BidDeps,
  viewer: Viewer,
  auctionId: string,
  phase: AuctionPhase | null = null,
): Promise<Date> {
  if (viewer.mode !== 'test') throw new Refusal('test_mode_only');
  if (phase === 'UPCOMING' || phase === 'SETTLING') {
    const detail = 'Give OPEN for the start of the auction or FINAL for its end.';
    throw new Refusal('invalid_request', { faults: [{ pointer: '/phase', code: 'invalid_value', detail }] });
  }
  if (!isUuid(auctionId)) throw new Refusal('auction_not_found');
  const { rows } = await deps.db.query<{ isCompleted: boolean; timestamp: number | null }>(
    `select status = 'completed' as "isCompleted", extract(epoch from case
       when bidding_period_starts_at > now and $3::text is distinct from 'FINAL' then bidding_period_starts_at
       when bidding_period_ends_at > now and $3::text is distinct from 'OPEN' then bidding_period_ends_at end)::float8 as timestamp
     from auctions, (select ${sellerNow} as now) clock
     where seller_id = $1 and auction_id = $2`,
    [viewer.sellerId, auctionId, phase],
  );
  if (rows[0] === undefined) throw new Refusal('auction_not_found');
  const { isCompleted, timestamp } = rows[0];
  if (isCompleted) throw new Refusal('auction_completed');
  // The instant has passed: an auction that has ended is being settled.
  if (timestamp === null) return await advanceTestClock(deps, viewer, { bySeconds: 0 });
  return await advanceTestClock(deps, viewer, { toTimestamp: Math.ceil(timestamp) });
}
