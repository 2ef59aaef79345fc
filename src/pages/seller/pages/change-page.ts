import { html } from 'hono/html';
import { updateAuctionInput } from '../../../auctions/auction-input.ts';
import { faultsIn } from '../../../core/check-input.ts';
import { presentationInput } from '../../../auctions/presentation/update-auction-presentation.ts';
import { mutationDocument } from '../mutation-document.ts';
import { faultsOf, saidAt } from '../mutation-form.ts';
import type { ChangeAuctionQuery } from '../generated/answers.ts';
import type { Given, SellerPage, SentOutcome, Typed, Visit } from '../seller-page.ts';
import { allPictures, pictureSelection } from '../views/auction-parts.ts';
import { formOf } from '../views/form-of.ts';
import { previewOf } from '../views/preview-view.ts';
import { timeFields } from '../zones.ts';
import {
  auctionFieldOf,
  draftOf,
  isPreview,
  itemButtons,
  pageFields,
  pictureValues,
  readAuctionFields,
  readPageFields,
  typedPictures,
  whatFields,
  whenFields,
} from './item-fields.ts';
import { readRules, rulesFieldOf, rulesFields, rulesSelection, rulesValues } from './rules-fields.ts';

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
    auctionId title reference phase outcome minimumBidValueInCents biddingPeriodStartsAt biddingPeriodEndsAt
    ${rulesSelection}
    presentation {
      description afterWinning
      ${pictureSelection}
    }
  }
  clock { now }
}`,
  view: (visit, { auction, clock }, sent) => {
    const { words, zone, locale } = visit;
    const { phase, presentation } = auction;
    const stored = allPictures(presentation);
    const period = {
      ...timeFields('starts', new Date(auction.biddingPeriodStartsAt).getTime(), zone),
      ...timeFields('ends', new Date(auction.biddingPeriodEndsAt).getTime(), zone),
    };
    const form = formOf(visit, sent, 'item', {
      title: auction.title,
      reference: auction.reference,
      minimum: locale.typedDollars(auction.minimumBidValueInCents),
      zone,
      ...period,
      periodBefore: `${period['starts']} ${period['ends']} ${zone}`,
      description: presentation.description,
      afterWinning: presentation.afterWinning,
      ...pictureValues(stored),
      ...rulesValues(visit, auction.rules),
    });
    const pictures = sent.form === 'item' ? typedPictures(sent) : stored;
    const price = auction.rules.buyNowPriceInCents;
    const isOver = phase === 'SETTLING' || phase === 'FINAL';
    const main = html`<p><a href="${visit.base}/auctions/${auction.auctionId}">${words.item.back}</a></p>
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
  const page = await readPageFields(visit, typed);
  const auction = typed.fields.has('title') ? readChange(visit, typed) : null;
  const pageFaults = saidAt(visit, faultsIn(presentationInput, page.variables), page.fieldOf);
  const ruled = readRules(visit, typed, readAuctionFields(visit, typed).variables);
  const found = [...(auction?.faults ?? []), ...(ruled?.faults ?? []), ...page.faults, ...pageFaults];
  const asksForPreview = auction !== null && isPreview(typed);
  if (found.length > 0 || asksForPreview) {
    const also = auction === null ? [] : saidAt(visit, faultsIn(updateAuctionInput, auction.checked), auctionFieldOf);
    const faults = [...also, ...found];
    if (faults.length > 0 || !asksForPreview) return { faults, typed: page.typed };
    return { preview: await previewOf(visit, draftOf(readAuctionFields(visit, typed), page)), typed: page.typed };
  }
  const changes = [
    ...(auction === null ? [] : [{ mutation: updateAuction, values: auction.variables, fieldOf: auctionFieldOf }]),
    ...(ruled === null ? [] : [{ mutation: updateRules, values: { rules: ruled.rules }, fieldOf: rulesFieldOf }]),
    { mutation: describeAuction, values: page.variables, fieldOf: page.fieldOf },
  ];
  for (const { mutation, values, fieldOf } of changes) {
    const answer = await visit.run(mutation.document, mutation.variables({ auctionId, ...values }));
    const faults = faultsOf(visit, answer, fieldOf);
    if (faults.length > 0) return { faults, typed: page.typed };
  }
  return { next: `/auctions/${auctionId}`, done: 'changed' };
}

function readChange(visit: Visit, typed: Typed) {
  const { fields } = typed;
  const period = ['starts', 'ends', 'zone'].map((name) => fields.get(name)).join(' ');
  // Times that were not touched stay as they are, to the second.
  const isUntouched = !fields.has('starts') || period === fields.get('periodBefore');
  const { variables, faults } = readAuctionFields(visit, typed);
  const { biddingPeriod, minimumBidValueInCents, ...others } = variables;
  const checked = { ...others, ...(minimumBidValueInCents !== null && { minimumBidValueInCents }) };
  if (!isUntouched)
    return { variables, faults, checked: { ...checked, ...(biddingPeriod !== null && { biddingPeriod }) } };
  return {
    variables: { ...others, minimumBidValueInCents },
    faults: faults.filter(({ field }) => !['starts', 'ends', 'zone'].includes(field)),
    checked,
  };
}
