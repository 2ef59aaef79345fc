import { z } from 'zod';
import { auctionColumns, type AuctionRow, statusByClock } from '../../auctions/auction-row.ts';
import { bidColumns, type BidRow } from '../../auctions/bids/bid-row.ts';
import { bidFilters, findBidsInput } from '../../auctions/bids/reads.ts';
import { checkInput } from '../../core/check-input.ts';
import { type Page, pageInput, pageOf } from '../../core/page-input.ts';
import { searchText } from '../../core/text-input.ts';
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

const isGiven = ([, value]: Filter) => value !== undefined;

/**
 * Composes one page of rows.
 *
 * @param list.newest composes the newest rows that the filters leave, `count` of them, read in order by an index
 * @param list.searched the filters without an index
 */
function pageOfNewest(
  table: 'auctions' | 'bids',
  list: { readonly newest: (count: string) => string; readonly searched: readonly Filter[]; readonly order: string },
  page: { readonly limit: number; readonly offset: number },
  parameter: Parameters,
): string {
  const { newest, searched, order } = list;
  const [limit, offset] = [parameter(page.limit), parameter(page.offset)];
  const count = searched.some(isGiven) ? String(rowsSearched) : `${limit}::bigint + ${offset}::bigint`;
  return `select *, row_number() over (order by ${order}) as place from (
      select * from (${newest(count)}) ${table}
      where ${conditionOf(searched, parameter)} order by ${order} limit ${limit} offset ${offset}
    ) ${table}`;
}

/** Returns the filters by the instant of an id, by PostgreSQL's clock. */
function idsBetween(column: string, from: number | undefined, before: number | undefined): Filter[] {
  return [
    [(value) => `${column} >= ${value}`, from === undefined ? undefined : idOfInstant(from)],
    [(value) => `${column} < ${value}`, before === undefined ? undefined : idOfInstant(before)],
  ];
}

/** Returns the filters by an instant of the seller's clock. */
function instantsBetween(column: string, from: number | undefined, before: number | undefined): Filter[] {
  return [
    [(value) => `${column} >= to_timestamp(${value})`, from],
    [(value) => `${column} < to_timestamp(${value})`, before],
  ];
}

/** The payments of an e-mail address that a list of auctions or bids is filtered by: more than one person makes in years. */
const maxOfEmail = 1_000;

/** Filters by what the newest payments of an e-mail address are for. */
function newestOfEmail(column: 'auction_id' | 'bid_id', email: string | undefined): Filter {
  const ids = (value: string) =>
    `array(select ${column} from authorizations where email = ${value} order by authorization_id desc limit ${maxOfEmail})`;
  return [(value) => `${column} = any(${ids(value)})`, email];
}

/** An auction with its seller. */
export interface AuctionOfSeller extends AuctionRow, OfSeller {}

/** The auctions of all sellers that were found among the searched ones. */
export interface AuctionSearch extends Page<AuctionOfSeller> {
  /** The `createdBeforeTimestamp` of a query that searches the next auctions; `null`: there are none. */
  readonly searchOnBeforeTimestamp: number | null;
}

/** Null without bids. */
const highestBid =
  '(select nullif(highest_bid_value_in_cents, 0) from bid_counts where bid_counts.auction_id = auctions.auction_id)';

/** The clock of an auction's own seller applies. */
const ownNow = nowOfSeller('auctions.seller_id');

const findAllAuctionsInput = pageInput.extend({
  auctionId: z.guid().optional(),
  sellerId: z.guid().optional(),
  status: z.enum(['upcoming', 'ongoing', 'completed']).optional(),
  titleContains: searchText(150).optional(),
  outcome: z.enum(['SOLD', 'UNSOLD', 'CANCELLED']).optional(),
  minHighestBidInCents: cents.optional(),
  maxHighestBidInCents: cents.optional(),
  email: searchText(320).optional(),
  createdFromTimestamp: timestamp.optional(),
  createdBeforeTimestamp: timestamp.optional(),
});

type FindAllAuctionsInput = z.output<typeof findAllAuctionsInput>;

/**
 * Finds auctions of all sellers, newest first, each with the status by its own seller's clock.
 *
 * @param input `auctionId`, `sellerId`, `status`, `email` (of a bidder), `titleContains`, `outcome`, `minHighestBidInCents` and
 *   `maxHighestBidInCents` (among the newest 10,000 that the other filters leave), `createdFromTimestamp` and `createdBeforeTimestamp` in unix seconds, `limit`, `offset`
 * @throws Refusal `invalid_request`
 */
export async function findAllAuctions({ db }: { db: Connection }, input: unknown): Promise<AuctionSearch> {
  const query = checkInput(findAllAuctionsInput, input);
  const { limit, offset } = query;
  const searched: Filter[] = [
    [(value) => `title ilike ${value}`, anywhere(query.titleContains)],
    [(value) => `outcome = ${value}`, query.outcome],
    [(value) => `${highestBid} >= ${value}`, query.minHighestBidInCents],
    [(value) => `${highestBid} <= ${value}`, query.maxHighestBidInCents],
  ];
  const parameter = makeParameters();
  const { newest, order } = newestAuctions(query, parameter);
  const list = { newest: (count: string) => `select * ${newest} limit ${count}`, searched, order };
  const page = pageOfNewest('auctions', list, { limit: limit + 1, offset }, parameter);
  const listing = db.query<AuctionOfSeller>(
    `select listed.*, ${sellerColumns}
     from (select ${auctionColumns(ownNow)}, place from (${page}) auctions) listed
     join sellers on sellers.seller_id = listed."sellerId"
     order by place`,
    parameter.values,
  );
  const [{ rows }, searchOnBeforeTimestamp] = await Promise.all([
    listing,
    searched.some(isGiven) ? firstUnsearched(db, query) : null,
  ]);
  return { ...pageOf(rows, limit), searchOnBeforeTimestamp };
}

