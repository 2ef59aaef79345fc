import { faultsIn } from '../core/check-input.ts';
import { type Page, pageOf } from '../core/page-input.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { orderOf } from '../db/keyset.ts';
import type { Source } from '../db/source.ts';
import { findBidsInput } from './bid-input.ts';
import { bidOrderInput, bidOrders, rankFaults } from './bid-order.ts';
import { bidColumns, type BidRow } from './bid-row.ts';

const listBidsInput = findBidsInput.extend({ orderBy: bidOrderInput });

/**
 * The bids on the viewer's auctions, newest first unless told; `bidId` breaks ties, so that offsets are stable.
 *
 * @param input `auctionId`, `bidderId`, `limit`, `offset`, as the interface document says; `orderBy` (`HIGHEST_FIRST` only
 * with `auctionId`), which GraphQL alone has
 * @throws Refusal `invalid_request`
 */
export async function findBids(
  { db }: { db: Pick<Database, 'pool'> },
  viewer: Viewer,
  input: unknown,
): Promise<Page<BidRow>> {
  const { name, from, values, limit } = listedBids(viewer, input);
  const { rows } = await db.pool.query<BidRow>({ name, text: `select ${bidColumns} ${from}`, values: [...values] });
  return pageOf(rows, limit);
}

/**
 * The rows of that list.
 *
 * @throws Refusal `invalid_request`
 */
export function listedBids(viewer: Viewer, input: unknown): Source & { limit: number } {
  const faults = [...faultsIn(listBidsInput, input), ...rankFaults(input)];
  if (faults.length > 0) throw new Refusal('invalid_request', { faults });
  const { auctionId, bidderId, limit, offset, orderBy } = listBidsInput.parse(input);
  const filters = [
    ...(auctionId === undefined ? [] : [{ column: 'auction_id', value: auctionId }]),
    ...(bidderId === undefined ? [] : [{ column: 'bidder_id', value: bidderId }]),
  ];
  // A statement for each set of filters, so that each has a plan that uses its own index.
  const order = `order by ${orderOf({ order: bidOrders[orderBy], backwards: false })}`;
  const conditions = filters.map(({ column }, index) => `and ${column} = $${index + 4}`).join(' ');
  return {
    name: `find-${bidOrders[orderBy].name}-${filters.map(({ column }) => column).join('-')}`,
    table: 'bids',
    // A page of its own, so that nothing is made of the rows before it.
    from: `from (select * from bids where seller_id = $1 ${conditions} ${order} limit $2 offset $3) bids ${order}`,
    values: [viewer.sellerId, limit + 1, offset, ...filters.map(({ value }) => value)],
    limit,
  };
}

/** The winning bid of each of these auctions, `null` where there is none (yet). */
export async function findWinningBids(
  { db }: { db: Pick<Database, 'pool'> },
  auctionIds: readonly string[],
): Promise<(BidRow | null)[]> {
  const { rows } = await db.pool.query<BidRow>({
    name: 'find-winning-bids',
    text: `select ${bidColumns} from bids where auction_id = any($1) and is_winning_bid`,
    values: [auctionIds],
  });
  const winnerOf = new Map(rows.map((bid) => [bid.auctionId, bid]));
  return auctionIds.map((auctionId) => winnerOf.get(auctionId) ?? null);
}

/** The bids of each of these auctions, in any order, in one statement. */
export async function findBidsOfAuctions(
  { db }: { db: Pick<Database, 'pool'> },
  auctionIds: readonly string[],
): Promise<BidRow[][]> {
  const { rows } = await db.pool.query<BidRow>({
    name: 'find-bids-of-auctions',
    text: `select ${bidColumns} from bids where auction_id = any($1)`,
    values: [auctionIds],
  });
  const bidsOf = Map.groupBy(rows, ({ auctionId }) => auctionId);
  return auctionIds.map((auctionId) => bidsOf.get(auctionId) ?? []);
}
