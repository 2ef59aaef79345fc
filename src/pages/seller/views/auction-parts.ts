import { html } from 'hono/html';
import type { AuctionRow } from '../../../auctions/auction-row.ts';
import { phaseOf } from '../../../auctions/phase.ts';
import type { Html } from '../../auction/views/layout.ts';
import { smallAvif } from '../../auction/views/item-card-view.ts';
import type { AuctionPicture, PictureInWork } from '../../../auctions/presentation/auction-presentation.ts';
import { picturePath } from '../../../auctions/presentation/picture-encoder.ts';
import type { Answered, Visit } from '../seller-page.ts';

/** An auction, as GraphQL answers it. */
export type AnsweredAuction = Answered<
  Pick<AuctionRow, 'auctionId' | 'title' | 'reference' | 'phase' | 'outcome' | 'minimumBidValueInCents'> &
    Pick<AuctionRow, 'biddingPeriodStartsAt' | 'biddingPeriodEndsAt'>
>;

export type AnsweredPicture = Pick<AuctionPicture, 'pictureId' | 'alternativeText'>;

/** The data of the page of an auction, as GraphQL answers it. */
export interface AnsweredPresentation {
  readonly description: string | null;
  readonly afterWinning: string | null;
  readonly pictures: readonly AnsweredPicture[];
  readonly picturesInWork: readonly (Omit<PictureInWork, 'fault'> & { readonly fault: string | null })[];
}

/** Puts the pictures that are being uploaded or encoded in their places among those that are shown. */
export function allPictures({ pictures, picturesInWork }: AnsweredPresentation): AnsweredPicture[] {
  const all = [...pictures];
  for (const { place, pictureId, alternativeText } of picturesInWork)
    all.splice(place - 1, 0, { pictureId, alternativeText });
  return all;
}

/** Draws the state of an auction in a few words. */
export function pill({ locale }: Visit, state: Pick<AnsweredAuction, 'phase' | 'outcome'>): Html {
  const phase = phaseOf(state);
  const tone = phase === 'open' || phase === 'sold' ? ' good' : phase === 'closing' ? ' warn' : '';
  return html`<span class="pill${tone}">${locale.words.phaseLabels[phase]}</span>`;
}

/** Draws a small picture, next to words that say the same. */
export function thumbnail({ servicePath }: Visit, picture: Pick<AnsweredPicture, 'pictureId'> | undefined): Html {
  if (picture === undefined) return html`<span class="thumbnail" aria-hidden="true"></span>`;
  return html`<picture class="thumbnail">${smallAvif(picture.pictureId, servicePath)}<img src="${servicePath}${picturePath(picture.pictureId, 480)}" alt="" width="4" height="3" loading="lazy"></picture>`;
}

/** Writes an amount of an answer. */
export function money({ locale }: Pick<Visit, 'locale'>, cents: number): Html {
  return html`<span class="money">${locale.dollars(cents)}</span>`;
}
