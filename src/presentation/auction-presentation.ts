import { type AuctionPicture, picturesOf } from './auction-pictures.ts';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';

/** The item as bidders see it on the page; `null` where the seller has written nothing. */
export interface AuctionPresentation {
  /** In the subset of Markdown that the page renders. */
  readonly description: string | null;
  /** Shown to the winner, in the same subset. */
  readonly afterWinning: string | null;
  readonly pictures: readonly AuctionPicture[];
}

/** `$1` is the auction. */
export const presentationColumns = `
  auction_presentations.description, auction_presentations.after_winning as "afterWinning",
  ${picturesOf('$1::uuid')} as pictures`;

/**
 * Reads the presentation of one of the viewer's auctions.
 *
 * @throws Refusal `auction_not_found` for an unknown id and for another seller's alike
 */
export async function findAuctionPresentation(
  connection: Connection,
  { sellerId }: Viewer,
  auctionId: string,
): Promise<AuctionPresentation> {
  if (!isUuid(auctionId)) throw new Refusal('auction_not_found');
  const { rows } = await connection.query<AuctionPresentation>({
    name: 'find-auction-presentation',
    text: `
      select ${presentationColumns}
      from auctions left join auction_presentations using (auction_id)
      where auctions.auction_id = $1 and auctions.seller_id = $2`,
    values: [auctionId, sellerId],
  });
  if (rows[0] === undefined) throw new Refusal('auction_not_found');
  return rows[0];
}
