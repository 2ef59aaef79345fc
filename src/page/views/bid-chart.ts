import { html } from 'hono/html';
import type { BidValue } from '../../bids/bid-values.ts';
import type { Locale } from '../locale.ts';
import type { Html } from './layout.ts';

/** The bids that the chart is drawn of: the latest ones. */
export const maxCharted = 100;
const maxListed = 20;

const width = 600;
const height = 150;
const margin = 8;

/** @param latest newest first; at most `maxCharted` */
export function bidChart(locale: Locale, latest: readonly BidValue[], bidCount: number): Html {
  if (latest.length === 0) return html`<div id="chart"></div>`;
  const { chart } = locale.words;
  return html`<section class="card" id="chart" aria-labelledby="chart-heading">
<h2 id="chart-heading">${chart.heading(bidCount, html`<span data-live="bidCount">${bidCount}</span>`)}</h2>
${latest.length < 2 ? '' : drawing(locale, [...latest].reverse())}
<details><summary>${chart.asTable}</summary>
<table>
<caption>${latest.length > maxListed ? chart.latest(maxListed) : chart.every}</caption>
<thead><tr><th scope="col">${chart.bid}</th><th scope="col">${chart.placed}</th></tr></thead>
<tbody>${latest.slice(0, maxListed).map(({ valueInCents, placedAt }) => html`<tr><td class="money">${locale.dollars(valueInCents)}</td><td>${locale.instant(placedAt)}</td></tr>`)}</tbody>
</table></details>
</section>`;
}

/** Each bid a dot, the leading one a line of steps. */
function drawing(locale: Locale, bids: readonly BidValue[]): Html {
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
  const summary = chart.summary(locale.dollars(values[0]!), locale.dollars(values.at(-1)!), locale.dollars(highest));
  return html`<figure>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${summary}">
<path class="line" d="${steps.join('')}"/><path class="dots" d="${points.map(({ x, y }) => `M${x} ${y}h0`).join('')}"/>
</svg>
<figcaption><span>${locale.instant(bids[0]!.placedAt)}</span><span class="money">${chart.range(locale.dollars(lowest), locale.dollars(highest))}</span><span>${locale.instant(bids.at(-1)!.placedAt)}</span></figcaption>
</figure>`;
}
