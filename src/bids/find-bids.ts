import { faultsIn } from '../core/check-input.ts';
import { type Page, pageOf } from '../core/page-input.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { orderOf } from '../db/keyset.ts';
import { sellerNow } from '../db/seller-clock.ts';
import type { Source } from '../db/source.ts';
import { conditionOf, makeParameters } from '../db/sql.ts';
import { bidFilters, nameOfFilters } from './bid-filters.ts';
import { findBidsInput } from './bid-input.ts';
import { bidOrderInput, bidOrders, rankFaults } from './bid-order.ts';
import { bidColumns, type BidRow } from './bid-row.ts';

const listBidsInput = findBidsInput.extend({ orderBy: bidOrderInput });

/**
 * Finds the bids on the viewer's auctions, newest first by default; `bidId` breaks ties, so that offsets are stable.
 *
 * @param input `auctionId`, `bidderId`, `limit`, `offset`, as the interface document says; `orderBy` (`HIGHEST_FIRST`
 *   only with `auctionId`), which only GraphQL has
 * @throws Refusal `invalid_request`
 */
export async function findBids({ db }: { db: Connection }, viewer: Viewer, input: unknown): Promise<Page<BidRow>> {
  const { name, from, values, limit } = listedBids(viewer, input);
  const { rows } = await db.query<BidRow>({
    name,
    text: `select ${bidColumns} ${from(sellerNow)}`,
    values: [...values],
  });
  return pageOf(rows, limit);
}

/**
 * Returns the source of that list.
 *
 * @throws Refusal `invalid_request`
 */
export function listedBids(viewer: Viewer, input: unknown): Source & { limit: number } {
  const faults = [...faultsIn(listBidsInput, input), ...rankFaults(input)];
  if (faults.length > 0) throw new Refusal('invalid_request', { faults });
  const { auctionId, bidderId, limit, offset, orderBy } = listBidsInput.parse(input);
  const filters = { sellerId: viewer.sellerId, auctionId, bidderId };
  const parameter = makeParameters();
  const condition = conditionOf(bidFilters(filters), parameter);
  const order = `order by ${orderOf({ order: bidOrders[orderBy], backwards: false })}`;
  const page = `limit ${parameter(limit + 1)} offset ${parameter(offset)}`;
  return {
    name: `find-${bidOrders[orderBy].name}${nameOfFilters(filters)}`,
    table: 'bids',
    // The subquery selects the page first, so that no column is computed for rows before the page.
    from: () => `from (select * from bids where ${condition} ${order} ${page}) bids ${order}`,
    values: parameter.values,
    limit,
  };
}

/** Finds the winning bid of each of these auctions, `null` if there is none (yet). */
export async function findWinningBids(
  { db }: { db: Connection },
  auctionIds: readonly string[],
): Promise<(BidRow | null)[]> {
  const { rows } = await db.query<BidRow>({
    name: 'find-winning-bids',
    text: `select ${bidColumns} from bids where auction_id = any($1) and is_winning_bid`,
    values: [auctionIds],
  });
  const winnerOf = new Map(rows.map((bid) => [bid.auctionId, bid]));
  return auctionIds.map((auctionId) => winnerOf.get(auctionId) ?? null);
}

/** Finds the bids of each of these auctions, in any order, in one statement. */
export async function findBidsOfAuctions(
  { db }: { db: Connection },
  auctionIds: readonly string[],
): Promise<BidRow[][]> {
  const { rows } = await db.query<BidRow>({
    name: 'find-bids-of-auctions',
    text: `select ${bidColumns} from bids where auction_id = any($1)`,
    values: [auctionIds],
  });
  const bidsOf = Map.groupBy(rows, ({ auctionId }) => auctionId);
  return auctionIds.map((auctionId) => bidsOf.get(auctionId) ?? []);
}
