import { html } from 'hono/html';
import type { OwnBid } from '../own-bid.ts';
import { providerRefusalOf } from '../../../payments/providers/failure-code.ts';
import { standingBid } from '../../../auctions/bids/bid-state.ts';
import { wordsOfBid } from '../../../auctions/bids/bid-words.ts';
import { type BidStatus, heldInCents } from '../bid-status.ts';
import type { Locale } from '../locale.ts';
import { isBeforeEnd, isDecided, phaseOf } from '../../../auctions/phase.ts';
import type { Html } from './layout.ts';
import { newsNote } from './news-note.ts';
import type { PageContent } from './page-content.ts';

/**
 * Draws the one box that says how the bidder stands: by the form that was just sent, or by all of her bids. It is empty for a stranger,
 * and once the auction is decided: the result is said in place of the form then.
 */
export function statusBox(content: PageContent): Html {
  return html`<div id="status">${statusOf(content)}</div>`;
}

function statusOf(content: PageContent): Html | string {
  const { sent, bidStatus, own, auction } = content;
  const bid = own.find(({ submissionToken }) => submissionToken === sent?.token) ?? null;
  const isOver = isDecided(phaseOf(auction));
  // The address asks for the outcome of a form that was just sent, so that a reload shows it again.
  if (sent !== null && !(isOver && bid !== null && bid.bidId !== null)) return outcome(content, bid);
  if (bidStatus.length === 0 || isOver) return '';
  return html`<div class="notice ${bidStatus[0]!.tone}">${bidStatus.map((status) => html`<p><b${status.bid.bidId === null ? '' : html` data-live="state"`}>${status.label}</b> ${status.detail}</p>${nextStep(content, status)}`)}</div>`;
}

/** @param bid of the form; `null`: this browser has sent no such form */
function outcome(content: PageContent, bid: OwnBid | null): Html {
  const { locale, sent, auction } = content;
  const { words, dollars } = locale;
  if (bid === null) {
    const { heading, detail } = words.noSuchBidHere;
    return html`<div class="notice" id="outcome" role="status"><h2>${heading}</h2><p>${detail}</p></div>`;
  }
  const { state, tone, label, detail } = wordsOfBid(locale, bid, auction);
  return html`<div class="notice ${tone}" id="outcome" role="status" tabindex="-1" autofocus>
<h2>${words.card.yourBid({ value: dollars(bid.valueInCents) })} · ${label}</h2>
${sent?.sentBefore === true ? html`<p>${words.sentBefore}</p>` : ''}
<p>${detail}</p>
${state === 'not_placed' ? stillHeld(content, bid) : ''}
${nextStep(content, { state, bid })}
</div>`;
}

/** Says what stands and is held although a raise has failed, and that this hold may be the reason. */
function stillHeld({ locale: { words, dollars }, own, auction }: PageContent, bid: OwnBid): Html {
  const ofBidder = own.filter(({ bidderId }) => bidderId === bid.bidderId);
  const held = heldInCents(ofBidder, auction);
  if (held === 0) return html``;
  const isForFunds = providerRefusalOf(bid.failureCode)?.mayBeForFunds === true;
  return html`<p>${words.failedRaise.stands({ sum: dollars(held) })}${isForFunds ? ` ${words.failedRaise.mayBeWhy}` : ''}</p>`;
}

/** The bids that this browser has placed, or tried to; by a private link they are shown without what can be done. */
export function ownBids(content: PageContent): Html {
  const { locale, own, auction, sent, bidStatus, followed, followUrl, isSigned } = content;
  const { words } = locale;
  // Two people who go by their e-mail may share a browser: what is held for one is not added to the other's.
  const people = Map.groupBy(own, ({ bidderId }) => bidderId);
  const isShared = people.size > 1;
  const inBox = sent === null ? bidStatus.map(({ bid }) => bid.submissionToken) : [sent.token];
  const inResult = standingBid(own, auction)?.submissionToken ?? sent?.token;
  const saidElsewhere = isDecided(phaseOf(auction)) ? [inResult] : inBox;
  if (own.length === 0) return html`<div id="own-bids"></div>`;
  return html`<section class="card" id="own-bids" aria-labelledby="own-bids-heading">
<h2 id="own-bids-heading">${words.own.heading}</h2>
<p class="hint">${followed !== null ? words.own.byLink : isSigned ? words.own.bySignedLink : words.own.onlyHere}${[...people].map(([bidderId, bids]) => heldNote(locale, heldInCents(bids, auction), isShared ? bidderId : null))}</p>
<ol class="own">${own.map((bid) => ownBid(content, bid, { isShared, isSaidElsewhere: saidElsewhere.includes(bid.submissionToken) }))}</ol>
${newsNote(content)}
${followed === null && followUrl !== null && own.some(isWorthFollowing) ? followLink(locale, followUrl, isBeforeEnd(phaseOf(auction))) : ''}
</section>`;
}

