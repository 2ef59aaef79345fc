import { html } from 'hono/html';
import type { OwnBid } from '../../bids/own-bids.ts';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import type { PageCard } from '../read-page.ts';
import { bidStateOf, standingBid } from '../bid-state.ts';
import type { Locale } from '../locale.ts';
import { isDecided, phaseOf } from '../phase.ts';
import { bidStateWords } from './bid-state-words.ts';
import { isolated } from './isolated.ts';
import type { Html } from './layout.ts';
import { richText } from './rich-text.ts';

interface AfterHammer {
  readonly auction: PublicAuction;
  readonly own: readonly OwnBid[];
  readonly card: PageCard;
  readonly sellerName: string;
}

/** Draws the next steps of the winner. @returns `null`: this browser has not won */
export function winnersSteps(locale: Locale, { own, card, sellerName }: AfterHammer): Html | null {
  const { after } = locale.words;
  const bid = own.find(({ isWinningBid }) => isWinningBid);
  if (bid === undefined) return null;
  const { afterWinning, contact } = card;
  return html`<div class="won"><h2 id="bid-heading">${after.won}</h2>
<p>${after.charged(html`<b class="money">${locale.dollars(bid.chargedInCents)}</b>`)}</p></div>
${afterWinning === null ? '' : html`<div class="words"><h3>${after.next}</h3>${richText(afterWinning)}</div>`}
${
  contact === null
    ? html`<p>${after.noContact(isolated(sellerName))}</p>`
    : html`<div class="words"><h3>${after.reach(isolated(sellerName))}</h3>${richText(contact)}</div>`
}
${reference(locale, bid)}`;
}

/** Draws the state of the hold of a bidder who has not won. @returns `null`: there is none, or the result is not known */
export function losersHold(locale: Locale, { auction, own }: AfterHammer): Html | null {
  const bid = standingBid(own, auction);
  if (bid === null || !isDecided(phaseOf(auction))) return null;
  return html`<p>${bidStateWords(locale, bidStateOf(bid, auction), bid, phaseOf(auction)).detail}</p>
${reference(locale, bid)}`;
}

/** Draws the id of a bid, which the seller finds the bid by. */
function reference({ words }: Locale, { bidId }: OwnBid): Html {
  return html`<p class="hint">${words.after.reference(html`<code class="reference">${bidId}</code>`)}</p>`;
}
