import { z } from 'zod';
import { checkInput } from '../../core/check-input.ts';
import { checkCursorPage, cursorPageInput, maxTotalCount } from '../../core/cursor-page.ts';
import { centsRange, instantRange } from '../list-filters.ts';
import { deepOffset, pageInput, pageSizeLimit } from '../../core/page-input.ts';
import { Refusal } from '../../core/refusal.ts';
import { bidderIdInput } from '../../core/text-input.ts';
import { isUuid } from '../../core/uuid.ts';
import { type ListOrder, nameOfWay, orderOf, rowsBehind, statementName } from '#one-statement/keyset.ts';
import { countUpToMaximum, maxSearched, rowsOfIds, searchedCount, searchedRows } from '../../platform/db/page-rows.ts';
import { idOfInstant } from '../../platform/db/id-of-instant.ts';
import { nowOfSeller } from '../../platform/db/seller-clock.ts';
import type { PageSource, Source } from '#one-statement/source.ts';
import type { Parameters } from '#one-statement/parameters.ts';
import { conditionOf, type Filter } from '../../platform/db/sql.ts';
import { bidOrderInput, bidOrderNamed, bidOrders, newestOfAll, rankFaults } from './bid-order.ts';
import { highestThatCanPay } from './rank.ts';
import { readWinnerReference } from './winner-reference.ts';

// The reads of the bids on a seller's auctions. `$1` is the seller.

const ofAuction = 'from bids where bids.auction_id = auctions.auction_id';

/** SQL of the bids of an auction, from `from` on, over a row of `auctions`. */
export const bidsOfAuction = {
  all: ofAuction,
  /** Their number, in place of a query. */
  count: '(select bid_count from bid_counts where bid_counts.auction_id = auctions.auction_id)',
  /** The highest bid that can pay; of equal ones the earliest. */
  leading: `from (select * ${highestThatCanPay('auctions.auction_id', nowOfSeller('auctions.seller_id'))}) bids`,
  winning: `${ofAuction} and is_winning_bid`,
};

/**
 * SQL of a name for the bidder of a row of `bids`. It is made of the bidder's first bid on the auction, and so of nothing that a list of
 * all bids by these names would not show.
 */
export const pseudonymOfBidder = `(
  select 'bidder-' || left(md5(first.bid_id::text), 10) from bids first
  where first.auction_id = bids.auction_id and first.bidder_id = bids.bidder_id order by first.placed_at, first.bid_id limit 1)`;

/**
 * Returns the source of one bid.
 *
 * @throws Refusal `bid_not_found` for an id that is no UUID
 */
export function oneBid(asked: { bidId: string }, parameter: Parameters): Source {
  return bidOf('find-bid', 'seller_id = $1', asked, parameter);
}

/** Returns the source of one bid on any seller's auction, for operators. */
export function anyBid(asked: { bidId: string }, parameter: Parameters): Source {
  return bidOf('find-any-bid', 'true', asked, parameter);
}

function bidOf(name: string, own: string, { bidId }: { bidId: string }, parameter: Parameters): Source {
  if (!isUuid(bidId)) throw new Refusal('bid_not_found');
  const id = parameter(bidId);
  return { name, table: 'bids', from: () => `from bids where ${own} and bid_id = ${id}`, limit: null };
}

/**
 * Returns the source of the winning bid with a reference.
 *
 * @throws Refusal `invalid_request` for a reference that is mistyped
 */
export function bidOfWinner({ reference }: { reference: string }, parameter: Parameters): Source {
  const stored = readWinnerReference(reference);
  if (stored === null) {
    const detail = 'This is no reference of a winner: a symbol is mistyped or missing.';
    throw new Refusal('invalid_request', { faults: [{ pointer: '/reference', code: 'invalid_value', detail }] });
  }
  const its = parameter(stored);
  return {
    name: 'find-bid-of-winner',
    table: 'bids',
    from: () => `from bids where seller_id = $1 and winner_reference = ${its}`,
    limit: null,
  };
}

