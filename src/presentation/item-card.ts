import { type AuctionPresentation, presentationColumns } from './auction-presentation.ts';
import type { RenderedTexts } from './rich-text.ts';
import { profileColumns, type SellerProfile } from './seller-profile.ts';

/** Everything that a seller shows to bidders next to an auction's own fields. */
export interface ItemCard extends AuctionPresentation, SellerProfile {
  /** The stored renderings of the texts, for `cardTexts`. */
  readonly renderedItem: RenderedTexts | null;
  readonly renderedSeller: RenderedTexts | null;
}

/** SQL of the item card of the auction `$1`, over its row in `auctions`. */
export const itemCard = `
  select ${presentationColumns}, ${profileColumns},
    auction_presentations.rendered as "renderedItem", seller_profiles.rendered as "renderedSeller"
  from (values (0)) one
  left join auction_presentations on auction_presentations.auction_id = auctions.auction_id
  left join seller_profiles on seller_profiles.seller_id = auctions.seller_id`;
