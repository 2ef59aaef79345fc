import { html } from 'hono/html';
import type { BidValue } from '../../bids/find-bid-values.ts';
import type { OwnBid } from '../../bids/find-own-bids.ts';
import { phaseOf } from '../phase.ts';
import { bidChart } from './bid-chart.ts';
import { bidForm, type BidFormContent } from './bid-form.ts';
import { figures } from './figures.ts';
import type { Html } from './layout.ts';
import { outcome } from './outcome.ts';
import { ownBids } from './own-bids.ts';
import { phaseLabels, phaseWords } from './phase-words.ts';
import { testCardList } from './test-card-list.ts';

export interface AuctionViewContent {
  readonly form: BidFormContent;
  readonly own: readonly OwnBid[];
  /** The latest bids, newest first. */
  readonly latest: readonly BidValue[];
  /** The form whose outcome is asked for, by its token; `null`: none is. */
  readonly sent: { readonly token: string; readonly sentBefore: boolean } | null;
  /** Why nobody can bid here although the auction is open, or what it has just said to a bid; `null`: nothing. */
  readonly obstacle: { readonly heading: string; readonly detail: string; readonly hidesForm: boolean } | null;
}

/** The page of an auction. The script swaps the parts that have an id for newer ones of the same address. */
export function auctionView({ form, own, latest, sent, obstacle }: AuctionViewContent): Html {
  const { auction, links, bounds } = form;
  const phase = phaseOf(auction);
  const sentBid = sent === null ? null : (own.find(({ submissionToken }) => submissionToken === sent.token) ?? null);
  return html`<main id="auction" data-phase="${phase}" data-page="${sent === null ? links.page() : links.page(sent)}" data-events="${links.events}" data-state="${links.state}"
 data-now="${auction.now.getTime()}" data-starts="${auction.biddingPeriodStartsAt.getTime()}" data-ends="${auction.biddingPeriodEndsAt.getTime()}" data-bids="${auction.bidCount}">
<div class="top">
<p><span class="pill ${phase === 'open' ? 'good' : 'plain'}" id="phase">${phaseLabels[phase]}</span></p>
<h1 id="title">${auction.title}</h1>
${figures(auction, { phase, minimumInCents: bounds.minimumInCents })}
<p class="visually-hidden" id="announcer" role="status"></p>
</div>
<div class="aside">
${sent === null ? '' : outcome(sentBid, { auction, links, sentBefore: sent.sentBefore })}
<section class="card" id="bid" aria-labelledby="bid-heading">${bidSection(form, obstacle)}</section>
</div>
<div class="rest">
${ownBids(own, auction, links)}
${bidChart(latest, auction.bidCount)}
${auction.mode === 'test' && phase === 'open' ? testCardList() : ''}
<noscript><p class="hint">Without JavaScript this page stays as it was loaded: reload it to see the latest bids.</p></noscript>
</div>
</main>`;
}

function bidSection(form: BidFormContent, obstacle: AuctionViewContent['obstacle']): Html {
  const words = phaseWords(phaseOf(form.auction), form.auction);
  if (words !== null) return html`<h2 id="bid-heading">${words.heading}</h2><p>${words.detail}</p>`;
  if (obstacle === null) return html`<h2 id="bid-heading">Place a bid</h2>${bidForm(form)}`;
  if (obstacle.hidesForm) return html`<h2 id="bid-heading">${obstacle.heading}</h2><p>${obstacle.detail}</p>`;
  return html`<h2 id="bid-heading">Place a bid</h2>
<div class="notice bad" role="alert" tabindex="-1" autofocus><h3>${obstacle.heading}</h3><p>${obstacle.detail}</p></div>
${bidForm(form)}`;
}
