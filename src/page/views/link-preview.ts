import { html } from 'hono/html';
import type { ItemCard } from '../../presentation/find-item-card.ts';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import { picturePath } from '../../presentation/picture-path.ts';
import { phaseOf } from '../phase.ts';
import { showDollars } from '../show-dollars.ts';
import { utcText } from '../show-instant.ts';
import type { Html } from './layout.ts';
import { plainText } from './rich-text.ts';
import { phaseLabels } from './phase-words.ts';

/** Describes an auction to messengers that preview links (https://ogp.me). It never names a bidder. */
export function linkPreview(
  auction: PublicAuction,
  { publicUrl, card, sellerName }: { publicUrl: string; card: ItemCard; sellerName: string },
): Html {
  const words = card.description === null ? '' : ` · ${firstWords(plainText(card.description))}`;
  const description = describe(auction) + words;
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${sellerName}">
<meta property="og:title" content="${auction.title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${publicUrl}/auctions/${auction.auctionId}">${pictureOf(card, publicUrl)}`;
}

function pictureOf({ pictures: [first] }: ItemCard, publicUrl: string): Html {
  if (first === undefined) return html``;
  const { pictureId, alternativeText, width, height } = first;
  return html`
<meta property="og:image" content="${publicUrl}${picturePath(pictureId, 1600)}">
<meta property="og:image:type" content="image/webp">
<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">
<meta property="og:image:alt" content="${alternativeText}">
<meta name="twitter:card" content="summary_large_image">`;
}

const maxWordsLength = 160;

function firstWords(text: string): string {
  if (text.length <= maxWordsLength) return text;
  return `${text.slice(0, text.lastIndexOf(' ', maxWordsLength)).slice(0, maxWordsLength)} …`;
}

function describe(auction: PublicAuction): string {
  const { leadingValueInCents, winningValueInCents, bidCount, biddingPeriodEndsAt } = auction;
  const phase = phaseOf(auction);
  const value =
    winningValueInCents !== null
      ? `Sold for ${showDollars(winningValueInCents)}`
      : leadingValueInCents === null
        ? 'No bids yet'
        : `Leading bid ${showDollars(leadingValueInCents)}`;
  const bids = bidCount === 0 ? '' : ` · ${bidCount} ${bidCount === 1 ? 'bid' : 'bids'}`;
  return `${phaseLabels[phase]} · ${value}${bids} · ${phase === 'open' || phase === 'upcoming' ? 'Ends' : 'Ended'} ${utcText(biddingPeriodEndsAt)}`;
}
