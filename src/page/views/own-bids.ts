import { html } from 'hono/html';
import type { PublicAuction } from '../find-public-auction.ts';
import type { OwnBid } from '../own-bid.ts';
import { refusalNamed } from '../../providers/failure-code.ts';
import { type BidState, bidStateOf, standingBid } from '../bid-state.ts';
import { type BidStatus, heldInCents } from '../bid-status.ts';
import type { Locale } from '../locale.ts';
import type { PageLinks } from '../page-links.ts';
import { isBeforeEnd, isDecided, phaseOf } from '../phase.ts';
import { bidStateWords } from './bid-state-words.ts';
import type { Html } from './layout.ts';

interface StatusContent {
  readonly status: BidStatus | null;
  readonly own: readonly OwnBid[];
  readonly auction: PublicAuction;
  /** `null`: by a private link, where nobody bids. */
  readonly links: PageLinks | null;
}

/** The form that was just sent. The address asks for its outcome, so that a reload shows it again. */
interface SentForm {
  /** `null`: this browser has sent no such form. */
  readonly bid: OwnBid | null;
  readonly sentBefore: boolean;
}

/**
 * Draws the one box that says how the bidder stands: by the form that was just sent, or by all of her bids. It is empty for a stranger,
 * and once the auction is decided: the result is said in place of the form then.
 */
export function statusBox(locale: Locale, sent: SentForm | null, content: StatusContent): Html {
  return html`<div id="status">${statusOf(locale, sent, content)}</div>`;
}

function statusOf(locale: Locale, sent: SentForm | null, content: StatusContent): Html | string {
  const { status, auction, links } = content;
  const isOver = isDecided(phaseOf(auction));
  if (sent !== null && !(isOver && sent.bid !== null && sent.bid.bidId !== null)) return outcome(locale, sent, content);
  if (status === null || isOver) return '';
  const { label, detail, tone, waitsFor } = status;
  return html`<div class="notice ${tone}"><p><b data-live="state">${label}</b> ${detail}</p>${waitsFor === null || links === null ? '' : nextStep(locale, waitsFor.state, waitsFor.bid, links)}</div>`;
}

function outcome(locale: Locale, { bid, sentBefore }: SentForm, { status, own, auction, links }: StatusContent): Html {
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
  const isForFunds = refusalNamed(bid.failureCode)?.mayBeForFunds === true;
  return html`<p>${states.earlierStands(dollars(held))}${isForFunds ? ` ${states.earlierMayBeWhy}` : ''}</p>`;
}

/** The private link to a browser's bids. */
export interface FollowUrls {
  readonly url: string;
  /** The same as a picture. */
  readonly codeUrl: string;
}

/** The bids that this browser has placed, or tried to; by a private link they are shown without what can be done. */
export function ownBids(
  locale: Locale,
  own: readonly OwnBid[],
  content: {
    auction: PublicAuction;
    links: PageLinks;
    followed: string | null;
    followUrl: FollowUrls | null;
    isSigned: boolean;
    shownAbove: string | null;
  },
): Html {
  const { auction, links, followed, followUrl, isSigned, shownAbove } = content;
  const { words } = locale;
  // Two people who go by their e-mail may share a browser: what is held for one is not added to the other's.
  const people = Map.groupBy(own, ({ bidderId }) => bidderId);
  const isShared = people.size > 1;
  const isOver = isDecided(phaseOf(auction));
  const saidAbove = isOver ? (standingBid(own, auction)?.submissionToken ?? shownAbove) : shownAbove;
  if (own.length === 0) return html`<div id="own-bids"></div>`;
  return html`<section class="card" id="own-bids" aria-labelledby="own-bids-heading">
<h2 id="own-bids-heading">${words.own.heading}</h2>
<p class="hint">${followed !== null ? words.own.byLink : isSigned ? words.own.bySignedLink : words.own.onlyHere}${[...people].map(([bidderId, bids]) => heldNote(locale, heldInCents(bids, auction), isShared ? bidderId : null))}</p>
<ol class="own">${own.map((bid) => ownBid(locale, bid, { auction, links: followed === null ? links : null, saidAbove, isShared }))}</ol>
${followed === null && followUrl !== null ? followLink(locale, followUrl, isBeforeEnd(phaseOf(auction))) : ''}
</section>`;
}

function followLink({ words: { own } }: Locale, { url, codeUrl }: FollowUrls, hasNews: boolean): Html {
  return html`<div class="follow">${hasNews ? html`<button type="button" class="button secondary" data-notify hidden>${own.notify}</button>` : ''}
<a href="${url}">${own.follow}</a>
<button type="button" class="button secondary" data-copy="${url}">${own.copy}</button>
<details><summary>${own.code}</summary><img class="code" src="${codeUrl}" alt="" width="240" height="240" loading="lazy"></details></div>`;
}

/** @param bidderId `null`: nobody else has bid in this browser */
function heldNote({ words, dollars }: Locale, cents: number, bidderId: string | null): Html {
  if (cents === 0) return html``;
  const sum = html`<b class="money">${dollars(cents)}</b>`;
  return html` ${bidderId === null ? words.own.held(sum) : words.own.heldFor(html`<bdi>${bidderId}</bdi>`, sum)}`;
}

function ownBid(
  locale: Locale,
  bid: OwnBid,
  list: { auction: PublicAuction; links: PageLinks | null; saidAbove: string | null; isShared: boolean },
): Html {
  const { auction, links, saidAbove, isShared } = list;
  const state = bidStateOf(bid, auction);
  const { label, tone, detail } = bidStateWords(locale, state, bid, phaseOf(auction));
  // In the box above, or in the result.
  const isSaidElsewhere = bid.submissionToken === saidAbove;
  return html`<li data-bid="${bid.submissionToken}" data-state="${state}">
<p class="row"><b class="money">${locale.dollars(bid.valueInCents)}</b> <span class="pill ${tone}">${label}</span></p>
${isShared ? html`<p class="hint"><bdi>${bid.bidderId}</bdi></p>` : ''}
${isSaidElsewhere ? '' : html`<p>${detail}</p>${links === null ? '' : nextStep(locale, state, bid, links)}`}
${bid.placedAt === null ? '' : html`<p class="hint when">${locale.instant(bid.placedAt)}</p>`}
</li>`;
}

/** Draws the next step for a bid that is not decided. */
function nextStep(
  { words: { own } }: Locale,
  state: BidState,
  { submissionToken, isOfBrowser }: OwnBid,
  links: PageLinks,
): Html {
  if (state === 'challenged')
    return html`<p><a class="button" href="${links.return(submissionToken)}">${own.toBank}</a></p>
${isOfBrowser ? html`<form method="post" action="${links.giveUp(submissionToken)}"><button type="submit" class="button secondary">${own.giveUp}</button></form>` : ''}`;
  if (state === 'checking')
    return html`<p><a class="button secondary" href="${links.return(submissionToken)}">${own.checkAgain}</a></p>`;
  return html``;
}
