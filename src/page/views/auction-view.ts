import { html } from 'hono/html';
import type { BidValue } from '../../bids/bid-values.ts';
import type { OwnBid } from '../../bids/own-bids.ts';
import type { TestCards } from '../../payments/provider-page.ts';
import type { PageCard } from '../read-page.ts';
import type { BidStatus } from '../bid-status.ts';
import type { Locale } from '../locale.ts';
import { phaseOf } from '../phase.ts';
import { losersHold, winnersSteps } from './after-hammer.ts';
import { bar } from './bar.ts';
import { bidForm, type BidFormContent, faultSummary } from './bid-form.ts';
import { bidList } from './bid-list.ts';
import { cardStep } from './card-step.ts';
import { facts, figures } from './figures.ts';
import { itemCard } from './item-card.ts';
import type { Html } from './layout.ts';
import { buttonTo, type Link } from './link.ts';
import { type FollowUrls, ownBids } from './own-bids.ts';
import { phaseWords } from './phase-words.ts';
import { gallery, logo } from './pictures.ts';
import { sellerName as soldBy } from './seller-name.ts';
import { statusBox } from './status-box.ts';
import { testCardList } from './test-card-list.ts';

export interface AuctionViewContent {
  readonly card: PageCard;
  readonly sellerName: string;
  /** The path that a proxy puts before ours. */
  readonly base: string;
  readonly form: BidFormContent;
  /** `null`: the auction takes none, or no bids at all now. */
  readonly testCards: TestCards | null;
  readonly own: readonly OwnBid[];
  /** The latest bids, newest first. */
  readonly latest: readonly BidValue[];
  /** The form whose outcome is asked for, by its token; `null`: none is. */
  readonly sent: { readonly token: string; readonly sentBefore: boolean } | null;
  /** Says why nobody can bid here although the auction is open; `null`: everybody can. */
  readonly obstacle: { readonly heading: string; readonly detail: Html | string; readonly link?: Link } | null;
  /** Says why the auction has just refused a bid; `null`: it has not. */
  readonly refusal: { readonly heading: string; readonly detail: string } | null;
  readonly status: BidStatus | null;
  /** The bidder came by a signed link, which shows the bids on every device. */
  readonly isSigned: boolean;
  /** The key of the private link that was opened; `null`: the browser's own page. */
  readonly followed: string | null;
  /** The private link to these bids; `null`: there are none. */
  readonly followUrl: FollowUrls | null;
}

/** The page of an auction. The script swaps the parts that have an id for newer ones of the same address. */
export function auctionView(locale: Locale, content: AuctionViewContent): Html {
  const {
    form,
    card,
    sellerName,
    base,
    testCards,
    own,
    latest,
    sent,
    obstacle,
    refusal,
    status,
    followed,
    followUrl,
    isSigned,
  } = content;
  const { words } = locale;
  const { auction, links, bounds } = form;
  const phase = phaseOf(auction);
  const sentForm =
    sent === null ? null : { ...sent, bid: own.find(({ submissionToken }) => submissionToken === sent.token) ?? null };
  return html`<main id="auction" data-phase="${phase}" data-page="${followed !== null ? links.follow(followed) : sent === null ? links.page() : links.page(sent)}" data-events="${links.events}" data-state="${links.state}"
 data-now="${auction.now.getTime()}" data-starts="${auction.biddingPeriodStartsAt.getTime()}" data-ends="${auction.biddingPeriodEndsAt.getTime()}" data-bids="${auction.bidCount}" data-leading="${auction.leadingValueInCents ?? ''}" data-leader="${auction.leadingBidder ?? ''}" data-own="${[...new Set(own.map(({ bidderNumber }) => bidderNumber))].join(' ')}">
${gallery(locale, card.pictures, base)}
<div class="head">
<h1 id="title" dir="auto">${auction.title}</h1>
<p class="seller"><span class="pill ${phase === 'open' ? 'good' : 'plain'}" id="phase">${words.phaseLabels[phase]}</span> <span>${logo(card.logoPictureId, base)}${soldBy(locale, sellerName, card)}</span></p>
</div>
<div class="panel card" id="panel">
<div class="now">
${figures(locale, auction, phase)}
${statusBox(locale, { status, sent: sentForm, own, auction, links: followed === null ? links : null })}
</div>
${facts(locale, auction, { minimumInCents: bounds.minimumInCents, calendarUrl: links.calendar })}
<p class="visually-hidden" id="announcer" role="status"></p>
<p class="strip warn" id="stale" role="status" hidden></p>
${refusal === null ? '' : html`<div class="notice bad" id="refusal" role="alert" tabindex="-1" autofocus><h2>${refusal.heading}</h2><p>${refusal.detail}</p></div>`}
<section id="bid" aria-labelledby="bid-heading">${bidSection(locale, { form, own, obstacle, card, sellerName })}</section>
</div>
<div class="rest">
${ownBids(locale, own, { auction, links, followed, followUrl, isSigned, shownAbove: sent?.token ?? null })}
${itemCard(locale, card, sellerName)}
${bidList(locale, latest, own, auction)}
<div id="cards">${testCards === null ? '' : testCardList(locale, testCards)}</div>
<noscript><p class="hint">${words.auction.withoutScript}</p></noscript>
</div>
${bar(locale, { auction, phase, status, takesBids: phase === 'open' && obstacle === null })}
</main>`;
}

function bidSection(
  locale: Locale,
  {
    form,
    own,
    obstacle,
    card,
    sellerName,
  }: Pick<AuctionViewContent, 'form' | 'own' | 'obstacle' | 'card' | 'sellerName'>,
): Html {
  const closed = phaseWords(locale, phaseOf(form.auction), form.auction);
  if (closed !== null) {
    const after = { auction: form.auction, own, card, sellerName };
    const won = winnersSteps(locale, after);
    if (won !== null) return won;
    // A bidder who has lost reads first what became of the money.
    return html`<h2 id="bid-heading">${closed.heading}</h2>${losersHold(locale, after) ?? ''}<p>${closed.detail}</p>`;
  }
  if (obstacle !== null)
    return html`<h2 id="bid-heading">${obstacle.heading}</h2><p>${obstacle.detail}</p>${buttonTo(obstacle.link)}`;
  const { step, faults } = form;
  const summary = faults.length === 0 ? '' : faultSummary(locale, faults);
  if (step !== null) return html`${summary}${cardStep(locale, { ...form, step })}`;
  return html`<h2 id="bid-heading">${locale.words.auction.bid}</h2>${summary}${bidForm(locale, form)}`;
}
