import { html } from 'hono/html';
import type { PageCard } from '../read-page.ts';
import { picturePath, previewSize } from '../../../auctions/presentation/picture-encoder.ts';
import type { Locale } from '../locale.ts';
import { isBeforeEnd, phaseOf } from '../../../auctions/phase.ts';
import type { AuctionVisit } from '../visit.ts';
import { withoutDirections } from './isolated.ts';
import type { Html } from './layout.ts';

/** Describes an auction to messengers that preview links (https://ogp.me). It never names a bidder. */
export function linkPreview({ locale, auction, card }: AuctionVisit, sellerName: string, publicUrl: string): Html {
  const words = card.description === null ? '' : ` · ${firstWords(card.description.words)}`;
  const description = describe(locale, auction) + withoutDirections(words);
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${withoutDirections(sellerName)}">
<meta property="og:title" content="${withoutDirections(auction.title)}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${publicUrl}/auctions/${auction.auctionId}">${pictureOf(card, publicUrl)}`;
}

function pictureOf({ pictures: [first] }: PageCard, publicUrl: string): Html {
  if (first === undefined) return html``;
  const { pictureId, alternativeText, width, height } = first;
  const scale = Math.min(1, previewSize / Math.max(width, height));
  return html`
<meta property="og:image" content="${publicUrl}${picturePath(pictureId, previewSize, 'jpeg')}">
<meta property="og:image:width" content="${Math.round(width * scale)}">
<meta property="og:image:height" content="${Math.round(height * scale)}">
<meta property="og:image:alt" content="${alternativeText}">
<meta name="twitter:card" content="summary_large_image">`;
}

/** In UTF-16 code units. */
const maxWordsLength = 160;
const graphemes = new Intl.Segmenter();

function firstWords(text: string): string {
  if (text.length <= maxWordsLength) return text;
  // A cut within an emoji or a letter with its accents would show other characters.
  const end = graphemes.segment(text).containing(maxWordsLength)!.index;
  const space = text.lastIndexOf(' ', end);
  return `${text.slice(0, space > 0 ? space : end)} …`;
}

function describe(
  { words: { preview, phaseLabels, figures }, dollars, utc }: Locale,
  auction: AuctionVisit['auction'],
): string {
  const { leadingValueInCents, winningValueInCents, bidCount, biddingPeriodEndsAt, latestEndsAt } = auction;
  const phase = phaseOf(auction);
  const value =
    winningValueInCents !== null
      ? preview.soldFor({ value: dollars(winningValueInCents) })
      : leadingValueInCents === null
        ? preview.noBids
        : preview.leading({ value: dollars(leadingValueInCents) });
  const bids = bidCount === 0 ? '' : ` · ${preview.bids({ count: bidCount })}`;
  const begun = `${phaseLabels[phase]} · ${value}${bids}`;
  // The end of a cancelled auction means nothing any more.
  if (phase === 'cancelled') return begun;
  const end = (isBeforeEnd(phase) ? preview.ends : preview.ended)({ time: utc(biddingPeriodEndsAt) });
  const mayMove = isBeforeEnd(phase) && latestEndsAt > biddingPeriodEndsAt;
  return `${begun} · ${end}${mayMove ? ` · ${figures.mayMove}` : ''}`;
}
