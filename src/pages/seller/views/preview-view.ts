import { html } from 'hono/html';
import { isolated } from '../../auction/views/isolated.ts';
import { gallery, itemCardView, logo } from '../../auction/views/item-card-view.ts';
import { richText } from '../../auction/views/isolated.ts';
import type { Html } from '../../auction/views/layout.ts';
import type { BiddingPeriod } from '../../../auctions/auction-input.ts';
import { cardTexts } from '../../../auctions/presentation/item-card.ts';
import type { PreviewQuery } from '../generated/answers.ts';
import type { Visit } from '../seller-page.ts';
import { type AnsweredPicture, money } from './auction-parts.ts';

/** An item as the fields of a form describe it. */
interface Draft {
  readonly title: string;
  readonly minimumBidValueInCents: number | null;
  /** `null`: the form does not show it. */
  readonly biddingPeriod: BiddingPeriod | null;
  readonly description: string | null;
  readonly afterWinning: string | null;
  readonly pictures: readonly AnsweredPicture[];
}

/** Reads what every page of the seller shows. */
export const profileForPreview = `
query Preview {
  sellerProfile { displayName logo { pictureId } contact terms shipping returnAddress imprint privacy }
}`;

/** Draws an item as its bidders will see it, from the fields of a form. Nothing of it is stored but the pictures. */
export async function previewOf(visit: Visit, draft: Draft): Promise<Html> {
  const { locale, words, servicePath: base } = visit;
  const { data } = await visit.run<PreviewQuery>(profileForPreview, {});
  const profile = data?.sellerProfile ?? null;
  const { description, afterWinning, biddingPeriod: period } = draft;
  const instant = (seconds: number) => visit.timeWithZone(new Date(seconds * 1_000).toISOString());
  const card = cardTexts({ ...profile, description, afterWinning });
  const sellerName = profile?.displayName ?? words.preview.you;
  const { figures } = locale.words;
  return html`<section class="preview" id="preview" aria-labelledby="preview-heading" tabindex="-1" autofocus>
<div class="notice"><h2 id="preview-heading">${words.preview.heading}</h2><p>${words.preview.hint}</p></div>
${gallery(locale, draft.pictures, base)}
<div class="head"><h2 dir="auto">${draft.title}</h2>
<p class="seller"><span>${logo(profile?.logo?.pictureId ?? null, base)}${locale.words.auction.soldBy({ seller: html`<b>${isolated(sellerName)}</b>` })}</span></p></div>
<div class="card"><dl class="facts">
<div><dt>${figures.minimum}</dt><dd>${money(visit, draft.minimumBidValueInCents ?? 0)}</dd></div>
${
  period === null
    ? ''
    : html`<div><dt>${words.auction.starts}</dt><dd>${instant(period.startTimestamp)}</dd></div>
<div><dt>${words.auction.ends}</dt><dd>${instant(period.endTimestamp)}</dd></div>`
}
</dl></div>
${itemCardView(locale, card, sellerName)}
${card.afterWinning === null ? '' : html`<section class="card" aria-labelledby="after-heading"><h2 id="after-heading">${words.item.afterWinning}</h2><p class="hint">${words.preview.winnerOnly}</p>${richText(card.afterWinning)}</section>`}
</section>`;
}
