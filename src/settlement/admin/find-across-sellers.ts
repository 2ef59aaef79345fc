import { columnsOf, type Keyset, type ListOrder, newestFirst, orderOf, rowsBehind } from '#one-statement/keyset.ts';
import { z } from 'zod';
import { auctionColumns, type AuctionRow, statusByClock } from '../../auctions/auction-row.ts';
import { bidColumns, type BidRow } from '../../auctions/bids/bid-row.ts';
import { bidFilters } from '../../auctions/bids/reads.ts';
import {
  cursorPageInput,
  type KeysetPage,
  keysetOf,
  type ListPage,
  propertyOf,
  readListPage,
} from '../../core/cursor-page.ts';
import { bidderIdInput, searchText } from '../../core/text-input.ts';
import type { SellerMode } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import { idOfInstant } from '../../platform/db/id-of-instant.ts';
import { nowOfSeller } from '../../platform/db/seller-clock.ts';
import { makeParameters, type Parameters } from '#one-statement/parameters.ts';
import { anywhere, conditionOf, type Filter } from '../../platform/db/sql.ts';
import { type Authorization, authorizationColumns } from '../../payments/holds/authorization.ts';

// Searches of operators, across all sellers, newest first: auctions, bids and payments.

/** The seller of a row. */
interface OfSeller {
  sellerName: string;
  sellerMode: SellerMode;
}

const sellerColumns = 'sellers.name as "sellerName", sellers.mode as "sellerMode"';

const cents = z.int().min(0).max(2_147_483_647);
const timestamp = z.int().min(0).max(1e11);

/**
 * The number of rows that one query searches by what has no index across sellers, newest first: such an index would slow down every
 * write of an auction or bid.
 */
const rowsSearched = 10_000;

const isGiven = ([, value]: Filter) => value != null;

/** How a list is read: its order, and the filters without an index. */
interface NewestList {
  readonly order: ListOrder;
  /** Composes the first rows after the key set that the other filters leave, `count` of them, as an index has them. */
  readonly newest: (keyset: Keyset, count: string) => string;
  readonly searched: readonly Filter[];
}

/** Composes the rows of one page, with their `place`. */
function pageOfNewest(
  table: 'auctions' | 'bids',
  { newest, searched }: NewestList,
  page: KeysetPage,
  parameter: Parameters,
) {
  const keyset = keysetOf(page, parameter);
  const limit = parameter(page.limit);
  const isSearch = searched.some(isGiven);
  const order = orderOf(keyset);
  const rows = newest(keyset, isSearch ? String(rowsSearched) : limit);
  return `select *, row_number() over (order by ${order}) as place from (
      select * from (${rows}) ${table} where ${conditionOf(searched, parameter)} order by ${order} limit ${limit}
    ) ${table}`;
}

/** Finds the last row that a page searched; `null` if it searched all. */
async function lastSearched(
  db: Connection,
  { order, newest, searched }: NewestList,
  page: KeysetPage,
  parameter: Parameters,
): Promise<object | null> {
  if (!searched.some(isGiven)) return null;
  const keyset = keysetOf(page, parameter);
  const columns = columnsOf(order).map(({ column }) => `${column} as "${propertyOf(column)}"`);
  const { rows } = await db.query<object>(
    `select ${columns.join(', ')} from (${newest(keyset, String(rowsSearched))}) searched
     order by ${orderOf(keyset)} offset ${rowsSearched - 1} limit 1`,
    parameter.values,
  );
  return rows[0] ?? null;
}

/** Returns the filters by the instant of an id, by PostgreSQL's clock. */
function idsBetween(column: string, from: number | null | undefined, before: number | null | undefined): Filter[] {
  return [
    [(value) => `${column} >= ${value}`, from == null ? undefined : idOfInstant(from)],
    [(value) => `${column} < ${value}`, before == null ? undefined : idOfInstant(before)],
  ];
}

/** Returns the filters by an instant of the seller's clock. */
function instantsBetween(column: string, from: number | null | undefined, before: number | null | undefined): Filter[] {
  return [
    [(value) => `${column} >= to_timestamp(${value})`, from],
    [(value) => `${column} < to_timestamp(${value})`, before],
  ];
}

/** The payments of an e-mail address that a list of auctions or bids is filtered by: more than one person makes in years. */
const maxOfEmail = 1_000;

/** Filters by what the newest payments of an e-mail address are for. */
function newestOfEmail(column: 'auction_id' | 'bid_id', email: string | null | undefined): Filter {
  const ids = (value: string) =>
    `array(select ${column} from authorizations where email = ${value} order by authorization_id desc limit ${maxOfEmail})`;
  return [(value) => `${column} = any(${ids(value)})`, email];
}

/** An auction with its seller. */
export interface AuctionOfSeller extends AuctionRow, OfSeller {}

/** Null without bids. */
const highestBid =
  '(select nullif(highest_bid_value_in_cents, 0) from bid_counts where bid_counts.auction_id = auctions.auction_id)';

/** The clock of an auction's own seller applies. */
const ownNow = nowOfSeller('auctions.seller_id');

