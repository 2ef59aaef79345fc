import { html } from 'hono/html';
import { isBeforeEnd, phaseOf } from '../../../auctions/phase.ts';
import type { Html } from '../../auction/views/layout.ts';
import { formFields } from '../../form-fields.ts';
import type { MyAuctionsQuery } from '../generated/answers.ts';
import type { Given, SellerPage, Visit } from '../seller-page.ts';
import { money, pill, thumbnail } from '../views/auction-parts.ts';
import { exportForm } from '../views/export-form.ts';
import { overviewOf } from '../views/overview-view.ts';
import { connectionButtons, pageAsked, type PageInfo } from '../views/seller-layout.ts';

type Data = Given<MyAuctionsQuery, 'auctions'>;

type ListedAuction = Data['auctions']['edges'][number]['node'];

const onPage = 20;
const runningShown = 10;
const statuses = ['upcoming', 'ongoing', 'completed'] as const;

/** The orders of the list, by their names in an address. */
const orders = {
  NEWEST_FIRST: { field: 'CREATED', direction: 'DESC' },
  OLDEST_FIRST: { field: 'CREATED', direction: 'ASC' },
  ENDING_FIRST: { field: 'END', direction: 'ASC' },
  ENDING_LAST: { field: 'END', direction: 'DESC' },
  HIGHEST_BID_FIRST: { field: 'HIGHEST_BID', direction: 'DESC' },
  LOWEST_BID_FIRST: { field: 'HIGHEST_BID', direction: 'ASC' },
} as const;
const orderNames = Object.keys(orders) as (keyof typeof orders)[];

/** Shows what runs, what was earned and what needs the seller, and lists the auctions. */
export const auctionsPage: SellerPage<Data> = {
  route: '',
  place: 'auctions',
  document: `
query MyAuctions(
  $filter: AuctionFilter, $orderBy: AuctionOrder
  $first: Int, $after: String, $last: Int, $before: String
  $isWhole: Boolean!, $seesMoney: Boolean!, $seesWebhooks: Boolean!, $monthBegins: UnixTimestamp!, $later: UnixTimestamp!
) {
  auctions(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    totalCount isTotalCountExact
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges {
      node {
        auctionId title phase outcome cancelledAt minimumBidValueInCents biddingPeriodStartsAt biddingPeriodEndsAt
        bidCount
        leadingBid { bidValueInCents }
        winningBid { bidValueInCents }
        presentation { pictures { pictureId alternativeText } }
      }
    }
  }
  clock { now }
  overview(fromTimestamp: $monthBegins, beforeTimestamp: $later) @include(if: $seesMoney) {
    heldInCents soldCount capturedInCents refundedInCents disputedInCents isExact
    concerns { kind auctionId title since }
  }
  running: auctions(filter: { statuses: [ongoing] }, orderBy: { field: END, direction: ASC }, first: ${runningShown}) @include(if: $isWhole) {
    totalCount
    edges { node { auctionId title biddingPeriodEndsAt leadingBid { bidValueInCents } } }
  }
  sellerProfile @include(if: $isWhole) { email emailState }
  paymentAccount @include(if: $isWhole) { state isUsed }
  webhookEndpoints @include(if: $seesWebhooks) { nodes { endpointId url isEnabled failingSince } }
}`,
  variables: (visit) => {
    const { status, text, order } = filtersOf(visit);
    const isWhole = isUnfiltered(visit) && visit.viewer.scopes.has('auctions:read');
    return {
      filter: { statuses: status === null ? null : [status], titleContains: text },
      orderBy: orders[order],
      ...pageAsked(visit, onPage),
      isWhole,
      seesMoney: isWhole && visit.viewer.scopes.has('bids:read'),
      seesWebhooks: isWhole && visit.viewer.scopes.has('webhooks:write'),
      ...monthOf(visit),
    };
  },
  view: (visit, data) => {
    const { auctions, clock } = data;
    const { words } = visit;
    const { totalCount, edges } = auctions;
    const now = clock === null ? null : new Date(clock.now).getTime();
    const isFiltered = visit.query('title') !== null || visit.query('status') !== null;
    const main = html`<h1>${words.auctions.heading}</h1>
${
  totalCount === 0 && !isFiltered
    ? html`<div class="card"><p>${words.auctions.noneYet}</p><p><a class="button small" href="${visit.base}/list">${words.auctions.listFirst}</a></p></div>`
    : html`${overviewOf(visit, data, now)}
${searchForm(visit)}
<div id="auctions" data-live>
<p class="hint">${countText(visit, auctions)}</p>
<ul class="listed">${edges.map(({ node }) => row(visit, node, now))}</ul>
${pageLinks(visit, auctions.pageInfo)}
</div>
${exportForm(visit)}`
}`;
    return { title: words.auctions.heading, main };
  },
};

