import { html } from 'hono/html';
import type { OwnBid } from '../../bids/find-own-bids.ts';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import type { PageLinks } from '../page-links.ts';
import { phaseOf } from '../phase.ts';
import { showDollars } from '../show-dollars.ts';
import { type Standing, standingOf } from '../standing.ts';
import type { Html } from './layout.ts';
import { nextStep } from './own-bids.ts';
import { standingWords } from './standing-words.ts';

/**
 * What came of the form that was just sent; the same after a reload, for as long as the address asks for it.
 *
 * @param own `null`: this browser has sent no such form
 */
export function outcome(
  own: OwnBid | null,
  { auction, links, sentBefore }: { auction: PublicAuction; links: PageLinks; sentBefore: boolean },
): Html {
  if (own === null) {
    return html`<div class="notice" id="outcome" role="status"><h2>This browser has no such bid</h2>
<p>Your bids are shown only in the browser that you placed them with, and only while it keeps this site's cookie.</p></div>`;
  }
  const phase = phaseOf(auction);
  const standing = standingOf(own, { leadingBidId: auction.leadingBidId, phase });
  const { tone, detail } = standingWords(standing, own, phase);
  return html`<div class="notice ${tone}" id="outcome" role="status" tabindex="-1" autofocus>
<h2>${headings[standing](showDollars(own.valueInCents))}</h2>
${sentBefore ? html`<p>You had sent this form before, so it counts once. To bid another amount, use the form on this page.</p>` : ''}
<p>${detail}</p>
${nextStep(standing, own, links)}
</div>`;
}

const headings: Record<Standing, (value: string) => string> = {
  leading: (value) => `Your bid of ${value} is leading`,
  outbid: (value) => `Your bid of ${value} is placed, but not leading`,
  won: (value) => `You have won with ${value}`,
  charging: (value) => `Your bid of ${value} is being charged`,
  not_charged: (value) => `Your bid of ${value} could not be charged`,
  releasing: (value) => `The hold of ${value} is being released`,
  released: (value) => `The hold of ${value} has been released`,
  lapsed: (value) => `The hold of ${value} has lapsed`,
  challenged: (value) => `Your bid of ${value} is not placed yet`,
  checking: (value) => `We are still checking your bid of ${value}`,
  undoing: (value) => `Your bid of ${value} was not placed`,
  not_placed: (value) => `Your bid of ${value} was not placed`,
};
