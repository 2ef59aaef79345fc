import { html } from 'hono/html';
import { isolated } from '../../auction/views/isolated.ts';
import type { Html } from '../../auction/views/layout.ts';
import { formFields } from '../../form-fields.ts';
import { mutationForm } from '../mutation-form.ts';
import type { MyBiddersQuery } from '../generated/answers.ts';
import type { SellerPage, Sent, Visit } from '../seller-page.ts';
import { type AnsweredBidder, bidderAddress, bidderView, unbanForm, wins } from '../views/bidder-view.ts';
import { exportForm } from '../views/export-form.ts';
import { formOf } from '../views/form-of.ts';
import { connectionButtons, pageAsked, placeOf } from '../views/seller-layout.ts';

const onPage = 50;

/** The place in the list of bans, below that of bidders. */
const ofBans = { before: 'bannedBefore', after: 'bannedAfter' };

/** The attempts of one bidder. */
const shown = 100;

/** Lists the bidders of a seller and those who are banned, and shows what is known of one; bans, and erases. */
export const biddersPage: SellerPage<MyBiddersQuery> = {
  route: '/bidders',
  place: 'bidders',
  document: `
query MyBidders(
  $bidder: String, $bidderId: String!, $isAsked: Boolean!
  $first: Int, $after: String, $last: Int, $before: String
  $bannedFirst: Int, $bannedAfter: String, $bannedLast: Int, $bannedBefore: String
) {
  bidders(bidderId: $bidder, first: $first, after: $after, last: $last, before: $before) {
    totalCount isTotalCountExact
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { node { bidderId bidCount winCount wonInCents firstBidAt lastBidAt email isBanned } }
  }
  bannedBidders(
    first: $bannedFirst, after: $bannedAfter, last: $bannedLast, before: $bannedBefore
  ) @skip(if: $isAsked) {
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    nodes { bidderId reason bannedAt }
  }
  exportBidder(bidderId: $bidderId) @include(if: $isAsked) {
    ban { reason bannedAt }
    attempts(first: ${shown}) {
      pageInfo { hasNextPage }
      nodes {
        auctionId email valueInCents createdAt bidId isWinningBid
        deliveryDetails { name address telephone }
      }
    }
  }
}`,
  variables: (visit) => {
    const bidder = bidderOf(visit);
    const isAsked = bidder !== null;
    const bans = Object.entries(pageAsked(visit, onPage, ofBans));
    return {
      bidder,
      bidderId: bidder ?? '-',
      isAsked,
      ...(isAsked ? { first: 1 } : pageAsked(visit, onPage)),
      ...Object.fromEntries(bans.map(([name, value]) => [`banned${name[0]!.toUpperCase()}${name.slice(1)}`, value])),
    };
  },
  view: (visit, { bidders, bannedBidders, exportBidder }, sent) => {
    const { bidders: words } = visit.words;
    const bidder = bidderOf(visit);
    if (bidder !== null && exportBidder != null) {
      const known = { bidder: bidders?.edges[0]?.node, known: exportBidder, sent };
      return { title: bidder, main: bidderView(visit, bidder, known) };
    }
    const search = formFields({ words: visit.locale.words.form, initial: { bidder } });
    const main = html`<h1>${words.heading}</h1>
${bidders === null ? '' : people(visit, bidders)}
<section class="card" aria-labelledby="find-heading"><h2 id="find-heading">${words.find}</h2>
<form method="get" class="stack">${search.text({ name: 'bidder', label: words.bidder, hint: words.bidderHint, maxLength: 200 })}
<p><button class="button small secondary">${words.show}</button></p></form>
</section>
${exportForm(visit, 'people')}
${banForm(visit, sent)}
${bannedBidders == null ? '' : banned(visit, bannedBidders)}`;
    return { title: words.heading, main };
  },
  forms: {
    ban: mutationForm({
      mutation: 'banBidder',
      done: 'banned',
      next: samePage,
    }),
    unban: mutationForm({
      mutation: 'unbanBidder',
      done: 'unbanned',
      next: samePage,
    }),
    erase: mutationForm({
      mutation: 'eraseBidder',
      isConfirmed: true,
      done: 'erased',
    }),
  },
};

