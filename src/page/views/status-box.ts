import { html } from 'hono/html';
import type { OwnBid } from '../../bids/own-bids.ts';
import type { PublicAuction } from '../../bids/find-public-auction.ts';
import type { FailureCode } from '../../payments/failure-code.ts';
import { bidStateOf } from '../bid-state.ts';
import { type BidStatus, heldInCents } from '../bid-status.ts';
import type { Locale } from '../locale.ts';
import type { PageLinks } from '../page-links.ts';
import { isDecided, phaseOf } from '../phase.ts';
import { bidStateWords } from './bid-state-words.ts';
import type { Html } from './layout.ts';
import { nextStep } from './own-bids.ts';

/** The form that was just sent. The address asks for its outcome, so that a reload shows it again. */
export interface SentForm {
  /** `null`: this browser has sent no such form. */
  readonly bid: OwnBid | null;
  readonly sentBefore: boolean;
}

/**
 * Draws the one box that says how the bidder stands: by the form that was just sent, or by all of her bids. It is empty for a stranger,
 * and once the auction is decided: the result is said in place of the form then.
 */
export function statusBox(
  locale: Locale,
  {
    status,
    sent,
    own,
    auction,
    links,
  }: {
    status: BidStatus | null;
    sent: SentForm | null;
    own: readonly OwnBid[];
    auction: PublicAuction;
    /** `null`: by a private link, where nobody bids. */
    links: PageLinks | null;
  },
): Html {
  return html`<div id="status">${content()}</div>`;

  function content(): Html | string {
    const isOver = isDecided(phaseOf(auction));
    if (sent !== null && !(isOver && sent.bid !== null && sent.bid.bidId !== null))
      return outcome(locale, sent, { status, own, auction, links });
    if (status === null || isOver) return '';
    const { label, detail, tone, waitsFor } = status;
    return html`<div class="notice ${tone}"><p><b data-live="state">${label}</b> ${detail}</p>${waitsFor === null || links === null ? '' : nextStep(locale, waitsFor.state, waitsFor.bid, links)}</div>`;
  }
}

function outcome(
  locale: Locale,
  { bid, sentBefore }: SentForm,
  {
    status,
    own,
    auction,
    links,
  }: { status: BidStatus | null; own: readonly OwnBid[]; auction: PublicAuction; links: PageLinks | null },
): Html {
  const { words, dollars } = locale;
  if (bid === null) {
    const { heading, detail } = words.noSuchBidHere;
    return html`<div class="notice" id="outcome" role="status"><h2>${heading}</h2><p>${detail}</p></div>`;
  }
  const state = bidStateOf(bid, auction);
  const { tone, detail } = bidStateWords(locale, state, bid, phaseOf(auction));
  return html`<div class="notice ${tone}" id="outcome" role="status" tabindex="-1" autofocus>
<h2>${words.outcomes[state](dollars(bid.valueInCents))}</h2>
${sentBefore ? html`<p>${words.sentBefore}</p>` : ''}
<p>${state === 'outbid' && status !== null ? html`<b>${status.label}.</b> ` : ''}${detail}</p>
${state === 'undoing' || state === 'not_placed' ? stillHeld(locale, bid, own, auction) : ''}
${links === null ? '' : nextStep(locale, state, bid, links)}
</div>`;
}

/** Says what stands and is held although a raise has failed, and that this hold may be the reason. */
function stillHeld(
  { words: { states }, dollars }: Locale,
  bid: OwnBid,
  own: readonly OwnBid[],
  auction: PublicAuction,
): Html {
  const held = heldInCents(
    own.filter(({ bidderId }) => bidderId === bid.bidderId),
    auction,
  );
  if (held === 0) return html``;
  const isForFunds = bid.failureCode !== null && refusalsForFunds.includes(bid.failureCode);
  return html`<p>${states.earlierStands(dollars(held))}${isForFunds ? ` ${states.earlierMayBeWhy}` : ''}</p>`;
}

// A bank may decline for the sum of two holds.
const refusalsForFunds: readonly FailureCode[] = ['insufficient_funds', 'card_declined', 'temporarily_declined'];
