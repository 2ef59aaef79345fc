import { html } from 'hono/html';
import type { OwnBid } from '../../bids/find-own-bids.ts';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import type { ItemCard } from '../../presentation/find-item-card.ts';
import { bidStateOf } from '../bid-state.ts';
import { phaseOf } from '../phase.ts';
import { showDollars } from '../show-dollars.ts';
import type { Html } from './layout.ts';
import { richText } from './rich-text.ts';

interface AfterHammer {
  readonly auction: PublicAuction;
  readonly own: readonly OwnBid[];
  readonly card: ItemCard;
  readonly sellerName: string;
}

/** Draws the next steps of the winner. @returns `null`: this browser has not won */
export function winnersSteps({ own, card, sellerName }: AfterHammer): Html | null {
  const bid = own.find(({ isWinningBid }) => isWinningBid);
  if (bid === undefined) return null;
  const { afterWinning, contact } = card;
  return html`<h2 id="bid-heading">You have won</h2>
<p><b class="money">${showDollars(bid.valueInCents)}</b> was charged to your card.</p>
${afterWinning === null ? '' : html`<div class="words"><h3>What happens next</h3>${richText(afterWinning)}</div>`}
${
  contact === null
    ? html`<p>${sellerName} has left no contact here: answer the message or the page that brought you to this auction.</p>`
    : html`<div class="words"><h3>Reach ${sellerName}</h3>${richText(contact)}</div>`
}
${reference(bid)}`;
}

/** Draws the state of the holds of a bidder who has not won. @returns `null`: there is none, or the result is not known */
export function losersHolds({ auction, own }: AfterHammer): Html | null {
  const phase = phaseOf(auction);
  const placed = own.filter(({ bidId }) => bidId !== null);
  if (placed.length === 0 || (phase !== 'sold' && phase !== 'unsold' && phase !== 'cancelled')) return null;
  // A capture that is still under way is decided first.
  if (placed.some((bid) => bidStateOf(bid, own, auction) === 'charging')) return null;
  const highest = placed.reduce((best, bid) => (bid.valueInCents > best.valueInCents ? bid : best));
  return html`<p><b>You were not charged.</b> The service releases your holds right away. Your bank usually shows it within 1 to 7 days; until then the amount may look pending.</p>
${reference(highest)}`;
}

/** Draws the id of a bid, which the seller finds the bid by. */
function reference({ bidId }: OwnBid): Html {
  return html`<p class="hint">To ask about this bid, quote the reference <code class="reference">${bidId}</code></p>`;
}
