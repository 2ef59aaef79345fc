import { html } from 'hono/html';
import type { OwnBid } from '../../bids/own-bids.ts';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import type { PageLinks } from '../page-links.ts';
import { bidStateOf } from '../bid-state.ts';
import type { Locale } from '../locale.ts';
import { phaseOf } from '../phase.ts';
import { bidStateWords } from './bid-state-words.ts';
import type { Html } from './layout.ts';
import { nextStep } from './own-bids.ts';

/**
 * Draws the outcome of the form that was just sent. The address asks for it, so a reload shows it again.
 *
 * @param bid `null`: this browser has sent no such form
 */
export function outcome(
  locale: Locale,
  bid: OwnBid | null,
  { auction, links, sentBefore }: { auction: PublicAuction; links: PageLinks; sentBefore: boolean },
): Html {
  const { words, dollars } = locale;
  if (bid === null) {
    const { heading, detail } = words.noSuchBidHere;
    return html`<div class="notice" id="outcome" role="status"><h2>${heading}</h2>
<p>${detail}</p></div>`;
  }
  const state = bidStateOf(bid, auction);
  const { tone, detail } = bidStateWords(locale, state, bid, phaseOf(auction));
  return html`<div class="notice ${tone}" id="outcome" role="status" tabindex="-1" autofocus>
<h2>${words.outcomes[state](dollars(bid.valueInCents))}</h2>
${sentBefore ? html`<p>${words.sentBefore}</p>` : ''}
<p>${detail}</p>
${nextStep(locale, state, bid, links)}
</div>`;
}
