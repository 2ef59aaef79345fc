import { checkInput } from '../core/check-input.ts';
import { type Page, pageOf } from '../core/page-input.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import type { AuctionStatus } from '../db/generated/client.ts';
import { sellerNow } from '../db/seller-clock.ts';
import type { Source } from '../db/source.ts';
import { findAuctionsInput } from './auction-input.ts';
import { auctionColumns, type AuctionRow, rowsOfStatus } from './auction-row.ts';

const columns = auctionColumns(sellerNow);

const newestFirst = 'order by created_at desc, auction_id desc';

/**
 * Finds the viewer's auctions, newest first; `auctionId` breaks ties, so that offsets are stable.
 *
 * @param input `status`, `limit`, `offset`, as the interface document says
 * @throws Refusal `invalid_request`
 */
export async function findAuctions(
  { db }: { db: Connection },
  viewer: Viewer,
  input: unknown,
): Promise<Page<AuctionRow>> {
  const { name, from, values, limit } = listedAuctions(viewer, input);
  const { rows } = await db.query<AuctionRow>({
    name,
    text: `select ${columns} ${from(sellerNow)}`,
    values: [...values],
  });
  return pageOf(rows, limit);
}

/**
 * Returns the source of that list.
 *
 * @throws Refusal `invalid_request`
 */
export function listedAuctions(viewer: Viewer, input: unknown): Source & { limit: number } {
  const { status, limit, offset } = checkInput(findAuctionsInput, input);
  return {
    name: `find-auctions-${status ?? 'all'}`,
    table: 'auctions',
    // The subquery selects the page first, so that no column is computed for rows before the page.
    from: (now) =>
      `from (select * from (${listed(status, now)}) auctions ${newestFirst} limit $2 offset $3) auctions ${newestFirst}`,
    values: [viewer.sellerId, limit + 1, offset, ...(status === undefined ? [] : [status])],
    limit,
  };
}

/**
 * Returns SQL of the rows up to the end of the page, in any order: however many auctions a seller has, no more rows
 * are read or sorted. The status is a parameter, so that PostgreSQL searches the index of the status: its statistics
 * say that nearly every row is `completed`, and with a constant it would read all of the seller's rows instead.
 */
function listed(status: AuctionStatus | undefined, now: string): string {
  if (status === undefined) return upToThisPage('true');
  const { upToDate, outdated } = rowsOfStatus(status, now);
  const rows = upToThisPage(`status = $4 and ${upToDate}`);
  return outdated === null ? rows : `${rows} union all select * from auctions where seller_id = $1 and ${outdated}`;
}

function upToThisPage(condition: string): string {
  return `(select * from auctions where seller_id = $1 and ${condition} ${newestFirst} limit $2::bigint + $3::bigint)`;
}
