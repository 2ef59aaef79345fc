import { html } from 'hono/html';
import type { BidValue } from '../../bids/find-bid-values.ts';
import { showDollars } from '../show-dollars.ts';
import { showInstant } from '../show-instant.ts';
import type { Html } from './layout.ts';

/** The bids that the chart is drawn of: the latest ones. */
export const maxCharted = 100;
const maxListed = 20;

const width = 600;
const height = 150;
const margin = 8;

/** @param latest newest first; at most `maxCharted` */
export function bidChart(latest: readonly BidValue[], bidCount: number): Html {
  if (latest.length === 0) return html`<div id="chart"></div>`;
  return html`<section class="card" id="chart" aria-labelledby="chart-heading">
<h2 id="chart-heading">${bidCount === 1 ? 'One bid' : html`<span data-live="bidCount">${bidCount}</span> bids over time`}</h2>
${latest.length < 2 ? '' : drawing([...latest].reverse())}
<details><summary>As a table</summary>
<table>
<caption>${latest.length > maxListed ? `The latest ${maxListed} bids` : 'Every bid'}, newest first</caption>
<thead><tr><th scope="col">Bid</th><th scope="col">Placed</th></tr></thead>
<tbody>${latest.slice(0, maxListed).map(({ valueInCents, placedAt }) => html`<tr><td class="money">${showDollars(valueInCents)}</td><td>${showInstant(placedAt)}</td></tr>`)}</tbody>
</table></details>
</section>`;
}

/** Each bid a dot, the leading one a line of steps. */
function drawing(bids: readonly BidValue[]): Html {
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
  const summary = `From ${showDollars(values[0]!)} to ${showDollars(values.at(-1)!)}, the highest ${showDollars(highest)}.`;
  return html`<figure>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${summary}">
<path class="line" d="${steps.join('')}"/><path class="dots" d="${points.map(({ x, y }) => `M${x} ${y}h0`).join('')}"/>
</svg>
<figcaption><span>${showInstant(bids[0]!.placedAt)}</span><span class="money">${showDollars(lowest)} to ${showDollars(highest)}</span><span>${showInstant(bids.at(-1)!.placedAt)}</span></figcaption>
</figure>`;
}
