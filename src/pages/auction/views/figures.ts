import { html } from 'hono/html';
import type { PublicAuction } from '../find-public-auction.ts';
import type { Locale } from '../locale.ts';
import { isBeforeEnd, type Phase } from '../../../auctions/phase.ts';
import type { Html } from './layout.ts';
import type { PageContent } from './page-content.ts';

/** The price and the time left. */
export function figures(locale: Locale, auction: PublicAuction, phase: Phase): Html {
  const words = locale.words.figures;
  const { leadingValueInCents, winningValueInCents } = auction;
  const isSold = phase === 'sold' && winningValueInCents !== null;
  const isOver = !isBeforeEnd(phase);
  const value = isSold ? winningValueInCents : leadingValueInCents;
  return html`<dl class="figures" id="figures">
<div class="lead"><dt>${isSold ? words.soldFor : isOver ? words.highestBid : words.leadingBid}</dt>
<dd class="big money" id="leading"${isOver ? '' : html` data-live="leading"`}>${value === null ? html`<span class="none">${isOver ? words.none : words.noneYet}</span>` : locale.dollars(value)}</dd></div>
<div class="clock">${clock(locale, auction, phase)}</div>
</dl>`;
}

/** Says how far the end may move: while it can, it never stands alone. The script shows the last sentence from the window on. */
export function endNote(
  { words: { figures: words }, instant, lasting }: Locale,
  auction: PublicAuction,
  phase: Phase,
): Html {
  const { softCloseWindowSeconds, biddingPeriodEndsAt, latestEndsAt, extensionCount, now } = auction;
  if (softCloseWindowSeconds === null || !isBeforeEnd(phase)) return html`<p id="ends" hidden></p>`;
  const isExtended = extensionCount > 0;
  const end = (isExtended ? words.extendedTo : words.endsAt)({ end: instant(biddingPeriodEndsAt) });
  if (biddingPeriodEndsAt >= latestEndsAt)
    return html`<p class="hint" id="ends" data-extensions="${extensionCount}"><span>${end}</span> ${words.endIsFinal}</p>`;
  const windowFrom = biddingPeriodEndsAt.getTime() - softCloseWindowSeconds * 1_000;
  const isWithin = phase === 'open' && now.getTime() >= windowFrom;
  const window = lasting(softCloseWindowSeconds);
  return html`<p class="hint" id="ends" data-extensions="${extensionCount}" data-window="${windowFrom}"><span>${end}</span>
<span ${isWithin ? 'hidden' : ''}>${words.extends({ window, latest: instant(latestEndsAt) })}</span><span ${isWithin ? '' : 'hidden'}>${words.extendsNow}</span></p>`;
}

export function facts({ locale, auction, bounds, links }: PageContent, phase: Phase): Html {
  const words = locale.words.figures;
  return html`<dl class="facts" id="facts">
<div><dt>${words.bids}</dt><dd id="bid-count" data-live="bidCount">${auction.bidCount}</dd></div>
<div><dt>${auction.hasBidSteps ? words.nextBid : words.minimum}</dt><dd class="money" id="minimum" data-live="minimum">${locale.dollars(bounds.minimumInCents)}</dd></div>
${isBeforeEnd(phase) ? html`<div><dd><a href="${links.calendar}">${locale.words.calendar.add}</a></dd></div>` : ''}
</dl>`;
}

function clock(
  locale: Locale,
  { now, biddingPeriodStartsAt, biddingPeriodEndsAt, cancelledAt }: PublicAuction,
  phase: Phase,
): Html {
  const words = locale.words.figures;
  switch (phase) {
    case 'upcoming':
      return counting(locale, words.opensIn, { until: biddingPeriodStartsAt, now });
    case 'open':
      return counting(locale, words.endsIn, { until: biddingPeriodEndsAt, now });
    case 'closing':
    case 'sold':
    case 'unsold':
      return html`<dt>${words.ended}</dt><dd class="when">${locale.instant(biddingPeriodEndsAt)}</dd>`;
    case 'cancelled':
      return html`<dt>${locale.words.phaseLabels.cancelled}</dt><dd class="when">${locale.instant(cancelledAt ?? now)}</dd>`;
  }
}

function counting(locale: Locale, label: string, { until, now }: { until: Date; now: Date }): Html {
  return html`<dt>${label}</dt><dd class="big"><span role="timer" data-until="${until.getTime()}">${locale.duration(until.getTime() - now.getTime())}</span></dd>
<dd class="when">${locale.instant(until)}</dd>`;
}
