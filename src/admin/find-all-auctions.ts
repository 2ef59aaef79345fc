import { z } from 'zod';
import { auctionColumns, type AuctionRow, statusByClock } from '../auctions/auction-row.ts';
import { checkInput } from '../core/check-input.ts';
import { type Page, pageInput, pageOf } from '../core/page-input.ts';
import { searchText } from '../core/text-input.ts';
import type { SellerMode } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { nowOfSeller } from '../db/seller-clock.ts';
import { anywhere, conditionOf, type Filter, makeParameters } from '../db/sql.ts';

/** An auction with its seller. */
export interface AuctionOfSeller extends AuctionRow {
  sellerName: string;
  sellerMode: SellerMode;
}

/**
 * The number of titles that one query searches, newest first. Titles have no index, as it would slow down every write
 * of an auction.
 */
const titlesSearched = 10_000;

/** The auctions of all sellers that were found among the searched titles. */
export interface AuctionSearch extends Page<AuctionOfSeller> {
  /** The `createdBeforeTimestamp` of a query that searches the next titles; `null`: there are none. */
  readonly searchOnBeforeTimestamp: number | null;
}

/** The clock of an auction's own seller applies. */
const ownNow = nowOfSeller('auctions.seller_id');

const timestamp = z.int().min(0).max(1e11);

const findAllAuctionsInput = pageInput.extend({
  auctionId: z.guid().optional(),
  sellerId: z.guid().optional(),
  status: z.enum(['upcoming', 'ongoing', 'completed']).optional(),
  titleContains: searchText(150).optional(),
  createdFromTimestamp: timestamp.optional(),
  createdBeforeTimestamp: timestamp.optional(),
});

type FindAllAuctionsInput = z.output<typeof findAllAuctionsInput>;

/**
 * Finds auctions of all sellers, newest first, each with the status by its own seller's clock.
 *
 * @param input `auctionId`, `sellerId`, `status`, `titleContains` (among the newest 10,000 that the other filters leave),
 *   `createdFromTimestamp` and `createdBeforeTimestamp` in unix seconds, `limit`, `offset`
 * @throws Refusal `invalid_request`
 */
export async function findAllAuctions({ db }: { db: Connection }, input: unknown): Promise<AuctionSearch> {
  const query = checkInput(findAllAuctionsInput, input);
  const newestFirst = newestFirstOf(query);
  const parameter = makeParameters();
  const [limit, offset] = [parameter(query.limit + 1), parameter(query.offset)];
  const title = parameter(anywhere(query.titleContains) ?? null);
  const found = `select * from auctions where ${conditionOf(filtersOf(query), parameter)} order by ${newestFirst}`;
  const listing = db.query<AuctionOfSeller>(
    `select listed.*, sellers.name as "sellerName", sellers.mode as "sellerMode"
     from (
       select ${auctionColumns(ownNow)}, row_number() over (order by ${newestFirst}) as place
       from (
         select * from (${found} limit case when ${title}::text is null then ${limit}::bigint + ${offset}::bigint else ${titlesSearched} end) auctions
         where ${title} is null or title ilike ${title}
         order by ${newestFirst} limit ${limit} offset ${offset}
       ) auctions
     ) listed join sellers on sellers.seller_id = listed."sellerId"
     order by place`,
    parameter.values,
  );
  const [{ rows }, searchOnBeforeTimestamp] = await Promise.all([
    listing,
    query.titleContains === undefined ? null : firstUnsearched(db, query),
  ]);
  return { ...pageOf(rows, query.limit), searchOnBeforeTimestamp };
}

async function firstUnsearched(db: Connection, query: FindAllAuctionsInput): Promise<number | null> {
  const parameter = makeParameters();
  const condition = conditionOf(filtersOf(query), parameter);
  const createdAt = query.sellerId === undefined ? 'uuid_extract_timestamp(auction_id)' : 'created_at';
  const { rows } = await db.query<{ before: number }>(
    // The next search includes the second of the first unsearched auction: others may be of the same second.
    `select floor(extract(epoch from ${createdAt}))::float8 + 1 as before
     from auctions where ${condition} order by ${newestFirstOf(query)} offset ${titlesSearched} limit 1`,
    parameter.values,
  );
  return rows[0]?.before ?? null;
}

function newestFirstOf({ sellerId }: FindAllAuctionsInput): string {
  return sellerId === undefined ? 'auction_id desc' : 'created_at desc, auction_id desc';
}

/**
 * Returns the filters. For one seller the index orders by `created_at`, by the seller's clock; for all sellers the
 * primary key orders by PostgreSQL's clock.
 */
function filtersOf(query: FindAllAuctionsInput): Filter[] {
  const { auctionId, sellerId, status, createdFromTimestamp: from, createdBeforeTimestamp: before } = query;
  // The index of auctions that are not completed serves these filters.
  const stored = status === 'completed' ? '' : `status <> 'completed' and `;
  const byStatus: Filter = [(parameter) => `${stored}${statusByClock(ownNow)} = ${parameter}`, status];
  const byId: Filter = [(parameter) => `auction_id = ${parameter}`, auctionId];
  if (sellerId !== undefined) {
    return [
      byId,
      [(parameter) => `seller_id = ${parameter}`, sellerId],
      byStatus,
      [(parameter) => `created_at >= to_timestamp(${parameter})`, from],
      [(parameter) => `created_at < to_timestamp(${parameter})`, before],
    ];
  }
  return [
    byId,
    byStatus,
    [(parameter) => `auction_id >= ${parameter}`, from === undefined ? undefined : idOfInstant(from)],
    [(parameter) => `auction_id < ${parameter}`, before === undefined ? undefined : idOfInstant(before)],
  ];
}

/**
 * Returns the smallest id that can be generated at an instant: ids begin with the instant at which PostgreSQL
 * generated them (UUID version 7, RFC 9562), so that the primary key also indexes the creation time.
 *
 * @param seconds a unix timestamp in whole seconds, from 0 to 1e11
 */
function idOfInstant(seconds: number): string {
  const milliseconds = (seconds * 1000).toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-0000-0000-000000000000`;
}
