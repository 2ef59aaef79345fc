import { html } from 'hono/html';
import { auctionState } from '../auction-state.ts';
import type { PublicAuction } from '../find-public-auction.ts';
import type { TestCards } from '../../../payments/providers/provider-page.ts';
import { standingBid } from '../../../auctions/bids/bid-state.ts';
import { wordsOfBid } from '../../../auctions/bids/bid-words.ts';
import { isUndecided } from '../bid-status.ts';
import type { Locale } from '../locale.ts';
import { isDecided, type Phase, phaseOf } from '../../../auctions/phase.ts';
import { bidForm } from './bid-form.ts';
import { bidList } from './bid-list.ts';
import { cardStep } from './card-step.ts';
import { deliveryPart } from './delivery-form.ts';
import { endNote, facts, figures } from './figures.ts';
import { isolated, richText } from './isolated.ts';
import { gallery, itemCardView, logo } from './item-card-view.ts';
import { buttonTo, type Html } from './layout.ts';
import { ownBids, statusBox } from './own-bids.ts';
import { sentItem } from './sent-item.ts';
import { testCardTable } from './test-card-table.ts';
import type { PageContent } from './page-content.ts';

/** The page of an auction. The script swaps the parts that have an id for newer ones of the same address. */
export function auctionView(content: PageContent): Html {
  const { locale, address, auction, bounds, links, card, sellerName, base, testCards, own, refusal } = content;
  const { words } = locale;
  const phase = phaseOf(auction);
  return html`<main id="auction" data-phase="${phase}" data-page="${address}" data-events="${links.events}" data-state="${links.state}"
 data-now="${auction.now.getTime()}" data-known="${JSON.stringify(auctionState(auction, bounds))}" data-own="${[...new Set(own.map(({ bidderNumber }) => bidderNumber))].join(' ')}" data-undecided="${own.some((bid) => isUndecided(bid, auction)) ? 'yes' : ''}">
${gallery(locale, card.pictures, base)}
<div class="head">
<h1 id="title" dir="auto">${auction.title}</h1>
<p class="seller"><span>${logo(card.logoPictureId, base)}${soldBy(content)}</span> <span class="pill ${phase === 'open' ? 'good' : 'plain'}" id="phase">${words.phaseLabels[phase]}</span></p>
</div>
<div class="panel card" id="panel">
<div class="now">
${figures(locale, auction, phase)}
${endNote(locale, auction, phase)}
${statusBox(content)}
</div>
${facts(content, phase)}
<p class="visually-hidden" id="announcer" role="status"></p>
<p id="stale" role="status" hidden></p>
${refusal === null ? '' : html`<div class="notice bad" id="refusal" role="alert" tabindex="-1" autofocus><h2>${refusal.heading}</h2><p>${refusal.detail}</p></div>`}
<section id="bid" aria-labelledby="bid-heading">${bidSection(content, phase)}</section>
</div>
<div class="rest">
${ownBids(content)}
${itemCardView(locale, card, sellerName)}
${bidList(content)}
<div id="cards">${testCards === null ? '' : testCardList(locale, testCards)}</div>
<noscript><p class="hint">${words.auction.withoutScript}</p></noscript>
</div>
${bar(content, phase)}
</main>`;
}

function bidSection(content: PageContent, phase: Phase): Html {
  const { locale, auction, step, obstacle, isEmbedded } = content;
  const closed = phaseWords(locale, phase, auction);
  if (closed !== null) {
    const won = winnersSteps(content);
    if (won !== null) return won;
    // A bidder who has lost reads first what became of the money.
    return html`<h2 id="bid-heading">${closed.heading}</h2>${losersHold(content, phase) ?? ''}<p>${closed.detail}</p>${isEmbedded ? buttonTo(obstacle?.link) : ''}`;
  }
  if (obstacle !== null)
    return html`<h2 id="bid-heading">${obstacle.heading}</h2><p>${obstacle.detail}</p>${buttonTo(obstacle.link)}`;
  if (step !== null) return cardStep(content, step);
  return html`<h2 id="bid-heading">${locale.words.auction.bid}</h2>${bidForm(content)}`;
}

/**
 * Draws the bar at the foot of a narrow screen: price, time, the bidder's state and the button stay in sight wherever the page is
 * scrolled, and above a keyboard. Screen readers find all of it in the panel.
 */
