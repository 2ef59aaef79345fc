import { hash } from 'node:crypto';
import { html } from 'hono/html';
import { createAuctionInput } from '../../../auctions/auction-input.ts';
import { faultsIn } from '../../../core/check-input.ts';
import { minNoticeBeforeStartSeconds } from '../../../core/limits.ts';
import { presentationInput } from '../../../auctions/presentation/update-auction-presentation.ts';
import { mutationDocument } from '../mutation-document.ts';
import { faultsOf, saidAt, tokenOf } from '../mutation-form.ts';
import type { ListItemQuery } from '../generated/answers.ts';
import type { FieldFault } from '../../form-fields.ts';
import type { Given, SellerPage, SentOutcome, Typed, Visit } from '../seller-page.ts';
import { isUuid } from '../../../core/uuid.ts';
import { isolated } from '../../auction/views/isolated.ts';
import { allPictures, type AnsweredPresentation, pictureSelection } from '../views/auction-parts.ts';
import { formOf } from '../views/form-of.ts';
import { previewOf } from '../views/preview-view.ts';
import { timeFields } from '../zones.ts';
import {
  auctionFieldOf,
  type AuctionVariables,
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
import { readRules, rulesFields, rulesSelection, rulesValues } from './rules-fields.ts';

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
    title reference minimumBidValueInCents biddingPeriodStartsAt biddingPeriodEndsAt: scheduledEndsAt
    ${rulesSelection}
    presentation {
      description afterWinning
      ${pictureSelection}
    }
  }
}`,
  variables: (visit) => {
    const copyOf = visit.query('copy') ?? '';
    return { copyOf: isUuid(copyOf) ? copyOf : noAuction, isCopy: isUuid(copyOf) };
  },
  view: (visit, { clock, auction, auctions }, sent) => {
    const { words, zone, locale } = visit;
    const now = new Date(clock.now).getTime();
    const starts = Math.ceil((now + tenMinutes) / halfHour) * halfHour;
    const lasts = auction == null ? fiveDays : lastingOf(auction);
    const page = auction?.presentation;
    const pictures = page === undefined ? [] : allPictures(withoutFaulty(page));
    const suggested = {
      token: auctions === null ? null : nextToken(visit, auctions.nodes[0]?.auctionId),
      zone,
      ...timeFields('starts', starts, zone),
      ...timeFields('ends', starts + lasts, zone),
      ...(page !== undefined && { description: page.description, afterWinning: page.afterWinning }),
      ...pictureValues(pictures),
      ...rulesValues(visit, auction?.rules),
      ...(auction != null && {
        title: auction.title,
        reference: auction.reference,
        minimum: locale.typedDollars(auction.minimumBidValueInCents),
      }),
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
  const page = await readPageFields(visit, typed);
  const auction = readAuctionFields(visit, typed);
  const pageFaults = saidAt(visit, faultsIn(presentationInput, page.variables), page.fieldOf);
  const ruled = readRules(visit, typed, auction.variables);
  const found = [...auction.faults, ...(ruled?.faults ?? []), ...page.faults, ...pageFaults];
  if (found.length > 0 || isPreview(typed)) {
    const faults = [...(await creationFaults(visit, auction.variables)), ...found];
    if (faults.length > 0) return { faults, typed: page.typed };
    return { preview: await previewOf(visit, draftOf(auction, page)), typed: page.typed };
  }
  const listed = await visit.run<{ readonly createAuction: { readonly auction: { readonly auctionId: string } } }>(
    listItem.document,
    listItem.variables({ ...auction.variables, presentation: page.variables, rules: ruled?.rules }),
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

/** Finds the faults that `createAuction` would name, where other faults refuse the form already. */
async function creationFaults(visit: Visit, auction: AuctionVariables): Promise<FieldFault[]> {
  const { minimumBidValueInCents, biddingPeriod } = auction;
  const sound = { minimumBidValueInCents: minimumBidValueInCents ?? 0, biddingPeriod: biddingPeriod ?? soundPeriod };
  const faults = faultsIn(createAuctionInput, { ...auction, ...sound });
  const { data } = await visit.run<{ readonly clock: { readonly timestamp: number } }>(
    'query Now { clock { timestamp } }',
    {},
  );
  const soonest = (data?.clock.timestamp ?? 0) + minNoticeBeforeStartSeconds;
  const isTooSoon = biddingPeriod !== null && biddingPeriod.startTimestamp < soonest;
  const startFault = { pointer: '/biddingPeriod/startTimestamp', code: 'start_too_soon', detail: '' } as const;
  return saidAt(visit, isTooSoon ? [...faults, startFault] : faults, auctionFieldOf);
}

/** Stands for a period whose own fields have faults. */
const soundPeriod = { startTimestamp: 10_000_000_000, endTimestamp: 10_000_086_400 };
