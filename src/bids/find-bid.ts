import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { sellerNow } from '../db/seller-clock.ts';
import type { Source } from '../db/source.ts';
import { bidColumns, type BidRow } from './bid-row.ts';

/**
 * Finds one bid on one of the viewer's auctions.
 *
 * @throws Refusal `bid_not_found` for an unknown id and for a bid of another seller's auction alike
 */
export async function findBid({ db }: { db: Connection }, viewer: Viewer, bidId: string): Promise<BidRow> {
  const { name, from, values } = oneBid(viewer, { bidId });
  const { rows } = await db.query<BidRow>({
    name,
    text: `select ${bidColumns} ${from(sellerNow)}`,
    values: [...values],
  });
  if (rows[0] === undefined) throw new Refusal('bid_not_found');
  return rows[0];
}

/**
 * Returns the source of one bid.
 *
 * @throws Refusal `bid_not_found` for an id that is no UUID
 */
export function oneBid(viewer: Viewer, { bidId }: { bidId: string }): Source {
  if (!isUuid(bidId)) throw new Refusal('bid_not_found');
  return {
    name: 'find-bid',
    table: 'bids',
    from: () => 'from bids where seller_id = $1 and bid_id = $2',
    values: [viewer.sellerId, bidId],
    limit: null,
  };
}
