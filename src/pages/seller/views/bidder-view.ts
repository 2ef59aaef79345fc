import { html } from 'hono/html';
import { givenDetails } from '../../auction/views/delivery-form.ts';
import { isolated } from '../../auction/views/isolated.ts';
import type { Html } from '../../auction/views/layout.ts';
import { buttonForm } from '../form-proof.ts';
import type { MyBiddersQuery } from '../generated/answers.ts';
import type { Sent, Visit } from '../seller-page.ts';
import { money } from './auction-parts.ts';
import { formOf } from './form-of.ts';

export type AnsweredBidder = NonNullable<MyBiddersQuery['bidders']>['edges'][number]['node'];

/** All that a document asks for about one bidder. */
type Known = NonNullable<MyBiddersQuery['exportBidder']>;

/** The address of the page of a bidder. */
export function bidderAddress({ base }: Pick<Visit, 'base'>, bidderId: string): string {
  return `${base}/bidders?bidder=${encodeURIComponent(bidderId)}`;
}

/** Draws everything about one bidder: the bids, how the seller reaches the bidder, the ban and the erasure. */
export function bidderView(
  visit: Visit,
  bidderId: string,
  { bidder, known, sent }: { readonly bidder: AnsweredBidder | undefined; readonly known: Known; readonly sent: Sent },
): Html {
  const { words, base } = visit;
  const { bidders: said } = words;
  return html`<p><a href="${base}/bidders">${said.all}</a></p>
<div class="row"><h1>${isolated(bidderId)}</h1>${known.ban === null ? '' : html`<span class="pill warn">${said.isBanned}</span>`}</div>
<div class="columns"><div class="rest">
${bidder === undefined ? '' : figures(visit, bidder)}
${known.attempts.nodes.length === 0 ? html`<section class="card"><p>${said.unknown}</p></section>` : attempts(visit, known)}
</div><div class="rest">
${known.attempts.nodes.length === 0 ? '' : contact(visit, known)}
${banPart(visit, bidderId, known, sent)}
${known.attempts.nodes.length === 0 ? '' : erasure(visit, bidderId, sent)}
</div></div>`;
}

function figures(visit: Visit, { bidCount, winCount, wonInCents, firstBidAt, lastBidAt }: AnsweredBidder): Html {
  const { bidders: said, auction } = visit.words;
  return html`<section class="card" aria-label="${auction.bids}"><dl class="facts">
<div><dt>${auction.bids}</dt><dd>${visit.locale.count(bidCount)}</dd></div>
<div><dt>${auction.won}</dt><dd>${wins(visit, { winCount, wonInCents })}</dd></div>
<div><dt>${said.firstBid}</dt><dd>${visit.time(firstBidAt)}</dd></div>
<div><dt>${said.lastBid}</dt><dd>${visit.time(lastBidAt)}</dd></div>
</dl></section>`;
}

/** Draws how often a bidder has won, and for how much. */
export function wins(visit: Visit, { winCount, wonInCents }: Pick<AnsweredBidder, 'winCount' | 'wonInCents'>): Html {
  const count = visit.locale.count(winCount);
  return winCount === 0 ? html`${count}` : html`${count} · ${money(visit, wonInCents)}`;
}

/** Says how the seller reaches the bidder: the addresses, and the latest details for a delivery. */
function contact({ words, locale }: Visit, { attempts: { nodes: tried } }: Known): Html {
  const emails = [...new Set(tried.map(({ email }) => email))];
  const details = tried.find(({ deliveryDetails }) => deliveryDetails !== null)?.deliveryDetails ?? null;
  return html`<section class="card" aria-labelledby="contact-heading"><h2 id="contact-heading">${words.bidders.contact}</h2>
<p class="address">${words.bidders.emails} ${emails.map((email, at) => html`${at === 0 ? '' : ', '}<a href="mailto:${email}" dir="ltr">${email}</a>`)}</p>
${details === null ? '' : givenDetails(locale, details)}</section>`;
}

function attempts(visit: Visit, { attempts: { nodes: tried, pageInfo } }: Known): Html {
  const { bidders: said, auction } = visit.words;
  const { states } = visit.locale.words;
  return html`<section class="card" aria-labelledby="known-heading"><h2 id="known-heading">${said.tries}</h2>
<table>
${pageInfo.hasNextPage ? html`<caption>${said.latest({ count: tried.length })}</caption>` : ''}
<thead><tr><th scope="col">${auction.when}</th><th scope="col" class="amount">${auction.amount}</th><th scope="col">${said.result}</th></tr></thead>
<tbody>${tried.map(({ auctionId, valueInCents, createdAt, bidId, isWinningBid }) => html`<tr><td><a href="${visit.base}/auctions/${auctionId}">${visit.time(createdAt)}</a></td><td class="amount">${money(visit, valueInCents)}</td><td>${isWinningBid ? auction.won : bidId === null ? states.not_placed.label : auction.placed}</td></tr>`)}</tbody>
</table></section>`;
}

function banPart(visit: Visit, bidderId: string, { ban }: Known, sent: Sent): Html {
  const { bidders: said } = visit.words;
  if (ban !== null) {
    return html`<section class="card" aria-labelledby="ban-heading"><h2 id="ban-heading">${said.banned}</h2>
${ban.reason === null ? '' : html`<p dir="auto">${ban.reason}</p>`}<p class="hint">${visit.time(ban.bannedAt)}</p>
${unbanForm(visit, bidderId)}</section>`;
  }
  const form = formOf(visit, sent, 'ban', { bidderId });
  return html`<section class="card" aria-labelledby="ban-heading"><h2 id="ban-heading">${said.ban}</h2><p>${said.banHint}</p>
${form.form(html`${form.hidden('bidderId')}${form.text({ name: 'reason', label: said.reason, hint: said.reasonHint, maxLength: 500 })}
<p><button class="button small danger">${said.banButton}</button></p>`)}</section>`;
}

/** Draws the button that lifts a ban. */
export function unbanForm(visit: Visit, bidderId: string): Html {
  const text = visit.words.bidders.unban({ bidder: isolated(bidderId) });
  const button = html`<p><button class="button small secondary"><span>${text}</span></button></p>`;
  return buttonForm(visit, 'unban', { token: crypto.randomUUID(), bidderId }, button);
}

function erasure(visit: Visit, bidderId: string, sent: Sent): Html {
  const { bidders: said } = visit.words;
  const form = formOf(visit, sent, 'erase', { bidderId });
  return html`<details class="card"${sent.form === 'erase' ? html` open` : ''}><summary>${said.erase}</summary><p>${said.eraseHint}</p>
${form.form(html`${form.hidden('bidderId')}${form.tick({ name: 'confirm', label: said.confirm })}<p><button class="button small danger">${said.eraseButton}</button></p>`)}</details>`;
}