/** Returns the filters of a list as conditions on the columns of `bids`. */
function bidFilters({ auctionId, bidderId }: Pick<PageFilters, 'auctionId' | 'bidderId'>): Filter[] {
  return [
    [(parameter) => `auction_id = ${parameter}`, auctionId],
    [(parameter) => `bidder_id = ${parameter}`, bidderId],
  ];
}

/**
 * Names the filters: each set has its own statement, so that each plan uses its own index. Letters stand for the ends of ranges, as names
 * of statements are short.
 */
function namesOfFilters({ auctionId, bidderId, valueInCents: value, placed }: PageFilters): string[] {
  const all = {
    auction: auctionId,
    bidder: bidderId,
    v: value?.atLeast,
    w: value?.atMost,
    p: placed?.from,
    q: placed?.before,
  };
  return Object.entries(all).flatMap(([name, filter]) => (filter == null ? [] : [name]));
}

export const findBidsInput = pageInput.extend({
  auctionId: z.guid().optional(),
  bidderId: bidderIdInput.optional(),
});

/**
 * Returns the source of a list. `bidId` breaks ties, so that offsets are stable.
 *
 * @param input `auctionId`, `bidderId`, `limit`, `offset`, as the interface document says
 * @throws Refusal `invalid_request`
 */
export function listedBids(input: unknown, parameter: Parameters): Source {
  const { limit, offset, ...filters } = checkInput(findBidsInput, input);
  const condition = conditionOf(bidFilters(filters), parameter);
  const order = `order by ${orderOf({ order: bidOrders.PLACED_DESC, backwards: false })}`;
  const page = `limit ${parameter(limit + 1)} offset ${parameter(offset)}`;
  const isDeep = offset >= deepOffset;
  // A deep page is found in an index, and the indexes of the bids on one auction do not have the seller.
  const ofSeller =
    isDeep && filters.auctionId !== undefined
      ? `exists (select from auctions where seller_id = $1 and auction_id = ${parameter(filters.auctionId)}::uuid)`
      : 'seller_id = $1';
  const found = (columns: string) =>
    `(select ${columns} from bids where ${ofSeller} and ${condition} ${order} ${page})`;
  const rows = isDeep ? rowsOfIds('bids', 'bid_id', found('bid_id')) : found('*');
  return {
    name: statementName('find', bidOrders.PLACED_DESC.name, ...namesOfFilters(filters), isDeep ? 'deep' : ''),
    table: 'bids',
    // The subquery selects the page first, so that no column is computed for rows before the page.
    from: () => `from ${rows} bids ${order}`,
    limit: parameter(limit),
  };
}

const filterOfAuction = z.strictObject({
  bidderId: bidderIdInput.nullish(),
  valueInCents: centsRange,
  placed: instantRange,
});

const pageOfAuctionInput = cursorPageInput.extend({ filter: filterOfAuction.nullish(), orderBy: bidOrderInput });

export const bidFilterInput = filterOfAuction.extend({ auctionId: z.guid().nullish() });

const bidPageInput = pageOfAuctionInput.extend({ filter: bidFilterInput.nullish() });

type PageFilters = NonNullable<z.output<typeof bidPageInput>['filter']>;

/** Checks whether a range is given. */
const isGiven = (range: object | null | undefined) => Object.values(range ?? {}).some((end) => end != null);

/** Checks whether a page searches bids for a range of the field that does not order it. */
function isSearching(raw: object): boolean {
  const { filter } = raw as { filter?: PageFilters | null };
  return isGiven(bidOrderNamed(raw).startsWith('VALUE') ? filter?.placed : filter?.valueInCents);
}

/** Returns the number of rows that a page may read in addition to its own. */
export function bidsSearched(raw: object): number {
  return isSearching(raw) ? maxSearched : 0;
}

/** Returns the number of rows that `totalCount` may read. */
export function bidsCounted(raw: object): number {
  return isSearching(raw) ? maxSearched : maxTotalCount;
}

