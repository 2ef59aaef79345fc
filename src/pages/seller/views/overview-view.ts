import { html } from 'hono/html';
import { isolated } from '../../auction/views/isolated.ts';
import type { Html } from '../../auction/views/layout.ts';
import type { MyAuctionsQuery } from '../generated/answers.ts';
import type { Given, Visit } from '../seller-page.ts';
import { money } from './auction-parts.ts';

type Shown = Given<MyAuctionsQuery, 'auctions'>;

/** Draws what needs the seller, the money of the month, and what runs. */
export function overviewOf(visit: Visit, data: Shown, now: number | null): Html {
  const { running, auctions, overview } = data;
  // The list below shows the same where nothing else is in it.
  const isOwnList = running != null && running.totalCount > 0 && running.totalCount < auctions.totalCount;
  return html`<div class="overview" id="overview" data-live>
${needs(visit, data)}
${overview == null ? '' : figures(visit, overview)}
${isOwnList ? runningNow(visit, running, now) : ''}
</div>`;
}

/** Lists what needs the seller, each as a link. */
function needs({ words, base, time }: Visit, shown: Shown): Html {
  const { overview: said } = words;
  const { overview, sellerProfile, paymentAccount, webhookEndpoints } = shown;
  const ofAuctions = (overview?.concerns ?? []).map(
    ({ kind, auctionId, title, since }) =>
      html`<li><a href="${base}/auctions/${auctionId}">${isolated(title)}</a> <span>${said.concerns[kind]}</span> <span class="hint">${time(since)}</span></li>`,
  );
  const others = [
    ...(sellerProfile?.email != null && sellerProfile.emailState !== 'CONFIRMED' && sellerProfile.emailState !== 'ENDED'
      ? [html`<li><a href="${base}/profile">${said.email}</a></li>`]
      : []),
    ...(paymentAccount?.isUsed === true && paymentAccount.state !== 'ENABLED'
      ? [html`<li><a href="${base}/profile#account">${said.accounts[paymentAccount.state]}</a></li>`]
      : []),
    ...(webhookEndpoints?.nodes ?? [])
      .filter(({ isEnabled, failingSince }) => !isEnabled || failingSince !== null)
      .map(
        ({ endpointId, url, isEnabled }) =>
          html`<li><a href="${base}/webhooks/${endpointId}?state=FAILED">${isEnabled ? said.webhookFails : said.webhookDisabled}</a> <span class="hint address">${isolated(url)}</span></li>`,
      ),
  ];
  const all = [...ofAuctions, ...others];
  if (all.length === 0) return html``;
  return html`<section class="card" aria-labelledby="needs-heading"><h2 id="needs-heading">${said.needs}</h2><ul class="own">${all}</ul></section>`;
}

function figures(visit: Visit, overview: NonNullable<Shown['overview']>): Html {
  const { overview: said, auction } = visit.words;
  const { heldInCents, soldCount, capturedInCents, refundedInCents, disputedInCents, isExact } = overview;
  const figure = (label: string, cents: number) =>
    html`<div><dt>${label}</dt><dd class="big">${money(visit, cents)}</dd></div>`;
  return html`<section class="card" aria-labelledby="month-heading"><h2 id="month-heading">${said.month}</h2>
<dl class="facts">${figure(auction.held, heldInCents)}${figure(said.sold({ count: soldCount }), capturedInCents)}${figure(auction.balance.refundedInCents, refundedInCents)}${disputedInCents === 0 ? '' : figure(auction.balance.disputedInCents, disputedInCents)}</dl>
<p class="hint">${said.monthHint}${isExact ? '' : html` ${said.atLeast}`}</p></section>`;
}

function runningNow(visit: Visit, { totalCount, edges }: NonNullable<Shown['running']>, now: number | null): Html {
  const { overview: said } = visit.words;
  const { locale, base } = visit;
  const left = (instant: string) =>
    now === null ? visit.time(instant) : locale.duration(new Date(instant).getTime() - now);
  return html`<section class="card" aria-labelledby="running-heading"><h2 id="running-heading">${said.running}</h2>
<table><thead><tr><th scope="col">${visit.words.item.title}</th><th scope="col" class="amount">${locale.words.figures.highestBid}</th><th scope="col">${locale.words.figures.endsIn}</th></tr></thead>
<tbody>${edges.map(({ node }) => html`<tr><td><a href="${base}/auctions/${node.auctionId}">${isolated(node.title)}</a></td><td class="amount">${node.leadingBid === null ? locale.words.figures.noneYet : money(visit, node.leadingBid.bidValueInCents)}</td><td>${left(node.biddingPeriodEndsAt)}</td></tr>`)}</tbody></table>
${totalCount > edges.length ? html`<p><a href="${base}?status=ongoing&amp;order=ENDING_FIRST">${said.allRunning({ count: totalCount })}</a></p>` : ''}</section>`;
}
