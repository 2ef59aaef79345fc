import { html } from 'hono/html';
import type { OwnBid } from '../../bids/find-own-bids.ts';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import type { PageLinks } from '../page-links.ts';
import { type BidState, bidStateOf } from '../bid-state.ts';
import { phaseOf } from '../phase.ts';
import { showDollars } from '../show-dollars.ts';
import { bidStateWords } from './bid-state-words.ts';
import type { Html } from './layout.ts';
import { nextStep } from './own-bids.ts';

/**
 * Draws the outcome of the form that was just sent. The address asks for it, so a reload shows it again.
 *
 * @param bid `null`: this browser has sent no such form
 */
export function outcome(
  bid: OwnBid | null,
  {
    own,
    auction,
    links,
    sentBefore,
  }: { own: readonly OwnBid[]; auction: PublicAuction; links: PageLinks; sentBefore: boolean },
): Html {
  if (bid === null) {
    return html`<div class="notice" id="outcome" role="status"><h2>This browser has no such bid</h2>
<p>Your bids are shown only in the browser that you placed them with, and only while it keeps this site's cookie.</p></div>`;
  }
  const state = bidStateOf(bid, own, auction);
  const { tone, detail } = bidStateWords(state, bid, phaseOf(auction));
  return html`<div class="notice ${tone}" id="outcome" role="status" tabindex="-1" autofocus>
<h2>${headings[state](showDollars(bid.valueInCents))}</h2>
${sentBefore ? html`<p>You had sent this form before, so it counts once. To bid another amount, use the form on this page.</p>` : ''}
<p>${detail}</p>
${nextStep(state, bid, links)}
</div>`;
}

const headings: Record<BidState, (value: string) => string> = {
  leading: (value) => `Your bid of ${value} is leading`,
  raised: (value) => `Your bid of ${value} is placed, below your own leading bid`,
  tied: (value) => `Your bid of ${value} is placed, but an equal bid was earlier`,
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
