import { html } from 'hono/html';
import type { BidValue } from '../../bids/bid-values.ts';
import type { Locale } from '../locale.ts';
import type { Html } from './layout.ts';

/** The bids that the chart is drawn of: the latest ones. */
export const maxCharted = 100;

const width = 600;
const height = 150;
const margin = 8;

/**
 * Draws each bid as a dot and the leading one as a line of steps, over time.
 *
 * @param latest newest first; at least two, at most `maxCharted`
 */
export function bidChart(locale: Locale, latest: readonly BidValue[], bidCount: number): Html {
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
  const summary = chart.summary(locale.dollars(values[0]!), locale.dollars(values.at(-1)!), locale.dollars(highest));
  return html`<figure class="chart">
<figcaption>${latest.length < bidCount ? chart.latest(latest.length, bidCount) : chart.every}</figcaption>
<p class="values" aria-hidden="true"><span class="money">${locale.dollars(highest)}</span><span class="money">${locale.dollars(lowest)}</span></p>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${summary}">
<path class="line" d="${steps.join('')}"/><path class="dots" d="${points.map(({ x, y }) => `M${x} ${y}h0`).join('')}"/>
</svg>
<p class="times">${locale.instant(bids[0]!.placedAt)}${locale.instant(bids.at(-1)!.placedAt)}</p>
</figure>`;
}
