import { z } from 'zod';
import { auctionColumns, type AuctionRow, statusByClock } from '../auctions/auction-row.ts';
import { newestOfEmail } from './find-all-payments.ts';
import { checkInput } from '../core/check-input.ts';
import { type Page, pageInput, pageOf } from '../core/page-input.ts';
import { searchText } from '../core/text-input.ts';
import type { SellerMode } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { idOfInstant } from '../db/id-of-instant.ts';
import { nowOfSeller } from '../db/seller-clock.ts';
import { anywhere, conditionOf, type Filter, makeParameters } from '../db/sql.ts';

/** An auction with its seller. */
export interface AuctionOfSeller extends AuctionRow {
  sellerName: string;
  sellerMode: SellerMode;
}

/**
 * The number of auctions that one query searches by title, outcome or highest bid, newest first. These have no index across sellers,
 * as it would slow down every write of an auction or bid.
 */
const auctionsSearched = 10_000;

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

const cents = z.int().min(0).max(2_147_483_647);
const timestamp = z.int().min(0).max(1e11);

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
  const newestFirst = newestFirstOf(query);
  const parameter = makeParameters();
  const [limit, offset] = [parameter(query.limit + 1), parameter(query.offset)];
  const searched: Filter[] = [
    [(value) => `title ilike ${value}`, anywhere(query.titleContains)],
    [(value) => `outcome = ${value}`, query.outcome],
    [(value) => `${highestBid} >= ${value}`, query.minHighestBidInCents],
    [(value) => `${highestBid} <= ${value}`, query.maxHighestBidInCents],
  ];
  const isSearch = searched.some(([, value]) => value !== undefined);
  const found = `select * from auctions where ${conditionOf(filtersOf(query), parameter)} order by ${newestFirst}`;
  const listing = db.query<AuctionOfSeller>(
    `select listed.*, sellers.name as "sellerName", sellers.mode as "sellerMode"
     from (
       select ${auctionColumns(ownNow)}, row_number() over (order by ${newestFirst}) as place
       from (
         select * from (${found} limit ${isSearch ? auctionsSearched : `${limit}::bigint + ${offset}::bigint`}) auctions
         where ${conditionOf(searched, parameter)}
         order by ${newestFirst} limit ${limit} offset ${offset}
       ) auctions
     ) listed join sellers on sellers.seller_id = listed."sellerId"
     order by place`,
    parameter.values,
  );
  const [{ rows }, searchOnBeforeTimestamp] = await Promise.all([
    listing,
    isSearch ? firstUnsearched(db, query) : null,
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
     from auctions where ${condition} order by ${newestFirstOf(query)} offset ${auctionsSearched} limit 1`,
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
  const { auctionId, sellerId, status, email, createdFromTimestamp: from, createdBeforeTimestamp: before } = query;
  // The index of auctions that are not completed serves these filters.
  const stored = status === 'completed' ? '' : `status <> 'completed' and `;
  const byStatus: Filter = [(parameter) => `${stored}${statusByClock(ownNow)} = ${parameter}`, status];
  const byId: Filter = [(parameter) => `auction_id = ${parameter}`, auctionId];
  const byEmail: Filter = [(parameter) => `auction_id = any(${newestOfEmail('auction_id', parameter)})`, email];
  const created: Filter[] =
    sellerId === undefined
      ? [
          [(parameter) => `auction_id >= ${parameter}`, from === undefined ? undefined : idOfInstant(from)],
          [(parameter) => `auction_id < ${parameter}`, before === undefined ? undefined : idOfInstant(before)],
        ]
      : [
          [(parameter) => `created_at >= to_timestamp(${parameter})`, from],
          [(parameter) => `created_at < to_timestamp(${parameter})`, before],
        ];
  return [byId, byEmail, [(parameter) => `seller_id = ${parameter}`, sellerId], byStatus, ...created];
}
