import { html } from 'hono/html';
import type { AuctionOutcome, AuctionStatus } from '../../db/generated/enums.ts';
import type { Phase } from '../../page/phase.ts';
import type { Html } from '../../page/views/layout.ts';
import { smallAvif } from '../../page/views/item-card.ts';
import { picturePath } from '../../presentation/picture-encoder.ts';
import type { Visit } from '../seller-page.ts';

/** The state of an auction, as GraphQL answers it. */
export interface AnsweredState {
  readonly phase: 'UPCOMING' | 'OPEN' | 'SETTLING' | 'FINAL';
  readonly outcome: AuctionOutcome | null;
}

export type AnsweredStatus = AuctionStatus;

export interface AnsweredPicture {
  readonly pictureId: string;
  readonly alternativeText: string;
}

/** Names the phase as the bidder's page does. */
export function phaseOf({ phase, outcome }: AnsweredState): Phase {
  if (phase === 'UPCOMING') return 'upcoming';
  if (phase === 'OPEN') return 'open';
  if (phase === 'SETTLING' || outcome === null) return 'closing';
  return outcome === 'SOLD' ? 'sold' : outcome === 'UNSOLD' ? 'unsold' : 'cancelled';
}

/** Draws the state of an auction in a few words. */
export function pill({ locale }: Visit, state: AnsweredState): Html {
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