function bar({ locale, auction, bidStatus, isEmbedded, links, obstacle }: PageContent, phase: Phase): Html {
  const { words, dollars, duration } = locale;
  const { leadingValueInCents, biddingPeriodEndsAt, now } = auction;
  if (phase !== 'open') return html`<div class="bar" id="bar" hidden></div>`;
  const state = bidStatus[0]?.label ?? words.figures.leadingBid;
  const price = leadingValueInCents === null ? words.figures.noneYet : dollars(leadingValueInCents);
  const bidHref = isEmbedded ? links.page() : obstacle === null ? '#bid' : null;
  return html`<div class="bar" id="bar">
<p aria-hidden="true"><b class="money" data-live="leading">${price}</b> <span class="time" data-until="${biddingPeriodEndsAt.getTime()}">${duration(biddingPeriodEndsAt.getTime() - now.getTime())}</span>
<span class="state ${bidStatus[0]?.tone ?? 'plain'}" data-live="state">${state}</span></p>
${bidHref === null ? '' : html`<a class="button" href="${bidHref}">${words.auction.bidShort}</a>`}
</div>`;
}

/** Writes what replaces the form while no bid is taken; `null` while bids are taken. */
function phaseWords(
  { words: { phases }, dollars, instant }: Locale,
  phase: Phase,
  { biddingPeriodStartsAt, bidCount, winningValueInCents, isBought }: PublicAuction,
): { heading: string; detail: Html | string } | null {
  switch (phase) {
    case 'upcoming':
      return {
        heading: phases.upcoming.heading,
        detail: phases.upcoming.detail({ start: instant(biddingPeriodStartsAt) }),
      };
    case 'open':
      return null;
    case 'closing': {
      const { heading, detail } = phases.closing;
      return { heading, detail: detail({ next: isBought ? 'bought' : bidCount === 0 ? 'other' : 'charging' }) };
    }
    case 'sold': {
      const value = html`<b class="money">${dollars(winningValueInCents ?? 0)}</b>`;
      return { heading: phases.over, detail: phases.soldFor({ value }) };
    }
    case 'unsold':
      return { heading: phases.over, detail: phases.unsold };
    case 'cancelled':
      return phases.cancelled;
  }
}

/** Writes who sells, and the way back to the seller's shop. */
function soldBy({ locale, sellerName, card, links }: PageContent): Html {
  const { auction, lots } = locale.words;
  const { shopUrl, lotsPage, sellerId } = card;
  // The address of this page names its bidder: the shop does not get it.
  const shop = shopUrl === null ? '' : html` · <a href="${shopUrl}" rel="noreferrer">${auction.toShop}</a>`;
  const more = lotsPage === 'HIDDEN' ? '' : html` · <a href="${links.lots(sellerId)}">${lots.more}</a>`;
  return html`${auction.soldBy({ seller: html`<b>${isolated(sellerName)}</b>` })}${more}${shop}`;
}

function testCardList(locale: Locale, testCards: TestCards): Html {
  return html`<details class="card" id="test-cards">
<summary>${locale.words.testCards.heading}</summary>
<p>${testCards.hint}</p>
${testCardTable(locale, testCards)}
</details>`;
}

/** Draws the next steps of the winner. @returns `null`: this browser has not won */
function winnersSteps(content: PageContent): Html | null {
  const { locale, own, auction, card, sellerName } = content;
  const { after: words } = locale.words;
  const bid = own.find(({ isWinningBid }) => isWinningBid);
  if (bid === undefined) return null;
  const { afterWinning, contact } = card;
  const { label, detail } = wordsOfBid(locale, bid, auction);
  return html`<div class="won"><h2 id="bid-heading">${label}</h2><p>${detail}</p></div>
${sentItem(content, bid)}
${deliveryPart(content, bid)}
${afterWinning === null ? '' : html`<div class="words"><h3>${words.next}</h3>${richText(afterWinning)}</div>`}
${
  contact === null
    ? html`<p>${words.noContact({ seller: isolated(sellerName) })}</p>`
    : html`<div class="words"><h3>${words.reach({ seller: isolated(sellerName) })}</h3>${richText(contact)}</div>`
}
${bid.winnerReference === null ? '' : html`<p class="hint">${words.winnersReference({ reference: code(bid.winnerReference, 'reference whole') })}</p>`}`;
}

/** Draws the state of the hold of a bidder who has not won. @returns `null`: there is none, or the result is not known */
function losersHold({ locale, auction, own }: PageContent, phase: Phase): Html | null {
  const bid = standingBid(own, auction);
  if (bid === null || !isDecided(phase)) return null;
  return html`<p>${wordsOfBid(locale, bid, auction).detail}</p>
<p class="hint">${locale.words.after.reference({ reference: code(bid.bidId ?? '') })}</p>`;
}

function code(text: string, classes = 'reference'): Html {
  return html`<code class="${classes}" dir="ltr">${text}</code>`;
}
