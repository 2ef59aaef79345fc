import { hash } from 'node:crypto';
import { isOutage } from '../core/outage.ts';
import type { Connection } from '../db/database.ts';
import type { AuctionPresentation } from './auction-presentation.ts';
import type { ItemCard } from './item-card.ts';
import { type RenderedTexts, renderRichText, type RichText } from './rich-text.ts';
import type { SellerProfile } from './seller-profile.ts';

/** The texts of an item card, rendered. */
export interface CardTexts {
  readonly description: RichText | null;
  readonly afterWinning: RichText | null;
  readonly contact: RichText | null;
  readonly terms: RichText | null;
  readonly returnAddress: RichText | null;
}

/** Raised when the same text is drawn in another way. */
const rendererVersion = 1;

/** Renders the texts of an auction for its row in the database. */
export function renderPresentation({ description, afterWinning }: PresentationTexts): RenderedTexts {
  return renderAll({ description, afterWinning });
}

/** Renders the texts of a seller for its row in the database. */
export function renderProfile({ contact, terms, returnAddress }: ProfileTexts): RenderedTexts {
  return renderAll({ contact, terms, returnAddress });
}

type PresentationTexts = Pick<AuctionPresentation, 'description' | 'afterWinning'>;
type ProfileTexts = Pick<SellerProfile, 'contact' | 'terms' | 'returnAddress'>;

/**
 * Returns the texts of an item card as they are stored. A text that an earlier version has written is rendered once, at its first
 * view, and stored.
 */
export async function cardTexts(db: Connection, auctionId: string, card: ItemCard): Promise<CardTexts> {
  const { renderedItem, renderedSeller } = card;
  let stored = { ...renderedItem, ...renderedSeller };
  if (!isRendered(card, stored)) {
    const [item, seller] = [renderPresentation(card), renderProfile(card)];
    await store(db, auctionId, { item, seller });
    stored = { ...item, ...seller };
  }
  const textOf = (name: keyof CardTexts) => (card[name] === null ? null : (stored[name] ?? null));
  return {
    description: textOf('description'),
    afterWinning: textOf('afterWinning'),
    contact: textOf('contact'),
    terms: textOf('terms'),
    returnAddress: textOf('returnAddress'),
  };
}

function renderAll(texts: Readonly<Record<string, string | null>>): RenderedTexts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      text === null ? [] : [[name, { of: digestOf(text), ...renderRichText(text) }]],
    ),
  );
}

const names = ['description', 'afterWinning', 'contact', 'terms', 'returnAddress'] as const;

function isRendered(card: ItemCard, stored: RenderedTexts): boolean {
  return names.every((name) => card[name] === null || stored[name]?.of === digestOf(card[name]));
}

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
