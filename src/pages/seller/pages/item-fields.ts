import { html } from 'hono/html';
import { type BiddingPeriod, updateAuctionInput } from '../../../auctions/auction-input.ts';
import { faultsIn } from '../../../core/check-input.ts';
import { maxReferenceLength, maxTitleLength, minNoticeBeforeStartSeconds } from '../../../core/limits.ts';
import { isUuid } from '../../../core/uuid.ts';
import { parseDollars } from '../../auction/parse-dollars.ts';
import type { Html } from '../../auction/views/layout.ts';
import {
  maxAfterWinningLength,
  maxAlternativeTextLength,
  maxDescriptionLength,
  maxPictures,
  presentationInput,
} from '../../../auctions/presentation/update-auction-presentation.ts';
import { saidAt } from '../mutation-form.ts';
import type { ChangeAuctionQuery } from '../generated/answers.ts';
import type { FieldFault } from '../../form-fields.ts';
import type { SentOutcome, Typed, Visit } from '../seller-page.ts';
import { type AnsweredPicture, pictureSelection, thumbnail } from '../views/auction-parts.ts';
import type { DrawnForm } from '../views/form-of.ts';
import { previewOf } from '../views/preview-view.ts';
import { readTimes, timeFields } from '../zones.ts';
import { readRules, rulesFieldOf, rulesSelection, rulesValues } from './rules-fields.ts';

// The fields of an item, for the pages that list one and that change one.

/** The selection of what the fields show of an auction. */
export const itemSelection = `title reference minimumBidValueInCents
    ${rulesSelection}
    presentation {
      description afterWinning
      ${pictureSelection}
    }`;

type AnsweredItem = Pick<
  NonNullable<ChangeAuctionQuery['auction']>,
  'title' | 'reference' | 'minimumBidValueInCents' | 'rules' | 'presentation'
>;

/** The values of the fields, as an answer has them; of an item that is new, those of its rules. */
export function itemValues(visit: Visit, item: AnsweredItem | null, pictures: readonly AnsweredPicture[]) {
  return {
    ...(item !== null && {
      title: item.title,
      reference: item.reference,
      minimum: visit.locale.typedDollars(item.minimumBidValueInCents),
      description: item.presentation.description,
      afterWinning: item.presentation.afterWinning,
    }),
    ...pictureValues(pictures),
    ...rulesValues(visit, item?.rules),
  };
}

/** The values of the fields of a period. */
export function periodValues({ zone }: Visit, startMs: number, endMs: number): Readonly<Record<string, string>> {
  return { zone, ...timeFields('starts', startMs, zone), ...timeFields('ends', endMs, zone) };
}

/** The period as the fields have it, for `periodBefore`. */
export function periodText(values: (name: string) => string | undefined): string {
  return timeNames.map(values).join(' ');
}

const timeNames = ['starts', 'starts-offset', 'ends', 'ends-offset', 'zone'];

/** Draws what is sold, and from which amount on. */
export function whatFields({ words: { item } }: Visit, form: DrawnForm): Html {
  return html`<div class="card">
<h2>${item.whatHeading}</h2>
${form.text({ name: 'title', label: item.title, hint: item.titleHint, maxLength: maxTitleLength })}
<div class="two">
${form.text({ kind: 'dollars', name: 'minimum', label: item.minimum, hint: item.minimumHint })}
${form.text({ name: 'reference', label: item.reference, hint: item.referenceHint, isOptional: true, maxLength: maxReferenceLength })}
</div>
</div>`;
}

/** Draws the start and the end, in a zone. */
export function whenFields(visit: Visit, form: DrawnForm, now: string | undefined): Html {
  const { item } = visit.words;
  return html`<div class="card">
<h2>${item.whenHeading}</h2>
<div class="two">
${form.time({ name: 'starts', label: item.starts, ...(now !== undefined && { hint: item.startsHint({ now: visit.time(now) }) }) })}
${form.time({ name: 'ends', label: item.ends, hint: item.endsHint })}
</div>
${form.zone(item.zone)}
</div>`;
}

/** Draws what the page of the auction shows. */
export function pageFields(visit: Visit, form: DrawnForm, pictures: readonly AnsweredPicture[]): Html {
  const { item } = visit.words;
  return html`<div class="card">
<h2>${item.pageHeading}</h2>
${form.text({ name: 'description', label: item.description, hint: item.descriptionHint, isOptional: true, rows: 7, maxLength: maxDescriptionLength })}
<fieldset data-pictures><legend>${item.pictures}</legend>
<ol class="pictures">${pictures.map((picture, at) => pictureFields(visit, form, { picture, at, count: pictures.length }))}</ol>
${pictures.length >= maxPictures ? '' : form.pictures({ name: 'files', label: item.addPictures, hint: item.addPicturesHint, isOptional: true, isMultiple: true })}
${scriptedFields(visit, form)}
</fieldset>
${form.text({ name: 'afterWinning', label: item.afterWinning, hint: item.afterWinningHint, isOptional: true, rows: 3, maxLength: maxAfterWinningLength })}
</div>`;
}

