import { checkInput } from '../core/check-input.ts';
import { type Page, pageOf } from '../core/page-input.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import type { AuctionStatus } from '../db/generated/client.ts';
import type { Source } from '../db/source.ts';
import { findAuctionsInput } from './auction-input.ts';
import { auctionColumns, type AuctionRow, rowsByStatus } from './auction-row.ts';

const newestFirst = 'order by created_at desc, auction_id desc';

/**
 * The viewer's auctions, newest first; `auctionId` breaks ties, so that offsets are stable.
 *
 * @param input `status`, `limit`, `offset`, as the interface document says
 * @throws Refusal `invalid_request`
 */
export async function findAuctions(
  { db }: { db: Pick<Database, 'pool'> },
  viewer: Viewer,
  input: unknown,
): Promise<Page<AuctionRow>> {
  const { name, from, values, limit } = listedAuctions(viewer, input);
  const { rows } = await db.pool.query<AuctionRow>({
    name,
    text: `select ${auctionColumns} ${from}`,
    values: [...values],
  });
  return pageOf(rows, limit);
}

/**
 * The rows of that list.
 *
 * @throws Refusal `invalid_request`
 */
export function listedAuctions(viewer: Viewer, input: unknown): Source & { limit: number } {
  const { status, limit, offset } = checkInput(findAuctionsInput, input);
  return {
    name: `find-auctions-${status ?? 'all'}`,
    table: 'auctions',
    // A page of its own, so that nothing is made of the rows before it.
    from: `from (select * from (${listed(status)}) auctions ${newestFirst} limit $2 offset $3) auctions ${newestFirst}`,
    values: [viewer.sellerId, limit + 1, offset, ...(status === undefined ? [] : [status])],
    limit,
  };
}

/**
 * The rows of the list up to the end of the page, in any order: however much a seller has, no more are read or sorted.
 * The status is a parameter, so that it is looked for in the index where it stands: statistics would tell that nearly
 * every row is `completed`, and send the reader through all of the seller's rows instead.
 */
function listed(status: AuctionStatus | undefined): string {
  if (status === undefined) return upToThisPage('true');
  const { turned, due } = rowsByStatus[status];
  const rows = upToThisPage(`status = $4 and ${turned}`);
  return due === null ? rows : `${rows} union all select * from auctions where seller_id = $1 and ${due}`;
}

function upToThisPage(condition: string): string {
  return `(select * from auctions where seller_id = $1 and ${condition} ${newestFirst} limit $2::bigint + $3::bigint)`;
}