/** True: the first page of the whole list, which an overview stands above. */
function isUnfiltered(visit: Visit): boolean {
  return ['title', 'status', 'order', 'after', 'before'].every((name) => visit.query(name) === null);
}

/** The instant at which the present month begins in the seller's zone. The clock of a test seller may be far ahead. */
function monthOf({ zone }: Visit) {
  const begins = Temporal.Now.zonedDateTimeISO(zone).with({ day: 1 }).startOfDay();
  return { monthBegins: begins.epochMilliseconds / 1_000, later: begins.add({ years: 10 }).epochMilliseconds / 1_000 };
}

function countText(visit: Visit, { totalCount, isTotalCountExact }: Data['auctions']): string {
  const { auctions: words } = visit.words;
  if (totalCount === 0) return isTotalCountExact ? words.none : words.noneSoFar;
  return isTotalCountExact
    ? words.count({ count: totalCount })
    : words.countAtLeast({ count: visit.locale.count(totalCount) });
}

function filtersOf(visit: Visit) {
  const status = statuses.find((each) => each === visit.query('status')) ?? null;
  const order = orderNames.find((each) => each === visit.query('order')) ?? 'NEWEST_FIRST';
  return { status, order, text: visit.query('title')?.trim().slice(0, 150) || null };
}

function searchForm(visit: Visit): Html {
  const { auctions: words } = visit.words;
  const { status, text, order } = filtersOf(visit);
  const form = formFields({ words: visit.locale.words.form, initial: { title: text, status, order } });
  const offered = statuses.map((each) => [each, words.statuses[each]] as const);
  return html`<form method="get" action="${visit.base}" class="card search" role="search">
${form.text({ name: 'title', label: words.search, kind: 'search', maxLength: 150 })}
${form.select({ name: 'status', label: words.show, options: [['', words.all], ...offered] })}
${form.select({ name: 'order', label: words.order, options: orderNames.map((each) => [each, words.orders[each]]) })}
<button class="button secondary">${words.find}</button>
</form>`;
}

function row(visit: Visit, auction: ListedAuction, now: number | null): Html {
  const { words, locale } = visit;
  const { figures } = locale.words;
  const { winningBid, leadingBid, minimumBidValueInCents, bidCount } = auction;
  const phase = phaseOf(auction);
  const isUpcoming = phase === 'upcoming';
  const instant = isUpcoming ? auction.biddingPeriodStartsAt : auction.biddingPeriodEndsAt;
  const [label, value] =
    winningBid !== null
      ? [figures.soldFor, winningBid.bidValueInCents]
      : leadingBid !== null
        ? [figures.highestBid, leadingBid.bidValueInCents]
        : [figures.minimum, minimumBidValueInCents];
  const isAhead = now !== null && isBeforeEnd(phase);
  return html`<li class="card">
${thumbnail(visit, auction.presentation.pictures[0])}
<div class="what"><h2 dir="auto"><a href="${visit.base}/auctions/${auction.auctionId}">${auction.title}</a></h2>
<p class="hint">${pill(visit, auction)} ${
    isAhead
      ? html`${isUpcoming ? figures.opensIn : figures.endsIn} <b>${locale.duration(new Date(instant).getTime() - now)}</b> · ${visit.time(instant)}`
      : auction.cancelledAt === null
        ? html`${words.auctions.ended} ${visit.time(instant)}`
        : visit.time(auction.cancelledAt)
  }</p></div>
<p class="price"><span class="hint">${label}</span> <b>${money(visit, value)}</b>${bidCount === null || bidCount === 0 ? '' : html` <span class="hint">${locale.words.preview.bids({ count: bidCount })}</span>`}</p>
</li>`;
}

function pageLinks(visit: Visit, pageInfo: PageInfo): Html {
  const filters = ['title', 'status', 'order'].flatMap((name) => {
    const value = visit.query(name);
    return value === null ? [] : [[name, value] as const];
  });
  return connectionButtons(visit, visit.base, pageInfo, Object.fromEntries(filters));
}
