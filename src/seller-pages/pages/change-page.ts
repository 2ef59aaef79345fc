import { html } from 'hono/html';
import { mutationForm } from '../mutation-form.ts';
import type { SellerPage, Visit } from '../seller-page.ts';
import type { AnsweredAuction, AnsweredPicture } from '../views/auction-parts.ts';
import { formOf } from '../views/fields.ts';
import { timeFields } from '../zones.ts';
import {
  auctionFieldOf,
  pageFields,
  pictureValues,
  readAuctionFields,
  readPageFields,
  typedPictures,
  whatFields,
  whenFields,
} from './item-fields.ts';
import { describeAuction } from './list-page.ts';

interface Data {
  readonly auction: AnsweredAuction & {
    readonly presentation: {
      readonly description: string | null;
      readonly afterWinning: string | null;
      readonly pictures: readonly AnsweredPicture[];
    };
  };
  readonly clock: { readonly now: string } | null;
}

/** Changes an auction, and what its page shows. */
export const changePage: SellerPage<Data> = {
  route: '/auctions/:auctionId/change',
  place: 'auctions',
  document: `
query ChangeAuction($auctionId: UUID!) {
  auction(auctionId: $auctionId) {
    auctionId title reference phase outcome minimumBidValueInCents biddingPeriodStartsAt biddingPeriodEndsAt
    presentation { description afterWinning pictures { pictureId alternativeText } }
  }
  clock { now }
}`,
  view: (visit, { auction, clock }, sent) => {
    const { words, zone, locale } = visit;
    const { phase, presentation } = auction;
    const period = {
      ...timeFields('starts', new Date(auction.biddingPeriodStartsAt).getTime(), zone),
      ...timeFields('ends', new Date(auction.biddingPeriodEndsAt).getTime(), zone),
    };
    const details = formOf(visit, sent, 'details', {
      title: auction.title,
      reference: auction.reference,
      minimum: locale.typedDollars(auction.minimumBidValueInCents),
      zone,
      ...period,
      periodBefore: `${period['starts']} ${period['ends']} ${zone}`,
    });
    const page = formOf(visit, sent, 'page', {
      ...presentation,
      ...pictureValues(presentation.pictures),
      pictures: null,
    });
    const pictures = sent.form === 'page' ? typedPictures(sent) : presentation.pictures;
    const isOver = phase === 'SETTLING' || phase === 'FINAL';
    const main = html`<p><a href="${visit.base}/auctions/${auction.auctionId}">${words.item.back}</a></p>
<h1>${words.item.changeHeading}</h1>
${
  isOver
    ? html`<p class="notice">${words.refusals.auction_completed}</p>`
    : details.form(html`${whatFields(visit, details)}
${phase === 'UPCOMING' ? html`${whenFields(visit, details, clock?.now)}${details.hidden('periodBefore')}` : html`<p class="hint">${words.item.locked}</p>`}
<button class="button">${words.item.save}</button>`)
}
${page.form(html`${pageFields(visit, page, pictures)}<button class="button">${words.item.savePage}</button>`)}`;
    return { title: words.item.changeHeading, main };
  },
  forms: {
    details: mutationForm({
      document: `
mutation ChangeAuction(
  $auctionId: UUID!, $title: String, $minimumBidValueInCents: Int, $reference: String, $biddingPeriod: BiddingPeriodInput
) {
  updateAuction(
    auctionId: $auctionId, title: $title, minimumBidValueInCents: $minimumBidValueInCents, reference: $reference
    biddingPeriod: $biddingPeriod
  ) { auctionId }
}`,
      read: (visit, typed) => {
        const { fields } = typed;
        const period = ['starts', 'ends', 'zone'].map((name) => fields.get(name)).join(' ');
        // Times that were not touched stay as they are, to the second.
        const isUntouched = !fields.has('starts') || period === fields.get('periodBefore');
        const { variables, faults } = readAuctionFields(visit, typed);
        if (!isUntouched) return { variables, faults };
        const { biddingPeriod: _, ...others } = variables;
        return { variables: others, faults: faults.filter(({ field }) => !['starts', 'ends', 'zone'].includes(field)) };
      },
      fieldOf: auctionFieldOf,
      next: auctionOf,
      done: 'changed',
    }),
    page: mutationForm({
      document: describeAuction,
      read: readPageFields,
      takesFiles: true,
      next: auctionOf,
      done: 'described',
    }),
  },
};

function auctionOf(visit: Visit): string {
  return `/auctions/${visit.param('auctionId')}`;
}
