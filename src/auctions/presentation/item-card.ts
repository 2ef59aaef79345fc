import { selectList } from '../../platform/db/select-list.ts';
import { type AuctionPresentation, presentationColumns } from './auction-presentation.ts';
import { renderRichText, type RichText } from './rich-text.ts';
import { type ShownProfile, shownProperties } from './seller-profile.ts';

/** Everything that a seller shows to bidders next to an auction's own fields. */
export interface ItemCard extends AuctionPresentation, ShownProfile {}

/** SQL of the item card of the auction `$1`, over its row in `auctions`. */
export const itemCard = `
  select ${presentationColumns(true)}, ${selectList({ ...shownProperties, sellerId: 'auctions.seller_id' })}
  from (values (0)) one
  left join auction_presentations on auction_presentations.auction_id = auctions.auction_id
  left join seller_profiles on seller_profiles.seller_id = auctions.seller_id`;

/** The texts about the seller, in the order of the page. */
export const sellerTexts = ['contact', 'terms', 'shipping', 'returnAddress', 'imprint', 'privacy'] as const;

const names = ['description', 'afterWinning', ...sellerTexts] as const;

/** The texts of an item card, rendered. */
export type CardTexts = Readonly<Record<(typeof names)[number], RichText | null>>;

export function cardTexts(card: Readonly<Partial<Record<keyof CardTexts, string | null>>>): CardTexts {
  const texts = names.map((name) => [name, card[name] == null ? null : renderRichText(card[name])] as const);
  return Object.fromEntries(texts) as CardTexts;
}
