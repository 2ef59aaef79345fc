import { checkInput } from '../core/check-input.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { findAuctionsInput } from './auction-input.ts';
import { rowsByStatus } from './auction-row.ts';

const countAuctionsInput = findAuctionsInput.pick({ status: true });

/** How many auctions the viewer has, of one status or of all: PostgreSQL counts them one by one. */
export async function countAuctions(
  { db }: { db: Pick<Database, 'pool'> },
  viewer: Viewer,
  input: unknown,
): Promise<number> {
  const { status } = checkInput(countAuctionsInput, input);
  const { turned, due } = status === undefined ? { turned: 'true', due: null } : rowsByStatus[status];
  const ofStatus = status === undefined ? turned : `(status = $2 and ${turned})`;
  const { rows } = await db.pool.query<{ count: number }>({
    name: `count-auctions-${status ?? 'all'}`,
    text: `select count(*)::int as count from auctions where seller_id = $1 and (${ofStatus} ${due === null ? '' : `or (${due})`})`,
    values: [viewer.sellerId, ...(status === undefined ? [] : [status])],
  });
  return rows[0]!.count;
}
