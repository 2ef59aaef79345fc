import { z } from 'zod';
import { auctionColumns, type AuctionRow, statusByClock } from '../auctions/auction-row.ts';
import { checkInput } from '../core/check-input.ts';
import { type Page, pageInput, pageOf } from '../core/page-input.ts';
import { searchText } from '../core/search-text.ts';
import type { SellerMode } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { idOfInstant } from './id-of-instant.ts';
import { anywhere, type Filter, narrowing } from './narrowing.ts';

/** An auction, and whose it is. */
export interface AuctionOfSeller extends AuctionRow {
  sellerName: string;
  sellerMode: SellerMode;
}

/** Titles have no index, as it would slow down every auction: so many are looked through at a time, newest first. */
const titlesSearched = 10_000;

/** Auctions of all sellers, as far as they were looked for. */
export interface AuctionSearch extends Page<AuctionOfSeller> {
  /** Whoever asks again with this as `createdBeforeTimestamp` looks through the next ones; `null`: there are none. */
  readonly searchOnBeforeTimestamp: number | null;
}

const timestamp = z.int().min(0).max(1e11);

const findAllAuctionsInput = pageInput.extend({
  sellerId: z.guid().optional(),
  status: z.enum(['upcoming', 'ongoing', 'completed']).optional(),
  titleContains: searchText(150).optional(),
  createdFromTimestamp: timestamp.optional(),
  createdBeforeTimestamp: timestamp.optional(),
});

type FindAllAuctionsInput = z.output<typeof findAllAuctionsInput>;

/**
 * Auctions of all sellers, newest first, each with the status that its own seller's clock gives it.
 *
 * @param input `sellerId`, `status`, `titleContains` (among the newest 10,000 that the other filters leave),
 *   `createdFromTimestamp` and `createdBeforeTimestamp` in unix seconds, `limit`, `offset`
 * @throws Refusal `invalid_request`
 */
export async function findAllAuctions({ db }: { db: Pick<Database, 'pool'> }, input: unknown): Promise<AuctionSearch> {
  const asked = checkInput(findAllAuctionsInput, input);
  const newestFirst = newestFirstOf(asked);
  const { conditions, values } = narrowing(filtersOf(asked), 3);
  const found = `select * from auctions where true ${conditions} order by ${newestFirst}`;
  const listing = db.pool.query<AuctionOfSeller>(
    `select listed.*, sellers.name as "sellerName", sellers.mode as "sellerMode"
     from (
       select ${byOwnClock(auctionColumns)}, row_number() over (order by ${newestFirst}) as place
       from (
         select * from (${found} limit case when $3::text is null then $1::bigint + $2::bigint else ${titlesSearched} end) auctions
         where $3 is null or title ilike $3
         order by ${newestFirst} limit $1 offset $2
       ) auctions
     ) listed join sellers on sellers.seller_id = listed."sellerId"
     order by place`,
    [asked.limit + 1, asked.offset, anywhere(asked.titleContains) ?? null, ...values],
  );
  const [{ rows }, searchOnBeforeTimestamp] = await Promise.all([
    listing,
    asked.titleContains === undefined ? null : firstUnsearched(db, asked),
  ]);
  return { ...pageOf(rows, asked.limit), searchOnBeforeTimestamp };
}

async function firstUnsearched({ pool }: Pick<Database, 'pool'>, asked: FindAllAuctionsInput): Promise<number | null> {
  const { conditions, values } = narrowing(filtersOf(asked), 0);
  const createdAt = asked.sellerId === undefined ? 'uuid_extract_timestamp(auction_id)' : 'created_at';
  const { rows } = await pool.query<{ before: number }>(
    // The second in which it was created may not be over with those that were looked through.
    `select floor(extract(epoch from ${createdAt}))::float8 + 1 as before
     from auctions where true ${conditions} order by ${newestFirstOf(asked)} offset ${titlesSearched} limit 1`,
    [...values],
  );
  return rows[0]?.before ?? null;
}

function newestFirstOf({ sellerId }: FindAllAuctionsInput): string {
  return sellerId === undefined ? 'auction_id desc' : 'created_at desc, auction_id desc';
}

/** Of one seller the index has them by `created_at`, its own clock's; of all, the primary key has them by PostgreSQL's. */
function filtersOf(asked: FindAllAuctionsInput): Filter[] {
  const { sellerId, status, createdFromTimestamp: from, createdBeforeTimestamp: before } = asked;
  const isOpen = `status <> 'completed' and ${byOwnClock(statusByClock)} = ?`;
  const byStatus: Filter = [status === 'completed' ? `${byOwnClock(statusByClock)} = ?` : isOpen, status];
  if (sellerId !== undefined) {
    return [
      ['seller_id = ?', sellerId],
      byStatus,
      ['created_at >= to_timestamp(?)', from],
      ['created_at < to_timestamp(?)', before],
    ];
  }
  return [
    byStatus,
    ['auction_id >= ?', from === undefined ? undefined : idOfInstant(from)],
    ['auction_id < ?', before === undefined ? undefined : idOfInstant(before)],
  ];
}

/** SQL about the auctions of the seller `$1`, as SQL in which each auction goes by the clock of its own seller. */
function byOwnClock(sql: string): string {
  return sql.replaceAll('$1', 'auctions.seller_id');
}