const findAllAuctionsInput = cursorPageInput.extend({
  auctionId: z.guid().nullish(),
  sellerId: z.guid().nullish(),
  status: z.enum(['upcoming', 'ongoing', 'completed']).nullish(),
  titleContains: searchText(150).nullish(),
  outcome: z.enum(['SOLD', 'UNSOLD', 'CANCELLED']).nullish(),
  minHighestBidInCents: cents.nullish(),
  maxHighestBidInCents: cents.nullish(),
  email: searchText(320).nullish(),
  createdFromTimestamp: timestamp.nullish(),
  createdBeforeTimestamp: timestamp.nullish(),
});

type FindAllAuctionsInput = z.output<typeof findAllAuctionsInput>;

/** For one seller the index orders by `created_at`, by the seller's clock. */
const newestOfSeller = newestFirst('auctions-of-seller', 'created_at', 'auction_id');

/** For all sellers the primary key orders by PostgreSQL's clock. */
const newestOfAll: ListOrder = {
  name: 'all-auctions',
  runs: [{ descending: true, columns: [{ column: 'auction_id', type: 'uuid' }] }],
};

const orderOfAuctions = (sellerId: unknown) => (sellerId == null ? newestOfAll : newestOfSeller);

/**
 * Finds auctions of all sellers, newest first, each with the status by its own seller's clock.
 *
 * @param raw `auctionId`, `sellerId`, `status`, `email` (of a bidder), `titleContains`, `outcome`, `minHighestBidInCents` and
 *   `maxHighestBidInCents` (a page searches 10,000 auctions that the other filters leave), `createdFromTimestamp` and
 *   `createdBeforeTimestamp` in unix seconds, and `first` and `after` or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export async function findAllAuctions(
  { db }: { db: Connection },
  raw: { readonly [Name in keyof FindAllAuctionsInput]?: unknown },
): Promise<ListPage<AuctionOfSeller>> {
  return await readListPage(findAllAuctionsInput, orderOfAuctions(raw.sellerId), raw, async (page, query) => {
    const searched: Filter[] = [
      [(value) => `title ilike ${value}`, anywhere(query.titleContains ?? undefined)],
      [(value) => `outcome = ${value}`, query.outcome],
      [(value) => `${highestBid} >= ${value}`, query.minHighestBidInCents],
      [(value) => `${highestBid} <= ${value}`, query.maxHighestBidInCents],
    ];
    const parameter = makeParameters();
    const list = listOfAuctions(query, searched, parameter);
    const listing = db.query<AuctionOfSeller>(
      `select listed.*, ${sellerColumns}
       from (select ${auctionColumns(ownNow)}, place from (${pageOfNewest('auctions', list, page, parameter)}) auctions) listed
       join sellers on sellers.seller_id = listed."sellerId"
       order by place`,
      parameter.values,
    );
    const ofSearch = makeParameters();
    const searching = lastSearched(db, listOfAuctions(query, searched, ofSearch), page, ofSearch);
    const [{ rows }, searchedTo] = await Promise.all([listing, searching]);
    return { rows, searchedTo };
  });
}

/** Returns the list of the auctions that the filters leave. */
function listOfAuctions(query: FindAllAuctionsInput, searched: readonly Filter[], parameter: Parameters): NewestList {
  const { auctionId, sellerId, status, email, createdFromTimestamp: from, createdBeforeTimestamp: before } = query;
  const created =
    sellerId == null ? idsBetween('auction_id', from, before) : instantsBetween('created_at', from, before);
  // The index of auctions that are not completed serves these filters.
  const stored = status === 'completed' ? '' : `status <> 'completed' and `;
  const filters: Filter[] = [
    [(value) => `auction_id = ${value}`, auctionId],
    newestOfEmail('auction_id', email),
    [(value) => `seller_id = ${value}`, sellerId],
    [(value) => `${stored}${statusByClock(ownNow)} = ${value}`, status],
    ...created,
  ];
  const condition = conditionOf(filters, parameter);
  return {
    order: orderOfAuctions(sellerId),
    newest: (keyset, count) => rowsBehind(keyset, `auctions where ${condition}`, count),
    searched,
  };
}

/** A bid with its auction and the authorization that backs it. */
export interface BidOfSeller extends BidRow, OfSeller {
  auctionTitle: string;
  authorizationId: string | null;
  authorizationState: Authorization['state'] | null;
  email: string | null;
  provider: Authorization['provider'] | null;
  providerReference: string | null;
  captureBefore: Date | null;
  failureCode: Authorization['failureCode'];
}

const findAllBidsInput = cursorPageInput.extend({
  bidId: z.guid().nullish(),
  sellerId: z.guid().nullish(),
  auctionId: z.guid().nullish(),
  bidderId: bidderIdInput.nullish(),
  email: searchText(320).nullish(),
  minValueInCents: cents.nullish(),
  maxValueInCents: cents.nullish(),
  placedFromTimestamp: timestamp.nullish(),
  placedBeforeTimestamp: timestamp.nullish(),
});

type FindAllBidsInput = z.output<typeof findAllBidsInput>;

