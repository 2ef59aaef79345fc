import { html } from 'hono/html';
import { isBeforeEnd, phaseOf } from '../../../auctions/phase.ts';
import { givenDetails } from '../../auction/views/delivery-form.ts';
import { isolated, richText } from '../../auction/views/isolated.ts';
import type { Html } from '../../auction/views/layout.ts';
import { renderRichText } from '../../../auctions/presentation/rich-text.ts';
import { mutationForm } from '../mutation-form.ts';
import type { MyAuctionQuery } from '../generated/answers.ts';
import type { Given, Sent, SellerPage, Visit } from '../seller-page.ts';
import { type AnsweredPresentation, money, pictureSelection, pill, thumbnail } from '../views/auction-parts.ts';
import { bidderAddress } from '../views/bidder-view.ts';
import { formOf } from '../views/form-of.ts';
import { charged, paymentFields, refundOfSale, refundPart } from '../views/refund-part.ts';
import { shipmentFields, shipmentOfSale, shipmentPart } from '../views/shipment-part.ts';

type Data = Given<MyAuctionQuery, 'auction'>;

type ShownAuction = Data['auction'];

const shownBids = 50;

/** Shows one auction: its bids, its money, and who has won. */
export const auctionPage: SellerPage<Data> = {
  route: '/auctions/:auctionId',
  place: 'auctions',
  document: `
query MyAuction($auctionId: ID!) {
  auction(auctionId: $auctionId) {
    auctionId title reference auctionUrl phase outcome
    minimumBidValueInCents biddingPeriodStartsAt biddingPeriodEndsAt latestEndsAt
    leadingBid { bidValueInCents }
    winningBid { bidId bidderId bidValueInCents placedAt isWinningBid winnerReference winnerEmail }
    bids(first: ${shownBids}, orderBy: { field: VALUE, direction: DESC }) {
      totalCount
      edges { node { bidId bidderId bidValueInCents placedAt isWinningBid } }
    }
    payment {
      ${paymentFields}
    }
    deliveryDetails { name address telephone givenAt }
    shipment { ${shipmentFields} }
    ledger {
      balance {
        heldInCents capturedInCents releasedInCents refundedInCents disputedInCents applicationFeeInCents keptInCents
      }
      entries { at kind amountInCents bidId }
    }
    presentation {
      description
      ${pictureSelection}
    }
  }
  clock { now }
}`,
  view: (visit, { auction, clock }, sent) => {
    const { words, base } = visit;
    const isOpen = isBeforeEnd(phaseOf(auction));
    const address = `${base}/auctions/${auction.auctionId}`;
    const main = html`<div class="head">
<div class="row"><h1 dir="auto">${auction.title}</h1><span id="pill" data-live>${pill(visit, auction)}</span></div>
<p class="buttons"><a class="button small" href="${auction.auctionUrl}">${words.auction.open}</a> <a class="button small secondary" href="${address}/change">${words.auction.change}</a> <a class="button small secondary" href="${copyAddress(visit, auction)}">${words.auction.copy}</a> ${isOpen ? html`<a class="button small secondary" href="${address}/cancel">${words.auction.cancel}</a> ` : ''}</p>
</div>
<div class="columns">
<div class="rest" id="live" data-live>
${result(visit, auction)}
${figures(visit, auction, clock?.now)}
${bids(visit, auction)}
${ledger(visit, auction)}
</div>
<div class="rest">
${visit.viewer.mode === 'test' && isOpen ? letTimePass(visit, auction, sent) : ''}
${auction.winningBid === null ? '' : shipmentPart(visit, auction.shipment, sent)}
${auction.payment === null ? '' : refundPart(visit, auction.payment, sent)}
${share(visit, auction)}
${item(visit, auction)}
</div>
</div>`;
    return { title: auction.title, main };
  },
  forms: {
    ship: shipmentOfSale,
    refund: refundOfSale,
    advance: mutationForm({
      mutation: 'advanceTestClock',
      read: ({ param }, { fields }) => ({
        variables: { untilAuction: { auctionId: param('auctionId'), phase: fields.get('phase') } },
      }),
      done: 'advanced',
    }),
  },
};

/** Draws the address of the page, and the ways to bring it to bidders. */
function share({ words, locale, base }: Visit, { auctionId, auctionUrl, title }: ShownAuction): Html {
  const { share: said } = words;
  const frame = `<iframe src="${auctionUrl}" title="${title.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" width="400" height="800"></iframe>`;
  return html`<section class="card" aria-labelledby="share-heading"><h2 id="share-heading">${words.auction.share}</h2>
<p class="address" dir="ltr"><a href="${auctionUrl}">${auctionUrl}</a></p>
<p class="buttons"><button type="button" class="button small secondary" data-copy="${auctionUrl}" data-copied="${locale.words.browser.copied}" hidden>${said.copy}</button> <button type="button" class="button small secondary" data-share="${auctionUrl}" data-title="${title}" hidden>${said.send}</button> <a class="button small secondary" href="${base}/auctions/${auctionId}/poster">${said.poster}</a></p>
<details><summary>${said.frame}</summary><p class="hint">${said.frameHint}</p><pre tabindex="0" dir="ltr"><code>${frame}</code></pre></details></section>`;
}

