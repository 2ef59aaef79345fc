import { html } from 'hono/html';
import { mutationDocument } from '../mutation-document.ts';
import { faultsOf } from '../mutation-form.ts';
import type { ChangeAuctionQuery } from '../generated/answers.ts';
import type { Given, SellerPage, SentOutcome, Typed, Visit } from '../seller-page.ts';
import { allPictures } from '../views/auction-parts.ts';
import { formOf } from '../views/form-of.ts';
import {
  auctionFieldOf,
  itemButtons,
  itemSelection,
  itemValues,
  pageFields,
  periodText,
  periodValues,
  readItem,
  typedPictures,
  whatFields,
  whenFields,
} from './item-fields.ts';
import { rulesFieldOf, rulesFields } from './rules-fields.ts';

const updateAuction = mutationDocument('updateAuction');
const updateRules = mutationDocument('updateAuctionRules');
const describeAuction = mutationDocument('updateAuctionPresentation');

/** Changes an auction, and what its page shows. */
export const changePage: SellerPage<Given<ChangeAuctionQuery, 'auction'>> = {
  route: '/auctions/:auctionId/change',
  place: 'auctions',
  document: `
query ChangeAuction($auctionId: ID!) {
  auction(auctionId: $auctionId) {
    auctionId phase outcome biddingPeriodStartsAt biddingPeriodEndsAt
    ${itemSelection}
  }
  clock { now }
}`,
  view: (visit, { auction, clock }, sent) => {
    const { words, locale } = visit;
    const { phase } = auction;
    const stored = allPictures(auction.presentation);
    const period = periodValues(
      visit,
      new Date(auction.biddingPeriodStartsAt).getTime(),
      new Date(auction.biddingPeriodEndsAt).getTime(),
    );
    const form = formOf(visit, sent, 'item', {
      ...period,
      periodBefore: periodText((name) => period[name]),
      ...itemValues(visit, auction, stored),
    });
    const pictures = sent.form === 'item' ? typedPictures(sent) : stored;
    const price = auction.rules.buyNowPriceInCents;
    const isOver = phase === 'SETTLING' || phase === 'FINAL';
    const main = html`<p><a href="${visit.base}/auctions/${auction.auctionId}">${locale.words.transcript.back}</a></p>
<h1>${words.item.changeHeading}</h1>
${isOver ? html`<p class="notice">${words.item.over}</p>` : ''}
${form.form(html`${isOver ? '' : whatFields(visit, form)}
${isOver ? '' : phase === 'UPCOMING' ? html`${whenFields(visit, form, clock?.now)}${form.hidden('periodBefore')}${rulesFields(visit, form, auction.rules)}` : html`<p class="hint">${words.item.locked}</p>${price === null ? '' : form.tick({ name: 'removeBuyNow', label: words.item.removeBuyNow({ price: locale.dollars(price) }) })}`}
${pageFields(visit, form, pictures)}${isOver ? html`<button class="button">${words.item.save}</button>` : itemButtons(visit, words.item.save)}`)}`;
    return { title: words.item.changeHeading, main };
  },
  forms: {
    item: {
      document: [updateAuction, updateRules, describeAuction].map(({ document }) => document).join('\n'),
      takesFiles: true,
      send: sendChange,
    },
  },
};

/** Changes the auction itself, while its form shows that, and then its page. */
async function sendChange(visit: Visit, typed: Typed): Promise<SentOutcome> {
  const auctionId = visit.param('auctionId');
  const { auction, rules, page, outcome } = await readItem(visit, typed);
  if (outcome !== null) return outcome;
  const changes = [
    { mutation: updateAuction, values: auction, fieldOf: auctionFieldOf },
    { mutation: updateRules, values: rules === undefined ? null : { rules }, fieldOf: rulesFieldOf },
    { mutation: describeAuction, values: page.variables, fieldOf: page.fieldOf },
  ];
  for (const { mutation, values, fieldOf } of changes) {
    if (values === null) continue;
    const answer = await visit.run(mutation.document, mutation.variables({ auctionId, ...values }));
    const faults = faultsOf(visit, answer, fieldOf);
    if (faults.length > 0) return { faults, typed: page.typed };
  }
  return { next: `/auctions/${auctionId}`, done: 'changed' };
}
