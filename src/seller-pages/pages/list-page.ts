import { html } from 'hono/html';
import { createAuctionInput } from '../../auctions/auction-input.ts';
import { faultsIn } from '../../core/check-input.ts';
import { minNoticeBeforeStartSeconds } from '../../core/limits.ts';
import { presentationInput } from '../../presentation/update-auction-presentation.ts';
import { faultsOf, saidAt, tokenOf } from '../mutation-form.ts';
import type { FieldFault, SellerPage, SentOutcome, Typed, Visit } from '../seller-page.ts';
import { formOf } from '../views/fields.ts';
import { timeFields } from '../zones.ts';
import {
  auctionFieldOf,
  type AuctionVariables,
  pageFields,
  readAuctionFields,
  readPageFields,
  typedPictures,
  whatFields,
  whenFields,
} from './item-fields.ts';

interface Data {
  readonly clock: { readonly now: string };
}

const createAuction = `
mutation ListItem($title: String!, $minimumBidValueInCents: Int, $reference: String, $biddingPeriod: BiddingPeriodInput!) {
  createAuction(
    title: $title, minimumBidValueInCents: $minimumBidValueInCents, reference: $reference, biddingPeriod: $biddingPeriod
  ) { auctionId }
}`;

export const describeAuction = `
mutation DescribeItem($auctionId: UUID!, $description: String, $afterWinning: String, $pictures: [AuctionPictureInput!]) {
  updateAuctionPresentation(
    auctionId: $auctionId, description: $description, afterWinning: $afterWinning, pictures: $pictures
  ) { auctionId }
}`;

/** Asks for everything that an auction needs. */
export const listPage: SellerPage<Data> = {
  route: '/list',
  place: 'list',
  document: `
query ListItem {
  clock { now }
}`,
  view: (visit, { clock }, sent) => {
    const { words, zone } = visit;
    const now = new Date(clock.now).getTime();
    const starts = Math.ceil((now + tenMinutes) / halfHour) * halfHour;
    const suggested = {
      zone,
      ...timeFields('starts', starts, zone),
      ...timeFields('ends', starts + fiveDays, zone),
    };
    const form = formOf(visit, sent, 'item', suggested, { isNew: true });
    const main = html`<h1>${words.item.listHeading}</h1>
${form.form(
  html`${whatFields(visit, form)}
${whenFields(visit, form, clock.now)}
${pageFields(visit, form, typedPictures(sent))}
<button class="button">${words.item.list}</button>`,
)}`;
    return { title: words.item.listHeading, main };
  },
  forms: { item: { document: `${createAuction}\n${describeAuction}`, takesFiles: true, send: sendItem } },
};

const tenMinutes = 600_000;
const halfHour = 1_800_000;
const fiveDays = 5 * 86_400_000;

/** Lists an item: creates the auction, and then its page. */
async function sendItem(visit: Visit, typed: Typed): Promise<SentOutcome> {
  const page = await readPageFields(visit, typed);
  const auction = readAuctionFields(visit, typed);
  const pageFaults = saidAt(visit, faultsIn(presentationInput, page.variables), page.fieldOf);
  const found = [...auction.faults, ...page.faults, ...pageFaults];
  if (found.length > 0)
    return { faults: [...(await creationFaults(visit, auction.variables)), ...found], typed: page.typed };
  const created = await visit.run<{ readonly createAuction: { readonly auctionId: string } }>(
    createAuction,
    auction.variables,
    tokenOf(typed),
  );
  const faults = faultsOf(visit, created, auctionFieldOf);
  if (faults.length > 0) return { faults, typed: page.typed };
  const { auctionId } = created.data!.createAuction;
  const described = await visit.run(describeAuction, { auctionId, ...page.variables });
  // The item is listed by now: what its page lacks is asked for where it can be changed.
  if (described.errors.length > 0) return { next: `/auctions/${auctionId}/change` };
  return { next: `/auctions/${auctionId}`, done: 'listed' };
}

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
