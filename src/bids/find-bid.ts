import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { bidColumns, type BidRow } from './bid-row.ts';

/**
 * One bid on one of the viewer's auctions.
 *
 * @throws Refusal `bid_not_found` for an unknown id and for a bid of another seller's auction alike
 */
export async function findBid({ db }: { db: Pick<Database, 'pool'> }, viewer: Viewer, bidId: string): Promise<BidRow> {
  if (!isUuid(bidId)) throw new Refusal('bid_not_found');
  const { rows } = await db.pool.query<BidRow>({
    name: 'find-bid',
    text: `select ${bidColumns} from bids where bid_id = $1 and seller_id = $2`,
    values: [bidId, viewer.sellerId],
  });
  if (rows[0] === undefined) throw new Refusal('bid_not_found');
  return rows[0];
}
