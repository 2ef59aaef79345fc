import { hash } from 'node:crypto';
import { html } from 'hono/html';
import { mutationDocument } from '../mutation-document.ts';
import { faultsOf, tokenOf } from '../mutation-form.ts';
import type { ListItemQuery } from '../generated/answers.ts';
import type { Given, SellerPage, SentOutcome, Typed, Visit } from '../seller-page.ts';
import { isUuid } from '../../../core/uuid.ts';
import { isolated } from '../../auction/views/isolated.ts';
import { allPictures, type AnsweredPresentation } from '../views/auction-parts.ts';
import { formOf } from '../views/form-of.ts';
import {
  auctionFieldOf,
  itemButtons,
  itemSelection,
  itemValues,
  pageFields,
  periodValues,
  readItem,
  typedPictures,
  whatFields,
  whenFields,
} from './item-fields.ts';
import { rulesFields } from './rules-fields.ts';

const listItem = mutationDocument('createAuction', 'auction { auctionId }');

/** Asks for everything that an auction needs. */
export const listPage: SellerPage<Given<ListItemQuery, 'clock'>> = {
  route: '/list',
  place: 'list',
  document: `
query ListItem($copyOf: ID!, $isCopy: Boolean!) {
  clock { now }
  auctions(first: 1) { nodes { auctionId } }
  auction(auctionId: $copyOf) @include(if: $isCopy) {
    biddingPeriodStartsAt biddingPeriodEndsAt: scheduledEndsAt
    ${itemSelection}
  }
}`,
  variables: (visit) => {
    const copyOf = visit.query('copy') ?? '';
    return { copyOf: isUuid(copyOf) ? copyOf : noAuction, isCopy: isUuid(copyOf) };
  },
  view: (visit, { clock, auction, auctions }, sent) => {
    const { words } = visit;
    const now = new Date(clock.now).getTime();
    const starts = Math.ceil((now + tenMinutes) / halfHour) * halfHour;
    const lasts = auction == null ? fiveDays : lastingOf(auction);
    const pictures = auction == null ? [] : allPictures(withoutFaulty(auction.presentation));
    const suggested = {
      token: auctions === null ? null : nextToken(visit, auctions.nodes[0]?.auctionId),
      ...periodValues(visit, starts, starts + lasts),
      ...itemValues(visit, auction ?? null, pictures),
    };
    const form = formOf(visit, sent, 'item', suggested, { isNew: true });
    const main = html`<h1>${words.item.listHeading}</h1>
${auction == null ? '' : html`<p>${words.item.copied({ title: isolated(auction.title) })}</p>`}
${form.form(
  html`${whatFields(visit, form)}
${whenFields(visit, form, clock.now)}
${rulesFields(visit, form, auction?.rules)}
${pageFields(visit, form, sent.form === 'item' ? typedPictures(sent) : pictures)}
${itemButtons(visit, words.item.list)}`,
)}`;
    return { title: words.item.listHeading, main };
  },
  forms: { item: { document: listItem.document, takesFiles: true, send: sendItem } },
};

/** Returns the token of the next auction: the same in each tab until one is listed, so that none is listed twice. */
function nextToken({ viewer }: Visit, latest: string | undefined): string {
  const digest = hash('sha256', `${viewer.sellerId} ${latest}`);
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Leaves out the pictures that no auction can show. */
function withoutFaulty({ picturesInWork, ...page }: AnsweredPresentation): AnsweredPresentation {
  return { ...page, picturesInWork: picturesInWork.filter(({ fault }) => fault === null) };
}

/** Stands for no auction where none is copied. */
const noAuction = '00000000-0000-0000-0000-000000000000';

function lastingOf({ biddingPeriodStartsAt, biddingPeriodEndsAt }: NonNullable<ListItemQuery['auction']>): number {
  return new Date(biddingPeriodEndsAt).getTime() - new Date(biddingPeriodStartsAt).getTime();
}

const tenMinutes = 600_000;
const halfHour = 1_800_000;
const fiveDays = 5 * 86_400_000;

/** Lists an item: the auction and its page at once. */
async function sendItem(visit: Visit, typed: Typed): Promise<SentOutcome> {
  const { auction, rules, page, outcome } = await readItem(visit, typed, { isNew: true });
  if (outcome !== null) return outcome;
  const listed = await visit.run<{ readonly createAuction: { readonly auction: { readonly auctionId: string } } }>(
    listItem.document,
    listItem.variables({ ...auction, presentation: page.variables, rules }),
    tokenOf(typed),
  );
  const faults = faultsOf(visit, listed, (pointer) =>
    pointer.startsWith(ofPage) ? page.fieldOf(pointer.slice(ofPage.length)) : auctionFieldOf(pointer),
  );
  if (faults.length > 0) return { faults, typed: page.typed };
  return { next: `/auctions/${listed.data!.createAuction.auction.auctionId}`, done: 'listed' };
}

/** Begins the pointers of what the page of the auction shows. */
const ofPage = '/presentation';