/** The form that lists the item once more. */
function copyAddress({ base }: Visit, { auctionId }: Pick<ShownAuction, 'auctionId'>): string {
  return `${base}/list?copy=${auctionId}`;
}

/** Says who has won, or that nobody has. */
function result(visit: Visit, auction: ShownAuction): Html {
  const { words } = visit;
  const { winningBid, payment } = auction;
  const phase = phaseOf(auction);
  if (phase === 'unsold' || phase === 'cancelled') {
    const said = phase === 'unsold' ? words.auction.unsold : words.auction.wasCancelled;
    return html`<div class="notice plain"><p>${said}</p><p><a class="button small" href="${copyAddress(visit, auction)}">${words.auction.relist}</a></p></div>`;
  }
  if (winningBid === null) return html``;
  return html`<section class="won" aria-labelledby="winner-heading"><h2 id="winner-heading">${words.auction.winner}</h2>
<p id="winner">${words.auction.wonWith({ bidder: html`<b><a href="${bidderAddress(visit, winningBid.bidderId)}">${isolated(winningBid.bidderId)}</a></b>`, value: html`<b>${money(visit, winningBid.bidValueInCents)}</b>` })} ${payment === null ? '' : charged(visit, payment)}</p>
${email(visit, winningBid)}
${winningBid.winnerReference === null ? '' : html`<p class="reference">${words.auction.winnersReference({ reference: html`<code class="whole" dir="ltr">${winningBid.winnerReference}</code>` })}</p>`}</section>
${delivery(visit, auction)}`;
}

/** The link may have named the winner by an id of the seller's, so the address is said beside it. */
function email({ words }: Visit, { bidderId, winnerEmail }: NonNullable<ShownAuction['winningBid']>): Html {
  if (winnerEmail === null || winnerEmail === bidderId) return html``;
  const link = html`<a href="mailto:${winnerEmail}" dir="ltr">${winnerEmail}</a>`;
  return html`<p id="winner-email">${words.auction.winnerEmail({ email: link })}</p>`;
}

/** Says where the item goes, once the winner has said so. */
function delivery(visit: Visit, { deliveryDetails }: ShownAuction): Html {
  if (deliveryDetails === null) return html``;
  return html`<section class="card" aria-labelledby="delivery-heading"><h2 id="delivery-heading">${visit.words.auction.delivery}</h2>
${givenDetails(visit.locale, deliveryDetails)}
<p class="hint">${visit.time(deliveryDetails.givenAt)}</p></section>`;
}

function figures(visit: Visit, auction: ShownAuction, now: string | undefined): Html {
  const { words, locale } = visit;
  const labels = locale.words.figures;
  const { leadingBid, winningBid, bids, ledger } = auction;
  const phase = phaseOf(auction);
  const price = winningBid ?? leadingBid;
  const until = phase === 'upcoming' ? auction.biddingPeriodStartsAt : auction.biddingPeriodEndsAt;
  const isOpen = isBeforeEnd(phase);
  const left =
    now !== undefined && isOpen ? locale.duration(new Date(until).getTime() - new Date(now).getTime()) : null;
  return html`<section class="card">
<dl class="figures">
<div class="lead"><dt>${winningBid === null ? labels.highestBid : labels.soldFor}</dt><dd class="big">${price === null ? html`<span class="none">${isOpen ? labels.noneYet : labels.none}</span>` : money(visit, price.bidValueInCents)}</dd></div>
${left === null ? '' : html`<div class="clock"><dt>${phase === 'upcoming' ? labels.opensIn : labels.endsIn}</dt><dd class="big">${left}</dd></div>`}
</dl>
<dl class="facts">
${bids === null ? '' : html`<div><dt>${labels.bids}</dt><dd>${bids.totalCount}</dd></div>`}
<div><dt>${labels.minimum}</dt><dd>${money(visit, auction.minimumBidValueInCents)}</dd></div>
${ledger === null ? '' : html`<div><dt>${words.auction.held}</dt><dd>${money(visit, ledger.balance.heldInCents)}</dd></div>`}
<div><dt>${words.auction.starts}</dt><dd>${visit.timeWithZone(auction.biddingPeriodStartsAt)}</dd></div>
${phase === 'cancelled' ? '' : html`<div><dt>${words.auction.ends}</dt><dd>${visit.timeWithZone(auction.biddingPeriodEndsAt)}</dd></div>`}
${isOpen && auction.latestEndsAt !== auction.biddingPeriodEndsAt ? html`<div><dt>${words.auction.endsAtLatest}</dt><dd>${visit.timeWithZone(auction.latestEndsAt)}</dd></div>` : ''}
${auction.reference === null ? '' : html`<div><dt>${words.auction.reference}</dt><dd>${isolated(auction.reference)}</dd></div>`}
</dl>
</section>`;
}