/** Returns the number of rows that `totalCount` may read for one auction, whose bids are counted already. */
export function bidsCountedOfAuction(raw: object): number {
  const { filter } = raw as { filter?: PageFilters | null };
  if (isGiven(filter?.placed) || isGiven(filter?.valueInCents)) return bidsCounted(raw);
  // A bidder has few bids on one auction.
  return filter?.bidderId == null ? 0 : pageSizeLimit;
}

/**
 * Returns the source of a page of the bids on the viewer's auctions.
 *
 * @param raw `filter`, `orderBy` (`VALUE` only with `filter.auctionId`), and `first` and `after` or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export function bidPage(raw: unknown, parameter: Parameters): PageSource {
  const checked = checkCursorPage(bidPageInput, bidOrders[bidOrderNamed(raw)], raw, rankFaults(raw));
  return pageOfBids('bids', 'seller_id = $1', raw, checked, parameter);
}

/**
 * Returns the source of a page of the bids on one auction, over a row of `auctions`.
 *
 * @param raw `filter`, `orderBy`, and `first` and `after` or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export function bidPageOfAuction(raw: unknown, parameter: Parameters): PageSource {
  const checked = checkCursorPage(pageOfAuctionInput, bidOrders[bidOrderNamed(raw)], raw);
  const page = pageOfBids('bids-of-auction', 'auction_id = auctions.auction_id', raw, checked, parameter);
  return bidsCountedOfAuction(checked.input) === 0 ? { ...page, count: () => storedCount } : page;
}

const storedCount = `select ${bidsOfAuction.count} as total, true as is_exact`;

/**
 * Returns the source of a page of bids.
 *
 * @param own SQL of the bids to choose from, whose name is `name`
 */
export function pageOfBids(
  name: string,
  own: string,
  raw: unknown,
  { input, page }: ReturnType<typeof checkCursorPage<typeof bidPageInput>>,
  parameter: Parameters,
  order: ListOrder = bidOrders[bidOrderNamed(raw)],
): PageSource {
  const { auctionId, bidderId, valueInCents: value, placed } = input.filter ?? {};
  const isRanked = bidOrderNamed(raw).startsWith('VALUE');
  const limit = parameter(page.limit + 1);
  const given = (...filters: Filter[]) => conditionOf(filters, parameter);
  const ofValue = given(
    [(end) => `bid_value_in_cents >= ${end}`, value?.atLeast],
    [(end) => `bid_value_in_cents <= ${end}`, value?.atMost],
  );
  const ofInstant =
    order === newestOfAll
      ? given(
          [(id) => `bid_id >= ${id}`, placed?.from == null ? null : idOfInstant(placed.from)],
          [(id) => `bid_id < ${id}`, placed?.before == null ? null : idOfInstant(placed.before)],
        )
      : given(
          [(end) => `placed_at >= to_timestamp(${end})`, placed?.from],
          [(end) => `placed_at < to_timestamp(${end})`, placed?.before],
        );
  const [inIndex, searched] = isRanked ? [ofValue, ofInstant] : [ofInstant, ofValue];
  const where = `bids where ${own} and ${given(...bidFilters({ auctionId, bidderId }))} and ${inIndex}`;
  const keyset = { order, backwards: page.backwards, from: page.from?.map(parameter) ?? null };
  // No index has the bids of one bidder on one auction by value. They are few, as money is held for each: their index
  // reads them, then they are sorted. `offset 0` keeps the planner from reading all bids on the auction by rank.
  const rows = isRanked && bidderId != null ? `(select * from ${where} offset 0) own where true` : where;
  // In order, so that the planner has no reason to read all of them by a bitmap.
  const counted = `${rows} order by ${orderOf(keyset)}`;
  const isSearch = searched !== 'true';
  const common = { table: 'bids', keyset, limit, isSearch } as const;
  return {
    ...common,
    name: statementName(name, order.name, ...namesOfFilters(input.filter ?? {}), nameOfWay(page)),
    rows: () =>
      isSearch
        ? searchedRows({ ...common, rows: rowsBehind(keyset, rows, String(maxSearched)), isItem: searched })
        : rowsBehind(keyset, rows, limit),
    count: () => (isSearch ? searchedCount('bids', counted, searched) : countUpToMaximum(counted)),
  };
}