/** A try that was refused leads nowhere: nothing of it will change. */
function isWorthFollowing({ bidId, state }: OwnBid): boolean {
  return bidId !== null || (state !== 'failed' && state !== 'released' && state !== 'releasing');
}

function followLink(
  { words: { own } }: Locale,
  { url, codeUrl }: NonNullable<PageContent['followUrl']>,
  hasNews: boolean,
): Html {
  return html`<div class="follow">${hasNews ? html`<button type="button" class="button secondary" data-notify hidden>${own.notify}</button>` : ''}
<a href="${url}">${own.follow}</a>
<button type="button" class="button secondary" data-copy="${url}">${own.copy}</button>
<details><summary>${own.code}</summary><img class="code" src="${codeUrl}" alt="" width="240" height="240" loading="lazy"></details></div>`;
}

/** @param bidderId `null`: nobody else has bid in this browser */
function heldNote({ words, dollars }: Locale, cents: number, bidderId: string | null): Html {
  if (cents === 0) return html``;
  const sum = html`<b class="money">${dollars(cents)}</b>`;
  return html` ${bidderId === null ? words.own.held({ sum }) : words.own.heldFor({ bidder: html`<bdi>${bidderId}</bdi>`, sum })}`;
}

function ownBid(
  content: PageContent,
  bid: OwnBid,
  { isShared, isSaidElsewhere }: { isShared: boolean; isSaidElsewhere: boolean },
): Html {
  const { locale, auction } = content;
  const { state, label, tone, detail } = wordsOfBid(locale, bid, auction);
  return html`<li data-bid="${bid.submissionToken}" data-state="${state}">
<p class="row"><b class="money">${locale.dollars(bid.valueInCents)}</b> <span class="pill ${tone}">${label}</span></p>
${isShared ? html`<p class="hint"><bdi>${bid.bidderId}</bdi></p>` : ''}
${isSaidElsewhere ? '' : html`<p>${detail}</p>${nextStep(content, { state, bid })}`}
${bid.placedAt === null ? '' : html`<p class="hint when">${locale.instant(bid.placedAt)}</p>`}
${proofLink(content, bid)}
</li>`;
}

/** Leads to the line of the bid. The fragment of the address proves whose line it is, and is sent to nobody. */
function proofLink({ locale, links }: PageContent, { bidId, transcriptSalt: salt, bidderId }: OwnBid): Html {
  if (bidId === null || salt === null) return html``;
  const proof = new URLSearchParams({ bidId, salt, bidderId }).toString();
  return html`<p class="hint"><a href="${links.transcript}#${proof}">${locale.words.transcript.prove}</a></p>`;
}

/** Draws the next step for a bid that is not decided; nothing by a private link, where nobody bids. */
function nextStep(
  { locale, links, followed }: PageContent,
  { state, bid: { submissionToken, isOfBrowser } }: Pick<BidStatus, 'state' | 'bid'>,
): Html {
  const { own } = locale.words;
  if (followed !== null) return html``;
  if (state === 'challenged')
    return html`<p><a class="button" href="${links.return(submissionToken)}">${own.toBank}</a></p>
${isOfBrowser ? html`<form method="post" action="${links.giveUp(submissionToken)}"><button type="submit" class="button secondary">${own.giveUp}</button></form>` : ''}`;
  if (state === 'checking')
    return html`<p><a class="button secondary" href="${links.return(submissionToken)}">${own.checkAgain}</a></p>`;
  return html``;
}