async function firstUnsearched(db: Connection, query: FindAllAuctionsInput): Promise<number | null> {
  const parameter = makeParameters();
  const { newest, createdAt } = newestAuctions(query, parameter);
  const { rows } = await db.query<{ before: number }>(
    // The next search includes the second of the first unsearched auction: others may be of the same second.
    `select floor(extract(epoch from ${createdAt}))::float8 + 1 as before ${newest} offset ${rowsSearched} limit 1`,
    parameter.values,
  );
  return rows[0]?.before ?? null;
}

/**
 * Composes the auctions that the filters leave, in their order. For one seller the index orders by `created_at`, by the seller's clock;
 * for all sellers the primary key orders by PostgreSQL's clock.
 *
 * @returns `newest`: the statement from `from` on
 */
function newestAuctions(query: FindAllAuctionsInput, parameter: Parameters) {
  const { auctionId, sellerId, status, email, createdFromTimestamp: from, createdBeforeTimestamp: before } = query;
  const [createdAt, order, created] =
    sellerId === undefined
      ? ['uuid_extract_timestamp(auction_id)', 'auction_id desc', idsBetween('auction_id', from, before)]
      : ['created_at', 'created_at desc, auction_id desc', instantsBetween('created_at', from, before)];
  // The index of auctions that are not completed serves these filters.
  const stored = status === 'completed' ? '' : `status <> 'completed' and `;
  const filters: Filter[] = [
    [(value) => `auction_id = ${value}`, auctionId],
    newestOfEmail('auction_id', email),
    [(value) => `seller_id = ${value}`, sellerId],
    [(value) => `${stored}${statusByClock(ownNow)} = ${value}`, status],
    ...created,
  ];
  return { createdAt, order, newest: `from auctions where ${conditionOf(filters, parameter)} order by ${order}` };
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

const findAllBidsInput = findBidsInput.extend({
  bidId: z.guid().optional(),
  sellerId: z.guid().optional(),
  email: searchText(320).optional(),
  minValueInCents: cents.optional(),
  maxValueInCents: cents.optional(),
  placedFromTimestamp: timestamp.optional(),
  placedBeforeTimestamp: timestamp.optional(),
});

/**
 * Finds bids on the auctions of all sellers, newest first, each with the authorization that backs it.
 *
 * @param input `bidId`, `sellerId`, `auctionId`, `bidderId`, `email`, `placedFromTimestamp` and `placedBeforeTimestamp` in unix
 *   seconds, `minValueInCents` and `maxValueInCents` (among the newest 10,000 that the other filters leave), `limit`, `offset`
 * @throws Refusal `invalid_request`
 */
export async function findAllBids({ db }: { db: Connection }, input: unknown): Promise<BidOfSeller[]> {
  const query = checkInput(findAllBidsInput, input);
  const searched: Filter[] = [
    [(value) => `bid_value_in_cents >= ${value}`, query.minValueInCents],
    [(value) => `bid_value_in_cents <= ${value}`, query.maxValueInCents],
  ];
  const parameter = makeParameters();
  const page = pageOfNewest('bids', { ...newestBids(query, parameter), searched }, query, parameter);
  const { rows } = await db.query<BidOfSeller>(
    `select b.*, ${sellerColumns}, auctions.title as "auctionTitle", latest.*
     from (select ${bidColumns}, authorization_id as "authorizationId", place from (${page}) bids) b
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
  return rows;
}

/** Composes the newest bids that the filters leave. Their order is that of the index. */
function newestBids(query: z.output<typeof findAllBidsInput>, parameter: Parameters) {
  const { bidId, sellerId, auctionId, bidderId, email } = query;
  const { placedFromTimestamp: from, placedBeforeTimestamp: before } = query;
  const isByIndexOfBid =
    bidId !== undefined || sellerId !== undefined || auctionId !== undefined || email !== undefined;
  const isByBidder = !isByIndexOfBid && bidderId !== undefined;
  const isByInstant = isByIndexOfBid || isByBidder;
  const order = isByInstant ? 'placed_at desc, bid_id desc' : 'bid_id desc';
  const placed = isByInstant ? instantsBetween('placed_at', from, before) : idsBetween('bid_id', from, before);
  const filters = [...bidFilters(query), newestOfEmail('bid_id', email), ...placed];
  const condition = conditionOf(filters, parameter);
  const newest = (count: string) => `select * from bids where ${condition} order by ${order} limit ${count}`;
  if (!isByBidder) return { order, newest };
  // The index of a bidder's bids is by seller, and sellers are few.
  const ofEachSeller = (count: string) => `select bids.* from sellers, lateral (
      select * from bids where bids.seller_id = sellers.seller_id and ${condition} order by ${order} limit ${count}
    ) bids`;
  return { order, newest: ofEachSeller };
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
