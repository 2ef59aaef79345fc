import type { BidDeps } from '../bids/bid-deps.ts';
import type { Connection } from '../db/database.ts';
import { clockOffset, nowOfSeller } from '../db/seller-clock.ts';
import { couldBeCaptured } from '../holds/could-be-captured.ts';
import { settleAuction } from './settle-auction.ts';
import { isHeld } from './settlement-holds.ts';
import { makeSteps, type SettlementSteps } from './settlement-steps.ts';
import { awaitsRenewal } from '../bids/rank.ts';

const maxAtOnce = 50;

/**
 * Settles every auction that has ended and has no capture under way, and waits for all of them. The worker does the same
 * without waiting.
 *
 * @param sellerId only auctions of this seller; `null`: of all
 */
export async function settleDueAuctions(deps: BidDeps, sellerId: string | null = null): Promise<void> {
  const steps = makeSteps(deps);
  for (;;) {
    const auctionIds = await findAuctionsToSettle(deps.db, maxAtOnce, sellerId);
    const settled = await Promise.all(auctionIds.map((auctionId) => trySettling(deps, auctionId, steps)));
    // Auctions that failed would be found again at once.
    if (auctionIds.length < maxAtOnce || !settled.includes(true)) return;
  }
}

/**
 * Settles an auction.
 *
 * @returns true if there was something to settle; a failure is logged, and a later pass tries again
 */
export async function trySettling(deps: BidDeps, auctionId: string, steps: SettlementSteps): Promise<boolean> {
  try {
    return (await settleAuction(deps, auctionId, steps)) !== 'nothing_due';
  } catch (error) {
    deps.log.error({ err: error, auctionId }, 'An auction could not be settled; retrying.');
    return false;
  }
}

// Thousands of auctions may end at the same instant. The index of ends finds the first few, and the subquery checks each of
// them alone for a capture under way. `offset 0` keeps PostgreSQL from turning the subquery into a join: a join planned
// while there were few captures would read all captures for each auction.
const due = (isUnsettled: string, now: string) => `
  select auction_id, bidding_period_ends_at from auctions
  where ${isUnsettled} and bidding_period_ends_at <= ${now}
    and not exists (
      select from authorizations a where a.auction_id = auctions.auction_id and ${couldBeCaptured('a')} offset 0)
    and not ${isHeld('auctions')} and not ${awaitsRenewal('auctions.auction_id', nowOfSeller('auctions.seller_id'))}`;

const firstFew = 'order by bidding_period_ends_at limit $1';
const passingOver = 'for no key update of auctions skip locked';

// One that has begun and ended by this clock was opened before; so no index of a seller's auctions has the upcoming ones, too.
const ofTheirSeller = `${due("status = 'ongoing'", `statement_timestamp() + ${clockOffset}`)} and auctions.seller_id = sellers.seller_id ${firstFew}`;

const ofOneSeller = `
  select auction_id as "auctionId" from sellers, lateral (${ofTheirSeller}) due where sellers.seller_id = $2`;

// The first part uses the real clock for all sellers. The second uses the clocks of sellers that have advanced theirs.
const ofAll = `
  select auction_id as "auctionId" from (
    select * from (${due("status <> 'completed'", 'statement_timestamp()')} ${firstFew} ${passingOver}) usual
    union
    select advanced.* from sellers, lateral (${ofTheirSeller} ${passingOver}) advanced where clock_offset_ms > 0
  ) due
  ${firstFew}`;

/**
 * Finds auctions that have ended, wait for no capture and no renewal, and are not held, the longest overdue first.
 *
 * @param sellerId only auctions of this seller, whose clock was advanced; `null`: of all, but for those whose rows are locked: another
 *   worker decides about them, so that several workers share the work
 */
export async function findAuctionsToSettle(
  connection: Connection,
  limit: number,
  sellerId: string | null = null,
): Promise<string[]> {
  const { rows } = await connection.query<{ auctionId: string }>(
    sellerId === null
      ? { name: 'find-auctions-to-settle', text: ofAll, values: [limit] }
      : { name: 'find-auctions-to-settle-of-seller', text: ofOneSeller, values: [limit, sellerId] },
  );
  return rows.map(({ auctionId }) => auctionId);
}
