import { html } from 'hono/html';
import type { OwnBid } from '../../bids/find-own-bids.ts';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import type { PageLinks } from '../page-links.ts';
import { type BidState, bidStateOf } from '../bid-state.ts';
import { heldInCents } from '../bid-status.ts';
import { phaseOf } from '../phase.ts';
import { showDollars } from '../show-dollars.ts';
import { showInstant } from '../show-instant.ts';
import { bidStateWords } from './bid-state-words.ts';
import type { Html } from './layout.ts';

/** The bids that this browser has placed, or tried to; by a private link they are shown without what can be done. */
export function ownBids(
  own: readonly OwnBid[],
  {
    auction,
    links,
    followed,
    followUrl,
  }: { auction: PublicAuction; links: PageLinks; followed: string | null; followUrl: string | null },
): Html {
  if (own.length === 0) return html`<div id="own-bids"></div>`;
  return html`<section class="card" id="own-bids" aria-labelledby="own-bids-heading">
<h2 id="own-bids-heading">Your bids</h2>
<p class="hint">${followed === null ? 'Only this browser shows them.' : 'Everybody who has this link sees them.'}${heldNote(heldInCents(own, auction))}</p>
<ol class="own">${own.map((bid) => ownBid(bid, { own, auction, links: followed === null ? links : null }))}</ol>
${followed === null && followUrl !== null ? followLink(followUrl) : ''}
</section>`;
}

function followLink(url: string): Html {
  return html`<p class="follow"><a href="${url}">Follow these bids on any device</a>
<button type="button" class="button secondary" data-copy="${url}">Copy the private link</button></p>`;
}

function heldNote(cents: number): Html {
  if (cents === 0) return html``;
  return html` Held for them now: <b class="money">${showDollars(cents)}</b> in all.`;
}

function ownBid(
  bid: OwnBid,
  { own, auction, links }: { own: readonly OwnBid[]; auction: PublicAuction; links: PageLinks | null },
): Html {
  const state = bidStateOf(bid, own, auction);
  const { label, tone, detail } = bidStateWords(state, bid, phaseOf(auction));
  return html`<li data-bid="${bid.submissionToken}" data-state="${state}">
<p class="row"><b class="money">${showDollars(bid.valueInCents)}</b> <span class="pill ${tone}">${label}</span></p>
<p>${detail}</p>
${links === null ? '' : nextStep(state, bid, links)}
${bid.placedAt === null ? '' : html`<p class="hint">${showInstant(bid.placedAt)}</p>`}
</li>`;
}

/** Draws the next step for a bid that is not decided. */
export function nextStep(state: BidState, { submissionToken }: OwnBid, links: PageLinks): Html {
  if (state === 'challenged')
    return html`<p><a class="button" href="${links.return(submissionToken)}">Continue to your bank</a></p>`;
  if (state === 'checking')
    return html`<p><a class="button secondary" href="${links.return(submissionToken)}">Check again</a></p>`;
  return html``;
}
