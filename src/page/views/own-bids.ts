import { html } from 'hono/html';
import type { OwnBid } from '../../bids/find-own-bids.ts';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import type { PageLinks } from '../page-links.ts';
import { phaseOf } from '../phase.ts';
import { showDollars } from '../show-dollars.ts';
import { showInstant } from '../show-instant.ts';
import { type Standing, standingOf } from '../standing.ts';
import type { Html } from './layout.ts';
import { standingWords } from './standing-words.ts';

/** The bids that this browser has placed, or tried to. */
export function ownBids(own: readonly OwnBid[], auction: PublicAuction, links: PageLinks): Html {
  if (own.length === 0) return html`<div id="own-bids"></div>`;
  return html`<section class="card" id="own-bids" aria-labelledby="own-bids-heading">
<h2 id="own-bids-heading">Your bids</h2>
<p class="hint">Only this browser shows them.</p>
<ol class="own">${own.map((bid) => ownBid(bid, auction, links))}</ol>
</section>`;
}

function ownBid(own: OwnBid, auction: PublicAuction, links: PageLinks): Html {
  const phase = phaseOf(auction);
  const standing = standingOf(own, { leadingBidId: auction.leadingBidId, phase });
  const { label, tone, detail } = standingWords(standing, own, phase);
  return html`<li data-bid="${own.submissionToken}" data-standing="${standing}">
<p class="row"><b class="money">${showDollars(own.valueInCents)}</b> <span class="pill ${tone}">${label}</span></p>
<p>${detail}</p>
${nextStep(standing, own, links)}
<p class="hint">${showInstant(own.submittedAt)}</p>
</li>`;
}

/** What the bidder can do about a bid that is not decided. */
export function nextStep(standing: Standing, { submissionToken }: OwnBid, links: PageLinks): Html {
  if (standing === 'challenged')
    return html`<p><a class="button" href="${links.return(submissionToken)}">Continue to your bank</a></p>`;
  if (standing === 'checking')
    return html`<p><a class="button secondary" href="${links.return(submissionToken)}">Check again</a></p>`;
  return html``;
}
