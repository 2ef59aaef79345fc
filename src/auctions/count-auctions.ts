import { checkInput } from '../core/check-input.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { findAuctionsInput } from './auction-input.ts';
import { sellerNow } from '../db/seller-clock.ts';
import { type RowsOfStatus, rowsOfStatus } from './auction-row.ts';

const countAuctionsInput = findAuctionsInput.pick({ status: true });

/** Counts the viewer's auctions, of one status or all. PostgreSQL reads each row for this. */
export async function countAuctions({ db }: { db: Connection }, viewer: Viewer, input: unknown): Promise<number> {
  const { status } = checkInput(countAuctionsInput, input);
  const rowsWanted = status === undefined ? 'true' : withStatus(rowsOfStatus(status, sellerNow));
  const { rows } = await db.query<{ count: number }>({
    name: `count-auctions-${status ?? 'all'}`,
    text: `select count(*)::int as count from auctions where seller_id = $1 and (${rowsWanted})`,
    values: [viewer.sellerId, ...(status === undefined ? [] : [status])],
  });
  return rows[0]!.count;
}

/** Returns SQL of the rows of a status: `$2`. */
function withStatus({ upToDate, outdated }: RowsOfStatus): string {
  return `(status = $2 and ${upToDate}) ${outdated === null ? '' : `or (${outdated})`}`;
}
