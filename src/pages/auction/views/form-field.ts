import { html } from 'hono/html';
import type { FieldFault } from '../check-bid-form.ts';
import type { PublicAuction } from '../find-public-auction.ts';
import type { Locale } from '../locale.ts';
import type { Html } from './layout.ts';

/** The inputs of the amount and the e-mail, but for their words. */
export const bidInputs = {
  amount: { name: 'amount', prefix: '$', autocomplete: 'off', inputmode: 'decimal', maxLength: 20 },
  email: { name: 'email', type: 'email', autocomplete: 'email', inputmode: 'email', maxLength: 200 },
} as const;

/** A labelled input with its hint and its fault, which a screen reader reads along with it. */
export function formField(
  locale: Locale,
  field: {
    name: string;
    label: string;
    hint?: Html | string;
    value: string;
    prefix?: string;
    type?: 'text' | 'email' | 'tel';
    autocomplete: string;
    inputmode: string;
    maxLength: number;
    /** Names and addresses: in the reader's direction, with capitals. Anything else is written from left to right, as it is typed. */
    writes?: 'words';
    /** Set for a text of several lines. */
    rows?: number;
  },
  faults: readonly FieldFault[],
): Html {
  const { name, label, hint, value, prefix, type = 'text', autocomplete, inputmode, maxLength, writes, rows } = field;
  const fault = faults.find((fault) => fault.field === name);
  const notes = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(fault === undefined ? [] : [`${name}-fault`]),
  ].join(' ');
  const said = html`${notes === '' ? '' : html` aria-describedby="${notes}"`}${fault === undefined ? '' : html` aria-invalid="true"`}`;
  const attributes = html` autocomplete="${autocomplete}" inputmode="${inputmode}" maxlength="${maxLength}" spellcheck="false" autocapitalize="${writes ?? 'none'}"`;
  const direction = writes === undefined ? '' : html` dir="auto"`;
  return html`<div class="field${fault === undefined ? '' : ' faulty'}">
<label for="${name}">${label}</label>
${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
${fault === undefined ? '' : faultNote(locale, fault)}
<div class="input">${prefix === undefined ? '' : html`<span class="prefix" aria-hidden="true">${prefix}</span>`}${
    rows === undefined
      ? html`<input id="${name}" name="${name}" type="${type}" value="${value}"
${attributes}${direction}${said}>`
      : html`<textarea id="${name}" name="${name}" rows="${rows}"${attributes}${direction}${said}>
${value}</textarea>`
  }</div>
</div>`;
}

/** Draws the fields that come along with a form. */
export function hiddenInputs(fields: Readonly<Record<string, string>>): Html {
  return html`${Object.entries(fields).map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}`;
}

export function faultNote({ words }: Locale, { field, detail }: FieldFault): Html {
  return html`<p class="fault" id="${field}-fault"><span class="visually-hidden">${words.form.error}</span>${detail}</p>`;
}

/** Draws the terms that the bidder agrees to: the gist at once, the rest a tap away. */
export function holdTerms(
  { words: { terms }, instant }: Locale,
  { biddingPeriodEndsAt, latestEndsAt }: Pick<PublicAuction, 'biddingPeriodEndsAt' | 'latestEndsAt'>,
): Html {
  const { binding, bindingAtLatest } = terms.list;
  const mayMove = latestEndsAt > biddingPeriodEndsAt;
  return html`<div class="terms">
<p>${terms.gist}</p>
<details><summary>${terms.more}</summary>
<ul>
<li>${terms.list.hold}</li>
<li>${(mayMove ? bindingAtLatest : binding)({ end: instant(latestEndsAt) })}</li>
<li>${terms.list.raise}</li>
<li>${terms.list.charge}</li>
</ul></details></div>`;
}
