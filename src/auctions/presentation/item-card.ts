import { hash } from 'node:crypto';
import { isOutage } from '../../core/outage.ts';
import type { Connection } from '../../platform/db/database.ts';
import { selectList } from '../../platform/db/select-list.ts';
import { type AuctionPresentation, presentationColumns } from './auction-presentation.ts';
import { type RenderedTexts, renderRichText, type RichText } from './rich-text.ts';
import { type ShownProfile, shownProperties } from './seller-profile.ts';

/** Everything that a seller shows to bidders next to an auction's own fields. */
export interface ItemCard extends AuctionPresentation, ShownProfile {
  /** The stored renderings of the texts, for `cardTexts`. */
  readonly renderedItem: RenderedTexts | null;
  readonly renderedSeller: RenderedTexts | null;
}

/** SQL of the item card of the auction `$1`, over its row in `auctions`. */
export const itemCard = `
  select ${presentationColumns(true)}, ${selectList({ ...shownProperties, sellerId: 'auctions.seller_id' })},
    auction_presentations.rendered as "renderedItem", seller_profiles.rendered as "renderedSeller"
  from (values (0)) one
  left join auction_presentations on auction_presentations.auction_id = auctions.auction_id
  left join seller_profiles on seller_profiles.seller_id = auctions.seller_id`;

/** The texts of an item card, rendered. */
export type CardTexts = Readonly<Record<(typeof itemTexts | typeof sellerTexts)[number], RichText | null>>;

export const itemTexts = ['description', 'afterWinning'] as const;
/** The texts about the seller, in the order of the page. */
export const sellerTexts = ['contact', 'terms', 'shipping', 'returnAddress', 'imprint', 'privacy'] as const;

/** Raised when the same text is drawn in another way. */
const rendererVersion = 1;

/** Renders texts for their row in the database. */
export function renderTexts<Name extends string>(
  texts: Readonly<Record<Name, string | null>>,
  among: readonly Name[],
): RenderedTexts {
  const written = among.flatMap((name) => {
    const text = texts[name];
    return text === null ? [] : [[name, { of: digestOf(text), ...renderRichText(text) }] as const];
  });
  return Object.fromEntries(written);
}

/**
 * Returns the texts of an item card as they are stored. A text that an earlier version has written is rendered once, at its first
 * view, and stored.
 */
export async function cardTexts(db: Connection, auctionId: string, card: ItemCard): Promise<CardTexts> {
  const { renderedItem, renderedSeller } = card;
  let stored = { ...renderedItem, ...renderedSeller };
  const isRendered = names.every((name) => card[name] === null || stored[name]?.of === digestOf(card[name]));
  if (!isRendered) {
    const [item, seller] = [renderTexts(card, itemTexts), renderTexts(card, sellerTexts)];
    await store(db, auctionId, { item, seller });
    stored = { ...item, ...seller };
  }
  const texts = names.map((name) => [name, card[name] === null ? null : (stored[name] ?? null)] as const);
  return Object.fromEntries(texts) as CardTexts;
}

const names = [...itemTexts, ...sellerTexts] as const;

/** Stores renderings. A text that has changed meanwhile is rendered at its next view. */
async function store(
  db: Connection,
  auctionId: string,
  { item, seller }: { item: RenderedTexts; seller: RenderedTexts },
): Promise<void> {
  try {
    await db.query('update auction_presentations set rendered = $2 where auction_id = $1', [
      auctionId,
      JSON.stringify(item),
    ]);
    await db.query(
      `update seller_profiles set rendered = $2
       where seller_id = (select seller_id from auctions where auction_id = $1)`,
      [auctionId, JSON.stringify(seller)],
    );
  } catch (error) {
    // The page is shown, and the next view tries again.
    if (!isOutage(error)) throw error;
  }
}

function digestOf(text: string): string {
  return hash('sha256', `${rendererVersion} ${text}`, 'base64url');
}
