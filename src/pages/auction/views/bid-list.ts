import { html } from 'hono/html';
import type { BidValue } from '../find-public-auction.ts';
import { writeHead } from '#verify-transcript';
import type { Locale } from '../locale.ts';
import type { Html } from './layout.ts';
import type { PageContent } from './page-content.ts';

/** The bids that are listed at once; the others are a tap away, with the chart. */
const maxListed = 5;
const maxListedOpen = 20;

/** Draws the latest bids by amount and bidder. Others are numbers: nobody learns more of them than which bids are of one person. */
export function bidList(content: PageContent): Html {
  const {
    locale,
    latest,
    own,
    auction: { bidCount, now },
  } = content;
  if (latest.length === 0) return html`<div id="bids"></div>`;
  const { chart } = locale.words;
  const ownNumbers = new Set(own.map(({ bidderNumber }) => bidderNumber));
  const bidder = (number: number | null) => {
    if (number === null) return '';
    return ownNumbers.has(number) ? html`<b>${chart.you}</b>` : chart.bidder({ number });
  };
  const list = (bids: readonly BidValue[]) =>
    html`<ol class="bids">${bids.map(
      ({ valueInCents, placedAt, bidderNumber }) =>
        html`<li><span class="bidder">${bidder(bidderNumber)}</span> <b class="money">${locale.dollars(valueInCents)}</b> <time datetime="${placedAt.toISOString()}" data-ago>${locale.ago(now.getTime() - placedAt.getTime())}</time></li>`,
    )}</ol>`;
  return html`<section class="card" id="bids" aria-labelledby="bids-heading">
<h2 id="bids-heading">${chart.heading({ count: bidCount, shown: html`<span data-live="bidCount">${bidCount}</span>` })}</h2>
${list(latest.slice(0, maxListed))}
${transcriptNote(content)}
${latest.length < 2 ? '' : html`<details><summary>${chart.more}</summary>${bidChart(locale, latest, bidCount)}${latest.length > maxListed ? list(latest.slice(maxListed, maxListedOpen)) : ''}</details>`}
</section>`;
}

/** Shows the head of the transcript, which readers compare. */
function transcriptNote({ locale: { words }, links, auction: { head } }: PageContent): Html {
  if (head === null) return html``;
  const { note, check } = words.transcript;
  return html`<p class="hint head-of-transcript">${note({ head: html`<bdi data-live="head">${writeHead(head)}</bdi>` })} <a href="${links.transcript}">${check}</a></p>`;
}

const width = 600;
const height = 150;
const margin = 8;

/**
 * Draws each bid as a dot and the leading one as a line of steps, over time.
 *
 * @param latest newest first; at least two
 */
function bidChart(locale: Locale, latest: readonly BidValue[], bidCount: number): Html {
  const bids = [...latest].reverse();
  const values = bids.map(({ valueInCents }) => valueInCents);
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  const first = bids[0]!.placedAt.getTime();
  const last = bids.at(-1)!.placedAt.getTime();
  const points = bids.map(({ valueInCents, placedAt }) => ({
    x: Math.round(margin + ((width - 2 * margin) * (placedAt.getTime() - first)) / (last - first || 1)),
    y: Math.round(height - margin - ((height - 2 * margin) * (valueInCents - lowest)) / (highest - lowest || 1)),
  }));
  let best = Infinity;
  const steps = points.map(({ x, y }, index) => {
    best = Math.min(best, y);
    return index === 0 ? `M${x} ${best}` : `H${x}V${best}`;
  });
  const { chart } = locale.words;
  const summary = chart.summary({
    first: locale.dollars(values[0]!),
    last: locale.dollars(values.at(-1)!),
    highest: locale.dollars(highest),
  });
  return html`<figure class="chart">
<figcaption>${latest.length < bidCount ? chart.latest({ count: latest.length, all: bidCount }) : chart.every}</figcaption>
<p class="values" aria-hidden="true"><span class="money">${locale.dollars(highest)}</span><span class="money">${locale.dollars(lowest)}</span></p>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${summary}">
<path class="line" d="${steps.join('')}"/><path class="dots" d="${points.map(({ x, y }) => `M${x} ${y}h0`).join('')}"/>
</svg>
<p class="times">${locale.instant(bids[0]!.placedAt)}${locale.instant(bids.at(-1)!.placedAt)}</p>
</figure>`;
}
