import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from '../db/database.ts';
import { selectList, type Source } from '../db/source.ts';
import type { Shown } from './shown-auction.ts';

/**
 * One of the viewer's auctions.
 *
 * @throws Refusal `auction_not_found` for an unknown id and for another seller's alike
 */
export async function findAuction<Row extends object>(
  { db }: { db: Pick<Database, 'pool'> },
  viewer: Viewer,
  auctionId: string,
  shown: Shown<Row>,
): Promise<Row> {
  const { name, from, values } = oneAuction(viewer, { auctionId });
  const { rows } = await db.pool.query<Row>({
    ...(shown.name !== null && { name: `${name}-${shown.name}` }),
    text: `select ${selectList(shown.columns)} ${from}`,
    values: [...values],
  });
  if (rows[0] === undefined) throw new Refusal('auction_not_found');
  return rows[0];
}

/** @throws Refusal `auction_not_found` for an id that is no UUID */
export function oneAuction(viewer: Viewer, { auctionId }: { auctionId: string }): Source {
  refuseUnlessUuid(auctionId);
  return {
    name: 'find-auction',
    table: 'auctions',
    from: 'from auctions where seller_id = $1 and auction_id = $2',
    values: [viewer.sellerId, auctionId],
    limit: null,
  };
}

/** @throws Refusal `auction_not_found` */
export function refuseUnlessUuid(auctionId: string): void {
  if (!isUuid(auctionId)) throw new Refusal('auction_not_found');
}
