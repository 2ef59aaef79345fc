import { html } from 'hono/html';
import { picturePath } from '../../../auctions/presentation/picture-encoder.ts';
import type { Lot, Lots, SoldLot } from '../find-lots.ts';
import type { Locale } from '../locale.ts';
import type { lotsLinks } from '../page-links.ts';
import { isolated } from './isolated.ts';
import { logo, smallAvif } from './item-card-view.ts';
import type { Html } from './layout.ts';

/** The page of a seller's open lots: each leads to its auction. */
export function lotsView(
  locale: Locale,
  content: Lots & {
    readonly name: string;
    readonly page: number;
    /** The path that a proxy puts before ours. */
    readonly base: string;
    readonly links: ReturnType<typeof lotsLinks>;
  },
): Html {
  const { seller, lots, sold, hasNext, name, page, base, links } = content;
  const words = locale.words.lots;
  const pageLink = (to: number, text: string) => html`<a class="button secondary" href="${links.page(to)}">${text}</a>`;
  const { shopUrl } = seller;
  return html`<main class="narrow wide" data-now="${seller.now.getTime()}">
<div class="head">
<h1>${words.heading({ seller: isolated(name) })}</h1>
<p class="seller">${logo(seller.logoPictureId, base)}${shopUrl === null ? '' : html`<a href="${shopUrl}" rel="noreferrer">${locale.words.auction.toShop}</a>`}</p>
</div>
${lots.length === 0 ? html`<p class="card">${words.none}</p>` : html`<ul class="lots">${lots.map((lot) => lotCard(locale, lot, seller.now, { base, links }))}</ul>`}
${page > 1 || hasNext ? html`<p class="row">${page > 1 ? pageLink(page - 1, words.earlier) : ''} ${hasNext ? pageLink(page + 1, words.later) : ''}</p>` : ''}
${sold.length === 0 ? '' : html`<section aria-labelledby="sold-heading"><h2 id="sold-heading">${words.sold}</h2><ul class="lots">${sold.map((lot) => soldCard(locale, lot, { base, links }))}</ul></section>`}
</main>`;
}

function lotCard(
  locale: Locale,
  lot: Lot,
  now: Date,
  { base, links }: { base: string; links: ReturnType<typeof lotsLinks> },
): Html {
  const { figures } = locale.words;
  const { leadingValueInCents, minimumBidValueInCents, isUpcoming, turnsAt, mayMove, bidCount } = lot;
  const [label, value] =
    leadingValueInCents === null
      ? [figures.minimum, minimumBidValueInCents]
      : [figures.leadingBid, leadingValueInCents];
  return html`<li class="card">
${pictureOf(lot, base)}
<h2 dir="auto"><a href="${links.auction(lot.auctionId)}">${lot.title}</a></h2>
<dl class="facts">
<div><dt>${label}</dt><dd class="money">${locale.dollars(value)}</dd></div>
${bidCount === 0 ? '' : html`<div><dt>${figures.bids}</dt><dd>${bidCount}</dd></div>`}
<div><dt>${isUpcoming ? figures.opensIn : figures.endsIn}</dt><dd><span role="timer" data-until="${turnsAt.getTime()}">${locale.duration(turnsAt.getTime() - now.getTime())}</span></dd></div>
</dl>
<p class="hint when">${locale.instant(turnsAt)}</p>${mayMove ? html`<p class="hint">${figures.mayMove}</p>` : ''}
</li>`;
}

function soldCard(
  locale: Locale,
  lot: SoldLot,
  { base, links }: { base: string; links: ReturnType<typeof lotsLinks> },
): Html {
  const { figures } = locale.words;
  return html`<li class="card">
${pictureOf(lot, base)}
<h3 dir="auto"><a href="${links.auction(lot.auctionId)}">${lot.title}</a></h3>
<dl class="facts"><div><dt>${figures.soldFor}</dt><dd class="money">${locale.dollars(lot.winningValueInCents)}</dd></div></dl>
<p class="hint when">${locale.instant(lot.endedAt)}</p>
</li>`;
}

function pictureOf({ pictureId, alternativeText }: Pick<Lot, 'pictureId' | 'alternativeText'>, base: string): Html {
  if (pictureId === null) return html``;
  return html`<picture>${smallAvif(pictureId, base)}<img src="${base}${picturePath(pictureId, 480)}" alt="${alternativeText}" width="4" height="3" loading="lazy"></picture>`;
}