/** Draws the buttons below such a form: one sends it, the other shows what bidders will see. */
export function itemButtons({ words: { preview } }: Visit, send: string): Html {
  return html`<p class="buttons"><button class="button">${send}</button> <button class="button secondary" name="preview" value="yes">${preview.button}</button></p>`;
}

/** Draws what the script of pictures makes its cards of. */
function scriptedFields(visit: Visit, form: DrawnForm): Html {
  const { upload } = visit.words;
  const picture = { pictureId: 'new', alternativeText: '' };
  return html`<p class="visually-hidden" role="status"></p>
<template>${pictureFields(visit, form, { picture, at: 0, count: 1 })}
<div class="tools"><progress max="1" value="0" aria-label="${upload.going}" hidden></progress><p class="state hint" role="status"></p>
<p class="moves"><span class="handle" aria-hidden="true">⠿</span>
<button type="button" data-move="-1" aria-label="${upload.earlier}">←</button><button type="button" data-move="1" aria-label="${upload.later}">→</button><button type="button" data-move="0" aria-label="${upload.remove}">×</button></p></div></template>`;
}

function pictureFields(
  visit: Visit,
  form: DrawnForm,
  { picture, at, count }: { picture: AnsweredPicture; at: number; count: number },
): Html {
  const { item } = visit.words;
  const { pictureId } = picture;
  const places = Array.from({ length: count }, (_, place) => `${place + 1}`);
  return html`<li>
${thumbnail(visit, isUuid(pictureId) ? picture : undefined)}
<h3>${item.picture({ number: at + 1 })}</h3>
${form.text({ name: `alt-${pictureId}`, label: item.alternativeText, maxLength: maxAlternativeTextLength })}
${count === 1 ? '' : form.select({ name: `place-${pictureId}`, label: item.place, options: places.map((place) => [place, place]) })}
${form.tick({ name: `remove-${pictureId}`, label: item.remove })}
</li>`;
}

/** The values of the fields of pictures, as an answer has them. */
function pictureValues(pictures: readonly AnsweredPicture[]): Record<string, string> {
  return Object.fromEntries(
    pictures.flatMap(({ pictureId, alternativeText }, at) => [
      [`alt-${pictureId}`, alternativeText],
      [`place-${pictureId}`, `${at + 1}`],
    ]),
  );
}

/** Finds the pictures in the fields of a form, in the order of their places. */
export function typedPictures({ fields }: Pick<Typed, 'fields'>): AnsweredPicture[] {
  const named = [...fields].flatMap(([name, value]) => {
    const pictureId = name.startsWith('alt-') ? name.slice('alt-'.length) : '';
    return isUuid(pictureId)
      ? [{ pictureId, alternativeText: value, place: Number(fields.get(`place-${pictureId}`)) }]
      : [];
  });
  return named
    .filter(({ pictureId }) => !fields.has(`remove-${pictureId}`))
    .toSorted((one, other) => (one.place || maxPictures) - (other.place || maxPictures))
    .map(({ pictureId, alternativeText }) => ({ pictureId, alternativeText }));
}

/** Returns the text of a picture that none was typed for. */
function textOfPicture({ words }: Visit, { fields }: Pick<Typed, 'fields'>, at: number): string {
  return fields.get('title')?.trim() || words.item.picture({ number: at + 1 });
}

/**
 * Reads the fields of an item, and stores the pictures that came with them.
 *
 * @returns `outcome`: faults of any field, or the preview that the seller has asked for; `null`: the item can be sent. `auction` is `null`
 *   where the form shows its page alone
 */
export async function readItem(visit: Visit, typed: Typed, { isNew = false }: { readonly isNew?: boolean } = {}) {
  const { fields } = typed;
  const page = await readPageFields(visit, typed);
  const read = readAuctionFields(visit, typed);
  const ruled = readRules(visit, typed, read.variables);
  const { biddingPeriod, ...others } = read.variables;
  // Times that were not touched stay as they are, to the second.
  const keepsTimes =
    !isNew && (!fields.has('starts') || periodText((name) => fields.get(name)) === fields.get('periodBefore'));
  const variables = keepsTimes ? others : read.variables;
  const auction = isNew || fields.has('title') ? variables : null;
  const readable = Object.entries(auction ?? {}).filter(([, value]) => value !== null);
  const faults: FieldFault[] = [
    ...saidAt(visit, faultsIn(updateAuctionInput, Object.fromEntries(readable)), auctionFieldOf),
    ...(auction === null ? [] : read.faults.filter(({ field }) => !keepsTimes || !timeNames.includes(field))),
    ...(ruled?.faults ?? []),
    ...page.faults,
    ...saidAt(visit, faultsIn(presentationInput, page.variables), page.fieldOf),
  ];
  const asksForPreview = auction !== null && fields.has('preview');
  if ((faults.length > 0 || asksForPreview) && !keepsTimes)
    faults.unshift(...(await startFaults(visit, biddingPeriod)));
  const again = { typed: page.typed };
  const outcome: SentOutcome | null =
    faults.length > 0
      ? { faults, ...again }
      : asksForPreview
        ? { preview: await previewOf(visit, { ...read.variables, ...page.variables }), ...again }
        : null;
  return { auction, rules: ruled?.rules, page, outcome };
}

