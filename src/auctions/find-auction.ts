import { Refusal } from '../core/refusal.ts';
import { setAuction } from '../core/request-context.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import { sellerNow } from '../db/seller-clock.ts';
import { selectList, type Source } from '../db/source.ts';
import type { Projection } from './projection.ts';

/**
 * Finds one of the viewer's auctions.
 *
 * @throws Refusal `auction_not_found` for an unknown id and for another seller's alike
 */
export async function findAuction<Row extends object>(
  { db }: { db: Connection },
  viewer: Viewer,
  auctionId: string,
  projection: Projection<Row>,
): Promise<Row> {
  const { name, from, values } = oneAuction(viewer, { auctionId });
  const { rows } = await db.query<Row>({
    ...(projection.name !== null && { name: `${name}-${projection.name}` }),
    text: `select ${selectList(projection.columns(sellerNow))} ${from(sellerNow)}`,
    values: [...values],
  });
  if (rows[0] === undefined) throw new Refusal('auction_not_found');
  return rows[0];
}

/**
 * Returns the source of one auction.
 *
 * @throws Refusal `auction_not_found` for an id that is no UUID
 */
export function oneAuction(viewer: Viewer, { auctionId }: { auctionId: string }): Source {
  refuseUnlessUuid(auctionId);
  setAuction(auctionId);
  return {
    name: 'find-auction',
    table: 'auctions',
    from: () => 'from auctions where seller_id = $1 and auction_id = $2',
    values: [viewer.sellerId, auctionId],
    limit: null,
  };
}

/**
 * Refuses an id that is no UUID.
 *
 * @throws Refusal `auction_not_found`
 */
export function refuseUnlessUuid(auctionId: string): void {
  if (!isUuid(auctionId)) throw new Refusal('auction_not_found');
}