function bids(visit: Visit, { bids }: ShownAuction): Html {
  const { auction: words } = visit.words;
  if (bids === null) return html``;
  const { totalCount, edges } = bids;
  if (totalCount === 0) {
    return html`<section class="card" aria-labelledby="bids-heading"><h2 id="bids-heading">${words.bids}</h2><p>${words.noBids}</p></section>`;
  }
  return html`<section class="card" aria-labelledby="bids-heading"><h2 id="bids-heading">${words.bids}</h2>
<table>
${totalCount > edges.length ? html`<caption>${words.highest({ shown: edges.length, all: totalCount })}</caption>` : ''}
<thead><tr><th scope="col">${words.bidder}</th><th scope="col" class="amount">${words.amount}</th><th scope="col">${words.placed}</th></tr></thead>
<tbody>${edges.map(({ node }) => html`<tr${node.isWinningBid ? html` class="winning"` : ''}><td class="bidder"><a href="${bidderAddress(visit, node.bidderId)}">${isolated(node.bidderId)}</a>${node.isWinningBid ? html` <span class="pill good">${words.won}</span>` : ''}</td><td class="amount">${money(visit, node.bidValueInCents)}</td><td>${visit.time(node.placedAt)}</td></tr>`)}</tbody>
</table></section>`;
}

function ledger(visit: Visit, { ledger: books }: ShownAuction): Html {
  const { auction: words } = visit.words;
  if (books === null) return html``;
  const { balance, entries } = books;
  const names = Object.keys(words.balance) as (keyof typeof balance)[];
  return html`<section class="card" aria-labelledby="money-heading"><h2 id="money-heading">${words.money}</h2>
${
  entries.length === 0
    ? html`<p>${words.noLedger}</p>`
    : html`<dl class="facts">${names.filter((name) => balance[name] !== 0 || name === 'keptInCents').map((name) => html`<div><dt>${words.balance[name]}</dt><dd>${money(visit, balance[name])}</dd></div>`)}</dl>
<details><summary>${words.ledger}</summary>
<table><thead><tr><th scope="col">${words.movement}</th><th scope="col" class="amount">${words.amount}</th><th scope="col">${words.when}</th></tr></thead>
<tbody>${entries.map(({ at, kind, amountInCents }) => html`<tr><td>${words.kinds[kind]}</td><td class="amount">${money(visit, amountInCents)}</td><td>${visit.time(at)}</td></tr>`)}</tbody></table>
</details>`
}
</section>`;
}

/** Lets the time of a test seller pass, to the next thing that happens to the auction. */
function letTimePass(visit: Visit, auction: ShownAuction, sent: Sent): Html {
  const { test } = visit.words.auction;
  const form = formOf(visit, sent, 'advance');
  const isUpcoming = phaseOf(auction) === 'upcoming';
  return html`<section class="card bank" aria-labelledby="time-heading"><h2 id="time-heading">${test.heading}</h2>
<p>${test.hint}</p>
${form.form(html`<p class="buttons">${isUpcoming ? html`<button class="button small" name="phase" value="OPEN">${test.toStart}</button> ` : ''}<button class="button small secondary" name="phase" value="FINAL">${test.toEnd}</button></p>`)}
</section>`;
}

function item(visit: Visit, { presentation }: ShownAuction): Html {
  const { auction: words } = visit.words;
  const { description, pictures, picturesInWork } = presentation;
  const isEmpty = description === null && pictures.length + picturesInWork.length === 0;
  return html`<section class="card" aria-labelledby="item-heading"><h2 id="item-heading">${words.description}</h2>
<div id="item-pictures" data-live>${pictures.length === 0 ? '' : html`<ul class="strip-of-pictures">${pictures.map((picture) => html`<li>${thumbnail(visit, picture)}</li>`)}</ul>`}${inWork(visit, presentation)}</div>
${isEmpty ? html`<p>${words.noDescription}</p>` : ''}
${description === null ? '' : richText(renderRichText(description))}
</section>`;
}

/** Says which pictures are not there yet, and which cannot be shown. */
function inWork(
  { words: { upload, pictureFaults } }: Visit,
  { picturesInWork }: Pick<AnsweredPresentation, 'picturesInWork'>,
): Html {
  const coming = picturesInWork.filter(({ fault }) => fault === null).length;
  const broken = picturesInWork.filter(({ fault }) => fault !== null);
  return html`${coming === 0 ? '' : html`<p class="hint">${upload.inWork({ count: coming })}</p>`}
${broken.map(({ fault, alternativeText }) => html`<p class="fault">${pictureFaults[fault!.toLowerCase() as keyof typeof pictureFaults]({ name: alternativeText })}</p>`)}`;
}
