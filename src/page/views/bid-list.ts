import { html } from 'hono/html';
import type { BidValue } from '../../bids/bid-values.ts';
import type { OwnBid } from '../../bids/own-bids.ts';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import type { Locale } from '../locale.ts';
import { bidChart } from './bid-chart.ts';
import type { Html } from './layout.ts';

/** The bids that are listed at once; the others are a tap away, with the chart. */
const maxListed = 5;
const maxListedOpen = 20;

/**
 * Draws the latest bids by amount and bidder. Others are numbers: nobody learns more of them than which bids are of one person.
 *
 * @param latest newest first; at most `maxCharted`
 */
export function bidList(
  locale: Locale,
  latest: readonly BidValue[],
  own: readonly OwnBid[],
  { bidCount, now }: PublicAuction,
): Html {
  if (latest.length === 0) return html`<div id="bids"></div>`;
  const { chart } = locale.words;
  const ownNumbers = new Set(own.map(({ bidderNumber }) => bidderNumber));
  const bidder = (number: number | null) => {
    if (number === null) return '';
    return ownNumbers.has(number) ? html`<b>${chart.you}</b>` : chart.bidder(number);
  };
  const list = (bids: readonly BidValue[]) =>
    html`<ol class="bids">${bids.map(
      ({ valueInCents, placedAt, bidderNumber }) =>
        html`<li><span class="bidder">${bidder(bidderNumber)}</span> <b class="money">${locale.dollars(valueInCents)}</b> <time datetime="${placedAt.toISOString()}" data-ago>${locale.ago(now.getTime() - placedAt.getTime())}</time></li>`,
    )}</ol>`;
  return html`<section class="card" id="bids" aria-labelledby="bids-heading">
<h2 id="bids-heading">${chart.heading(bidCount, html`<span data-live="bidCount">${bidCount}</span>`)}</h2>
${list(latest.slice(0, maxListed))}
${latest.length < 2 ? '' : html`<details><summary>${chart.more}</summary>${bidChart(locale, latest, bidCount)}${latest.length > maxListed ? list(latest.slice(maxListed, maxListedOpen)) : ''}</details>`}
</section>`;
}