const newestByInstant = newestFirst('bids-by-instant', 'placed_at', 'bid_id');

const newestById: ListOrder = {
  name: 'all-bids',
  runs: [{ descending: true, columns: [{ column: 'bid_id', type: 'uuid' }] }],
};

type WhichBids = { readonly [Name in keyof FindAllBidsInput]?: unknown };

const isByIndexOfBid = ({ bidId, sellerId, auctionId, email }: WhichBids) =>
  bidId != null || sellerId != null || auctionId != null || email != null;

const isByInstant = (query: WhichBids) => isByIndexOfBid(query) || query.bidderId != null;

/**
 * Finds bids on the auctions of all sellers, newest first, each with the authorization that backs it.
 *
 * @param raw `bidId`, `sellerId`, `auctionId`, `bidderId`, `email`, `placedFromTimestamp` and `placedBeforeTimestamp` in unix
 *   seconds, `minValueInCents` and `maxValueInCents` (a page searches 10,000 bids that the other filters leave), and `first` and `after`
 *   or `last` and `before`
 * @throws Refusal `invalid_request`
 */
export async function findAllBids({ db }: { db: Connection }, raw: WhichBids): Promise<ListPage<BidOfSeller>> {
  const order = isByInstant(raw) ? newestByInstant : newestById;
  return await readListPage(findAllBidsInput, order, raw, async (page, query) => {
    const parameter = makeParameters();
    const listing = db.query<BidOfSeller>(
      `select b.*, ${sellerColumns}, auctions.title as "auctionTitle", latest.*
       from (select ${bidColumns}, authorization_id as "authorizationId", place
         from (${pageOfNewest('bids', listOfBids(query, order, parameter), page, parameter)}) bids) b
       join sellers on sellers.seller_id = b."sellerId"
       join auctions on auctions.auction_id = b."auctionId"
       left join lateral (
         select email, state as "authorizationState", provider, provider_reference as "providerReference",
           capture_before as "captureBefore", failure_code as "failureCode"
         from authorizations where authorization_id = b."authorizationId" offset 0
       ) latest on true
       order by place`,
      parameter.values,
    );
    const ofSearch = makeParameters();
    const searching = lastSearched(db, listOfBids(query, order, ofSearch), page, ofSearch);
    const [{ rows }, searchedTo] = await Promise.all([listing, searching]);
    return { rows, searchedTo };
  });
}

/** Returns the list of the bids that the filters leave. Its order is that of the index. */
function listOfBids(query: FindAllBidsInput, order: ListOrder, parameter: Parameters): NewestList {
  const { bidderId, email } = query;
  const { placedFromTimestamp: from, placedBeforeTimestamp: before } = query;
  const placed = isByInstant(query) ? instantsBetween('placed_at', from, before) : idsBetween('bid_id', from, before);
  const filters: Filter[] = [...bidFilters(query), newestOfEmail('bid_id', email), ...placed];
  const condition = conditionOf(filters, parameter);
  const searched: Filter[] = [
    [(value) => `bid_value_in_cents >= ${value}`, query.minValueInCents],
    [(value) => `bid_value_in_cents <= ${value}`, query.maxValueInCents],
  ];
  const isByBidder = bidderId != null && !isByIndexOfBid(query);
  return {
    order,
    searched,
    newest: (keyset, count) =>
      isByBidder
        ? // The index of a bidder's bids is by seller, and sellers are few.
          `select bids.* from sellers, lateral (
            ${rowsBehind(keyset, `bids where bids.seller_id = sellers.seller_id and ${condition}`, count)}
          ) bids order by ${orderOf(keyset)} limit ${count}`
        : rowsBehind(keyset, `bids where ${condition}`, count),
  };
}

/** A payment with its auction and its seller. */
export interface PaymentOfSeller extends Authorization, OfSeller {
  auctionTitle: string;
}

/** One of these. */
interface PaymentFilter {
  readonly authorizationId?: string;
  /** The name that its provider, any of them, has for the payment. */
  readonly reference?: string;
  readonly email?: string;
}

/** Finds payments of any seller, newest first. */
export async function findAllPayments(
  db: Connection,
  { authorizationId, reference, email }: PaymentFilter,
  limit: number,
): Promise<PaymentOfSeller[]> {
  const parameter = makeParameters();
  const filters: Filter[] = [
    [(value) => `authorization_id = ${value}`, authorizationId],
    // With the providers, as the index has them first.
    [(value) => `provider = any(enum_range(null::payment_provider)) and provider_reference = ${value}`, reference],
    [(value) => `email = ${value}`, email],
  ];
  const { rows } = await db.query<PaymentOfSeller>(
    `select p.*, auctions.title as "auctionTitle", ${sellerColumns}
     from (
       select ${authorizationColumns} from authorizations where ${conditionOf(filters, parameter)}
       order by authorization_id desc limit ${parameter(limit)}
     ) p
     join auctions on auctions.auction_id = p."auctionId" join sellers on sellers.seller_id = p."sellerId"
     order by "authorizationId" desc`,
    parameter.values,
  );
  return rows;
}
