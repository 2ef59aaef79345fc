import { checkInput } from '../core/check-input.ts';
import { Refusal } from '../core/refusal.ts';
import { setAuction } from '../core/request-context.ts';
import { deepOffset } from '../core/page-input.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../platform/db/database.ts';
import { sellerNow } from '../platform/db/seller-clock.ts';
import { rowsOfIds } from '../platform/db/page-rows.ts';
import type { Source } from '#one-statement/source.ts';
import type { Parameters } from '#one-statement/parameters.ts';
import { findAuctionsInput } from './auction-input.ts';
import { auctionColumns, type AuctionRow, rowsOfStatus } from './auction-row.ts';

// The reads of a seller's auctions. `$1` is the seller. The status is a parameter in each of them, so that PostgreSQL
// searches the index of the status: its statistics say that nearly every row is `completed`, and with a constant it
// would read all of the seller's rows instead.

/** By id where instants are equal, so that offsets are stable. */
const newestFirst = 'order by created_at desc, auction_id desc';

/**
 * Returns the source of one auction.
 *
 * @throws Refusal `auction_not_found` for an id that is no UUID
 */
export function oneAuction(asked: { auctionId: string }, parameter: Parameters): Source {
  return auctionOf('find-auction', 'seller_id = $1', asked, parameter);
}

/** Returns the source of one auction of any seller, for operators. */
export function anyAuction(asked: { auctionId: string }, parameter: Parameters): Source {
  return auctionOf('find-any-auction', 'true', asked, parameter);
}

/** Returns the source of several auctions by their ids, in any order. For operators, those of any seller. */
export function auctionsOfIds(ids: readonly string[], isForOperator: boolean, parameter: Parameters): Source {
  const own = isForOperator ? 'true' : 'seller_id = $1';
  const asked = parameter(ids);
  return {
    name: `find-auctions-of-ids${isForOperator ? '-of-all' : ''}`,
    table: 'auctions',
    from: () => `from auctions where ${own} and auction_id = any(${asked}::uuid[])`,
    limit: parameter(ids.length),
  };
}

function auctionOf(name: string, own: string, { auctionId }: { auctionId: string }, parameter: Parameters): Source {
  refuseUnlessUuid(auctionId);
  setAuction(auctionId);
  const id = parameter(auctionId);
  return { name, table: 'auctions', from: () => `from auctions where ${own} and auction_id = ${id}`, limit: null };
}

/**
 * Returns the source of a list.
 *
 * @param input `status`, `limit`, `offset`, as the interface document says
 * @throws Refusal `invalid_request`
 */
export function listedAuctions(input: unknown, parameter: Parameters): Source {
  const { status, limit, offset } = checkInput(findAuctionsInput, input);
  const [most, skipped] = [parameter(limit + 1), parameter(offset)];
  const statusGiven = status === undefined ? null : parameter(status);
  const isDeep = offset >= deepOffset;
  const columns = isDeep ? 'auction_id, created_at' : '*';
  // However many auctions a seller has, no rows after the page are read or sorted.
  const upToThisPage = (condition: string) =>
    `(select ${columns} from auctions where seller_id = $1 and ${condition} ${newestFirst} limit ${most}::bigint + ${skipped}::bigint)`;
  const listed = (now: string) => {
    if (status === undefined) return upToThisPage('true');
    const { upToDate, outdated } = rowsOfStatus(status, now);
    const rows = upToThisPage(`status = ${statusGiven} and ${upToDate}`);
    if (outdated === null) return rows;
    return `${rows} union all select ${columns} from auctions where seller_id = $1 and ${outdated}`;
  };
  return {
    name: `find-auctions-${status ?? 'all'}${isDeep ? '-deep' : ''}`,
    table: 'auctions',
    // The subquery selects the page first, so that no column is computed for rows before the page.
    from: (now) => {
      const page = `(select ${columns} from (${listed(now)}) auctions ${newestFirst} limit ${most} offset ${skipped})`;
      return `from ${isDeep ? rowsOfIds('auctions', 'auction_id', page) : page} auctions ${newestFirst}`;
    },
    limit: parameter(limit),
  };
}

/**
 * Finds one of the auctions that the viewer's key shows.
 *
 * @throws Refusal `auction_not_found` for an unknown id and for another seller's alike
 */
export async function findAuction(
  { db }: { db: Connection },
  { sellerId, auctionIds }: Pick<Viewer, 'sellerId' | 'auctionIds'>,
  auctionId: string,
): Promise<AuctionRow> {
  refuseUnlessUuid(auctionId);
  if (auctionIds != null && !auctionIds.includes(auctionId.toLowerCase())) throw new Refusal('auction_not_found');
  setAuction(auctionId);
  const { rows } = await db.query<AuctionRow>({
    name: 'find-auction',
    text: `select ${auctionColumns(sellerNow)} from auctions where seller_id = $1 and auction_id = $2`,
    values: [sellerId, auctionId],
  });
  if (rows[0] === undefined) throw new Refusal('auction_not_found');
  return rows[0];
}

/**
 * Refuses an id that is no UUID.
 *
 * @throws Refusal `auction_not_found`
 */
export function refuseUnlessUuid(auctionId: string): void {
  if (!isUuid(auctionId)) throw new Refusal('auction_not_found');
}

/** Returns why a part of one of the seller's auctions is missing: by this code, or because there is no such auction. */
export async function refusalWithout(
  code: 'nothing_to_ship' | 'nothing_to_refund',
  tx: Connection,
  sellerId: string,
  auctionId: string,
): Promise<Refusal> {
  const { rowCount } = await tx.query({
    name: 'auction-of-seller',
    text: 'select from auctions where auction_id = $1 and seller_id = $2',
    values: [auctionId, sellerId],
  });
  return new Refusal(rowCount === 1 ? code : 'auction_not_found');
}