/** The bidder whose page is asked for; `null`: the list. */
function bidderOf(visit: Visit): string | null {
  return visit.query('bidder')?.trim() || null;
}

/** The page that a form stands on. */
function samePage(visit: Visit): string {
  const bidder = bidderOf(visit);
  return bidder === null ? '/bidders' : bidderAddress({ base: '' }, bidder);
}

function people(visit: Visit, connection: NonNullable<MyBiddersQuery['bidders']>): Html {
  const { bidders: words, auction } = visit.words;
  const { totalCount, isTotalCountExact, edges, pageInfo } = connection;
  if (totalCount === 0 && isTotalCountExact) return html`<section class="card"><p>${words.none}</p></section>`;
  const count = isTotalCountExact
    ? words.count({ count: totalCount })
    : words.countAtLeast({ count: visit.locale.count(totalCount) });
  return html`<section class="card" aria-labelledby="people-heading"><h2 id="people-heading">${count}</h2>
<table class="people"><thead><tr><th scope="col">${words.bidder}</th><th scope="col" class="amount">${auction.bids}</th><th scope="col" class="amount">${auction.won}</th><th scope="col">${words.lastBid}</th></tr></thead>
<tbody>${edges.map(({ node }) => row(visit, node))}</tbody></table>
${connectionButtons(visit, `${visit.base}/bidders`, pageInfo, placeOf(visit, ofBans))}</section>`;
}

function row(visit: Visit, bidder: AnsweredBidder): Html {
  const { bidders: words } = visit.words;
  const { bidderId, email, bidCount, lastBidAt, isBanned } = bidder;
  const isNamed = email !== null && email !== bidderId;
  return html`<tr><td class="bidder"><a href="${bidderAddress(visit, bidderId)}">${isolated(bidderId)}</a>${isBanned ? html` <span class="pill warn">${words.isBanned}</span>` : ''}${isNamed ? html`<br><a class="hint" href="mailto:${email}" dir="ltr">${email}</a>` : ''}</td><td class="amount">${visit.locale.count(bidCount)}</td><td class="amount">${wins(visit, bidder)}</td><td>${visit.time(lastBidAt)}</td></tr>`;
}

function banForm(visit: Visit, sent: Sent): Html {
  const { bidders: words } = visit.words;
  const ban = formOf(visit, sent, 'ban');
  return html`<section class="card" aria-labelledby="ban-heading"><h2 id="ban-heading">${words.ban}</h2><p>${words.banHint}</p>
${ban.form(html`${ban.text({ name: 'bidderId', label: words.bidder, maxLength: 200 })}
${ban.text({ name: 'reason', label: words.reason, hint: words.reasonHint, maxLength: 500 })}
<p><button class="button small danger">${words.banButton}</button></p>`)}
</section>`;
}

function banned(visit: Visit, { nodes: bans, pageInfo }: NonNullable<MyBiddersQuery['bannedBidders']>): Html {
  const { bidders: words } = visit.words;
  const rows = bans.map(
    ({ bidderId, reason, bannedAt }) =>
      html`<li><p class="row"><b><a href="${bidderAddress(visit, bidderId)}">${isolated(bidderId)}</a></b> <span class="hint">${visit.time(bannedAt)}</span></p>
${reason === null ? '' : html`<p dir="auto">${reason}</p>`}
${unbanForm(visit, bidderId)}</li>`,
  );
  return html`<section class="card" aria-labelledby="banned-heading"><h2 id="banned-heading">${words.banned}</h2>
${bans.length === 0 ? html`<p>${words.nobody}</p>` : html`<ul class="own">${rows}</ul>`}
${connectionButtons(visit, '', pageInfo, placeOf(visit), ofBans)}</section>`;
}
