import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection, Database } from '../db/database.ts';
import type { Source } from '../db/source.ts';
import { auctionColumns, type AuctionRow } from './auction-row.ts';

/**
 * One of the viewer's auctions.
 *
 * @throws Refusal `auction_not_found` for an unknown id and for another seller's alike
 */
export async function findAuction(
  { db }: { db: Pick<Database, 'pool'> },
  viewer: Viewer,
  auctionId: string,
): Promise<AuctionRow> {
  refuseUnlessUuid(auctionId);
  return selectAuction(db.pool, viewer, auctionId);
}

/** Takes the auction's row lock, which every change of it takes first, then reads it. */
export async function lockAuction(tx: Connection, viewer: Viewer, auctionId: string): Promise<AuctionRow> {
  refuseUnlessUuid(auctionId);
  await tx.query('select from auctions where seller_id = $1 and auction_id = $2 for no key update', [
    viewer.sellerId,
    auctionId,
  ]);
  // A statement of its own: its clock starts once the lock is held.
  return selectAuction(tx, viewer, auctionId);
}

async function selectAuction(connection: Connection, viewer: Viewer, auctionId: string): Promise<AuctionRow> {
  const { name, from, values } = oneAuction(viewer, { auctionId });
  const { rows } = await connection.query<AuctionRow>({
    name,
    text: `select ${auctionColumns} ${from}`,
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
    from: 'from auctions where seller_id = $1 and auction_id = $2',
    values: [viewer.sellerId, auctionId],
    limit: null,
  };
}

function refuseUnlessUuid(auctionId: string): void {
  if (!isUuid(auctionId)) throw new Refusal('auction_not_found');
}
