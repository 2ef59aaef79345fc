import type { BidDeps } from '../auctions/bids/bid-deps.ts';
import { about } from '../core/followed-ids.ts';
import type { Connection } from '../platform/db/database.ts';
import { nowOfSeller, nowOfSellersRow } from '../platform/db/seller-clock.ts';
import { isBlocked, isNextBlocked } from './blocks.ts';
import { readDuePayments } from './read-due-payments.ts';
import { settleAuction, type Settlement } from './settle-auction.ts';
import { findSettlementHoldOfAll } from './settlement-holds.ts';
import { makeSteps, type SettlementSteps } from './settlement-steps.ts';
import { nextToAsk } from '../auctions/bids/rank.ts';

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
    const auctionIds = await findAuctionsToSettle(deps.db, maxAtOnce, { sellerId });
    const settled = await Promise.all(auctionIds.map((auctionId) => trySettling(deps, auctionId, steps)));
    // Auctions that failed would be found again at once.
    if (auctionIds.length < maxAtOnce || !settled.includes(true)) return;
  }
}

/**
 * Settles an auction that has ended. Payments that settlement waits for, and that nothing under way reads, are read first.
 *
 * @param steps records the steps together with those of other auctions; by default alone
 */
export async function settleEnded(deps: BidDeps, auctionId: string, steps = makeSteps(deps)): Promise<Settlement> {
  const settled = await settleAuction(deps, auctionId, steps);
  if (settled !== 'waits_for_payments' || !(await readDuePayments(deps, auctionId))) return settled;
  return await settleAuction(deps, auctionId, steps);
}

/**
 * Settles an auction.
 *
 * @returns true if there was something to settle; a failure is logged, and a later pass tries again
 */
export async function trySettling(deps: BidDeps, auctionId: string, steps: SettlementSteps): Promise<boolean> {
  return await about({ auctionId }, async () => {
    try {
      return (await settleEnded(deps, auctionId, steps)) !== 'nothing_due';
    } catch (error) {
      deps.log.error({ err: error }, 'An auction could not be settled; retrying.');
      return false;
    }
  });
}

/**
 * Builds SQL of the first few auctions that have ended and wait for nothing, the longest overdue first. Thousands may end at the same
 * instant: the index of ends finds the first few, and each of them alone is checked.
 *
 * @param isUnsettled SQL, which uses the index
 * @param now SQL of the seller's instant
 */
const due = (isUnsettled: string, now: string) => `
  select a.auction_id as "auctionId", a.bidding_period_ends_at as "endsAt"
  from auctions a left join lateral (${nextToAsk('a.auction_id', now)}) next on true
  where ${isUnsettled} and a.auction_id <> all($2::uuid[]) and not ${isBlocked} and not ${isNextBlocked} order by a.bidding_period_ends_at limit $1`;

/** Other workers decide about the auctions that are locked, so that several share the work. */
const passingOver = 'for no key update of a skip locked';

const byRealClock = due(
  `a.status <> 'completed' and a.bidding_period_ends_at <= statement_timestamp()`,
  nowOfSeller('a.seller_id'),
);

/**
 * Builds SQL of the same by the clocks of sellers. An auction that has begun and ended by this clock was opened before; so no index of a
 * seller's auctions has the upcoming ones, too.
 */
const bySellersClock = (sellers: string, whenLocked = '') => `
  select due.* from (select seller_id, ${nowOfSellersRow} as now from sellers where ${sellers}) seller, lateral (${due(
    "a.seller_id = seller.seller_id and a.status = 'ongoing' and a.bidding_period_ends_at <= seller.now",
    'seller.now',
  )} ${whenLocked}) due`;

/**
 * Finds auctions that have ended, wait for no capture and no renewal, and are not held, the longest overdue first.
 *
 * @param options.sellerId only auctions of this seller, whose clock was advanced, also those whose rows are locked; `null`: of all
 * @param options.except auctions that the caller settles already
 */
export async function findAuctionsToSettle(
  connection: Connection,
  limit: number,
  { sellerId = null, except = [] }: { sellerId?: string | null; except?: Iterable<string> } = {},
): Promise<string[]> {
  const find = async (name: string, text: string, ...more: unknown[]) =>
    (await connection.query<{ auctionId: string; endsAt: Date }>({ name, text, values: [limit, [...except], ...more] }))
      .rows;
  if ((await findSettlementHoldOfAll(connection)) !== null) return [];
  const found =
    sellerId === null
      ? [
          ...(await find('find-auctions-to-settle', `${byRealClock} ${passingOver}`)),
          ...(await find('find-auctions-to-settle-ahead', bySellersClock('clock_offset_ms > 0', passingOver))),
        ]
      : await find('find-auctions-to-settle-of-seller', bySellersClock('seller_id = $3'), sellerId);
  found.sort((one, other) => one.endsAt.getTime() - other.endsAt.getTime());
  return [...new Set(found.map(({ auctionId }) => auctionId))].slice(0, limit);
}