/** Says that a period starts too soon, which the service finds once nothing else is wrong. */
async function startFaults(visit: Visit, period: BiddingPeriod | null): Promise<readonly FieldFault[]> {
  const { data } = await visit.run<{ readonly clock: { readonly timestamp: number } }>(
    'query Now { clock { timestamp } }',
    {},
  );
  const soonest = (data?.clock.timestamp ?? 0) + minNoticeBeforeStartSeconds;
  if (period === null || period.startTimestamp >= soonest) return [];
  return saidAt(
    visit,
    [{ pointer: '/biddingPeriod/startTimestamp', code: 'start_too_soon', detail: '' }],
    auctionFieldOf,
  );
}

/** Reads the fields of the page of an auction, and stores the pictures that came with them. */
async function readPageFields(visit: Visit, typed: Typed) {
  const { storePicture, words } = visit;
  const present = typedPictures(typed).map(({ pictureId, alternativeText }, at) => ({
    pictureId,
    alternativeText: alternativeText.trim() === '' ? textOfPicture(visit, typed, at) : alternativeText,
  }));
  const files = typed.files.get('files') ?? [];
  const free = maxPictures - present.length;
  const faults: FieldFault[] = [];
  if (files.length > free) faults.push({ field: 'files', detail: words.ownFaults.tooManyPictures });
  const pictures = [...present];
  for (const stored of await Promise.all(files.slice(0, free).map((file) => storePicture(file)))) {
    if ('fault' in stored) faults.push({ field: 'files', detail: stored.fault });
    else {
      const alternativeText = textOfPicture(visit, typed, pictures.length);
      pictures.push({ pictureId: stored.pictureId, alternativeText });
    }
  }
  const others = [...typed.fields].filter(([name]) => !/^(?:(?:alt|place|remove)-|preview$)/.test(name));
  const text = (name: string) => typed.fields.get(name) || null;
  return {
    variables: { description: text('description'), afterWinning: text('afterWinning'), pictures },
    faults,
    // With the pictures that are stored by now: nothing has to be uploaded twice.
    typed: { fields: new Map([...others, ...Object.entries(pictureValues(pictures))]), files: new Map() },
    fieldOf(pointer: string) {
      const [, argument = '', index = ''] = pointer.split('/');
      return argument === 'pictures' ? `alt-${pictures[Number(index)]?.pictureId}` : argument;
    },
  };
}

/** Reads the fields of an auction itself; a variable is `null` whose field has a fault. */
function readAuctionFields(visit: Visit, { fields }: Typed) {
  const { locale } = visit;
  const minimum = readMinimum(locale, fields.get('minimum') ?? '');
  const times = readTimes(visit, { fields });
  const startTimestamp = times.seconds('starts');
  const endTimestamp = times.seconds('ends');
  const variables = {
    title: fields.get('title') ?? '',
    reference: fields.get('reference') || null,
    minimumBidValueInCents: 'cents' in minimum ? minimum.cents : null,
    biddingPeriod: startTimestamp !== null && endTimestamp !== null ? { startTimestamp, endTimestamp } : null,
  };
  const faults = [...('fault' in minimum ? [{ field: 'minimum', detail: minimum.fault }] : []), ...times.faults];
  return { variables, faults };
}

/** Reads a minimum as bidders type an amount; it may be nothing. */
function readMinimum(locale: Visit['locale'], text: string): { readonly cents: number } | { readonly fault: string } {
  return /^[\s$]*(?:0+(?:[.,]0*)?)?\s*$/.test(text) ? { cents: 0 } : parseDollars(locale, text);
}

/** The field of an argument of `createAuction` and `updateAuction`, by its pointer. */
export function auctionFieldOf(pointer: string): string {
  const names: Readonly<Record<string, string>> = {
    '/minimumBidValueInCents': 'minimum',
    '/biddingPeriod': 'starts',
    '/biddingPeriod/startTimestamp': 'starts',
    '/biddingPeriod/endTimestamp': 'ends',
  };
  return pointer.startsWith('/rules/') ? rulesFieldOf(pointer) : (names[pointer] ?? pointer.slice(1));
}
