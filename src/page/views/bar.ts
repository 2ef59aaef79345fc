import { html } from 'hono/html';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import type { BidStatus } from '../bid-status.ts';
import type { Locale } from '../locale.ts';
import type { Phase } from '../phase.ts';
import type { Html } from './layout.ts';

/**
 * Draws the bar at the foot of a narrow screen: price, time, the bidder's state and the button stay in sight wherever the page is
 * scrolled, and above a keyboard. Screen readers find all of it in the panel.
 */
export function bar(
  { words, dollars, duration }: Locale,
  {
    auction: { leadingValueInCents, biddingPeriodEndsAt, now },
    phase,
    status,
    takesBids,
  }: { auction: PublicAuction; phase: Phase; status: BidStatus | null; takesBids: boolean },
): Html {
  if (phase !== 'open') return html`<div class="bar" id="bar" hidden></div>`;
  const state = status?.label ?? words.figures.leadingBid;
  const price = leadingValueInCents === null ? words.figures.noneYet : dollars(leadingValueInCents);
  return html`<div class="bar" id="bar">
<p aria-hidden="true"><b class="money" data-live="leading">${price}</b> <span class="time" data-until="${biddingPeriodEndsAt.getTime()}">${duration(biddingPeriodEndsAt.getTime() - now.getTime())}</span>
<span class="state ${status?.tone ?? 'plain'}" data-live="state">${state}</span></p>
${takesBids ? html`<a class="button" href="#bid">${words.auction.bidShort}</a>` : ''}
</div>`;
}
