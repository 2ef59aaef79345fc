import type { Connection } from '../db/database.ts';
import { type AuctionPresentation, presentationColumns } from './auction-presentation.ts';
import { profileColumns, type SellerProfile } from './seller-profile.ts';

/** Everything that a seller shows to bidders next to an auction's own fields. */
export interface ItemCard extends AuctionPresentation, SellerProfile {}

export async function findItemCard(
  connection: Connection,
  { auctionId, sellerId }: { auctionId: string; sellerId: string },
): Promise<ItemCard> {
  const { rows } = await connection.query<ItemCard>({
    name: 'find-item-card',
    text: `
      select ${presentationColumns}, ${profileColumns}
      from (select $1::uuid as auction_id, $2::uuid as seller_id) auction
      left join auction_presentations using (auction_id)
      left join seller_profiles on seller_profiles.seller_id = auction.seller_id`,
    values: [auctionId, sellerId],
  });
  return rows[0]!;
}
