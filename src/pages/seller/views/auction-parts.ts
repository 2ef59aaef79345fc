import { html } from 'hono/html';
import { phaseOf } from '../../../auctions/phase.ts';
import type { Html } from '../../auction/views/layout.ts';
import { smallAvif } from '../../auction/views/item-card-view.ts';
import { picturePath } from '../../../auctions/presentation/picture-encoder.ts';
import type { ChangeAuctionQuery } from '../generated/answers.ts';
import type { Visit } from '../seller-page.ts';

/** The selection of the pictures of an `AnsweredPresentation`. */
export const pictureSelection = `pictures { pictureId alternativeText }
      picturesInWork { pictureId alternativeText place fault }`;

/** The content of the page of an auction, as GraphQL answers it. */
export type AnsweredPresentation = NonNullable<ChangeAuctionQuery['auction']>['presentation'];

export type AnsweredPicture = AnsweredPresentation['pictures'][number];

/** Puts the pictures that are being uploaded or encoded in their places among those that are shown. */
export function allPictures({ pictures, picturesInWork }: AnsweredPresentation): AnsweredPicture[] {
  const all = [...pictures];
  for (const { place, pictureId, alternativeText } of picturesInWork)
    all.splice(place - 1, 0, { pictureId, alternativeText });
  return all;
}

/** Draws the state of an auction in a few words. */
export function pill({ locale }: Visit, state: Parameters<typeof phaseOf>[0]): Html {
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
