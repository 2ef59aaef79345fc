import { html } from 'hono/html';
import type { BidAttempt } from '../../bidders/export-bidder.ts';
import type { BannedBidder } from '../../db/generated/client.ts';
import { isolated } from '../../page/views/isolated.ts';
import type { Html } from '../../page/views/layout.ts';
import { buttonForm } from '../form-proof.ts';
import { mutationForm } from '../mutation-form.ts';
import type { Answered, Sent, SellerPage, Visit } from '../seller-page.ts';
import { money } from '../views/auction-parts.ts';
import { formOf } from '../views/fields.ts';
import { offsetButtons } from '../views/seller-layout.ts';

interface Data {
  readonly bannedBidders: readonly Answered<Pick<BannedBidder, 'bidderId' | 'reason' | 'bannedAt'>>[] | null;
  readonly exportBidder?: {
    readonly attempts: readonly Answered<
      Pick<BidAttempt, 'auctionId' | 'email' | 'valueInCents' | 'createdAt' | 'bidId' | 'isWinningBid'>
    >[];
    readonly hasNext: boolean;
  } | null;
}

const onPage = 50;

/** The attempts of one bidder. */
const shown = 100;

/** Shows what is known of a bidder, and who is banned; bans, and erases. */
export const biddersPage: SellerPage<Data> = {
  route: '/bidders',
  place: 'bidders',
  document: `
query MyBidders($bidderId: String!, $isAsked: Boolean!, $offset: Int!) {
  bannedBidders(limit: ${onPage + 1}, offset: $offset) { bidderId reason bannedAt }
  exportBidder(bidderId: $bidderId, limit: ${shown}) @include(if: $isAsked) {
    attempts { auctionId email valueInCents createdAt bidId isWinningBid }
    hasNext
  }
}`,
  variables: (visit) => ({
    bidderId: visit.query('bidder') ?? '-',
    isAsked: visit.query('bidder') !== null,
    offset: visit.offset(),
  }),
  view: (visit, { bannedBidders, exportBidder }, sent) => {
    const { bidders: words } = visit.words;
    const bidder = visit.query('bidder');
    const ban = formOf(visit, sent, 'ban', { bidderId: bidder });
    const main = html`<h1>${words.heading}</h1>
<section class="card" aria-labelledby="find-heading"><h2 id="find-heading">${words.find}</h2>
<form method="get" class="stack"><div class="field"><label for="bidder">${words.bidder}</label><p class="hint" id="bidder-hint">${words.bidderHint}</p>
<div class="input free"><input id="bidder" name="bidder" value="${bidder ?? ''}" maxlength="200" autocomplete="off" dir="auto" aria-describedby="bidder-hint"></div></div>
<p><button class="button small secondary">${words.show}</button></p></form>
</section>
${bidder === null || exportBidder == null ? '' : known(visit, bidder, exportBidder, sent)}
<section class="card" aria-labelledby="ban-heading"><h2 id="ban-heading">${words.ban}</h2><p>${words.banHint}</p>
${ban.form(html`${ban.text({ name: 'bidderId', label: words.bidder, maxLength: 200 })}
${ban.text({ name: 'reason', label: words.reason, hint: words.reasonHint, maxLength: 500 })}
<p><button class="button small danger">${words.banButton}</button></p>`)}
</section>
${bannedBidders === null ? '' : banned(visit, bannedBidders)}`;
    return { title: words.heading, main };
  },
  forms: {
    ban: mutationForm({
      document: `
mutation BanBidder($bidderId: String!, $reason: String!) {
  banBidder(bidderId: $bidderId, reason: $reason) { bidderId }
}`,
      done: 'banned',
    }),
    unban: mutationForm({
      document: `
mutation UnbanBidder($bidderId: String!) {
  unbanBidder(bidderId: $bidderId) { bidderId }
}`,
      done: 'unbanned',
    }),
    erase: mutationForm({
      document: `
mutation EraseBidder($bidderId: String!) {
  eraseBidder(bidderId: $bidderId) { pseudonym }
}`,
      isConfirmed: true,
      done: 'erased',
    }),
  },
};

/** Draws every try of a bidder to bid, and the way to erase the bidder. */
function known(
  visit: Visit,
  bidder: string,
  { attempts, hasNext }: NonNullable<Data['exportBidder']>,
  sent: Sent,
): Html {
  const { words, base } = visit;
  const heading = html`<h2 id="known-heading">${words.bidders.known({ bidder: isolated(bidder) })}</h2>`;
  if (attempts.length === 0)
    return html`<section class="card" aria-labelledby="known-heading">${heading}<p>${words.bidders.unknown}</p></section>`;
  const erase = formOf(visit, sent, 'erase', { bidderId: bidder });
  const emails = [...new Set(attempts.map(({ email }) => email))];
  return html`<section class="card" aria-labelledby="known-heading">${heading}
<p>${words.bidders.emails} ${emails.map((email, at) => html`${at === 0 ? '' : ', '}${isolated(email)}`)}</p>
<table>
${hasNext ? html`<caption>${words.bidders.latest({ count: attempts.length })}</caption>` : ''}
<thead><tr><th scope="col">${words.auction.when}</th><th scope="col" class="amount">${words.auction.amount}</th><th scope="col">${words.bidders.result}</th></tr></thead>
<tbody>${attempts.map(({ auctionId, valueInCents, createdAt, bidId, isWinningBid }) => html`<tr><td><a href="${base}/auctions/${auctionId}">${visit.time(createdAt)}</a></td><td class="amount">${money(visit, valueInCents)}</td><td>${isWinningBid ? words.auction.won : bidId === null ? words.bidders.notPlaced : words.auction.placed}</td></tr>`)}</tbody>
</table>
<details><summary>${words.bidders.erase}</summary><p>${words.bidders.eraseHint}</p>
${erase.form(html`${erase.hidden('bidderId')}${erase.tick({ name: 'confirm', label: words.bidders.confirm })}<p><button class="button small danger">${words.bidders.eraseButton}</button></p>`)}</details>
</section>`;
}

function banned(visit: Visit, bans: NonNullable<Data['bannedBidders']>): Html {
  const { bidders: words } = visit.words;
  const rows = bans.slice(0, onPage).map(
    ({ bidderId, reason, bannedAt }) =>
      html`<li><p class="row"><b>${isolated(bidderId)}</b> <span class="hint">${visit.time(bannedAt)}</span></p>
${reason === null ? '' : html`<p dir="auto">${reason}</p>`}
${buttonForm(visit, 'unban', { token: crypto.randomUUID(), bidderId }, html`<p><button class="button small secondary"><span>${words.unban({ bidder: isolated(bidderId) })}</span></button></p>`)}</li>`,
  );
  return html`<section class="card" aria-labelledby="banned-heading"><h2 id="banned-heading">${words.banned}</h2>
${bans.length === 0 ? html`<p>${words.nobody}</p>` : html`<ul class="own">${rows}</ul>`}
${offsetButtons(visit, { onPage, hasMore: bans.length > onPage })}</section>`;
}
