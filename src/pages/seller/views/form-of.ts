import { html } from 'hono/html';
import { type FieldText, formFields, hiddenInputs } from '../../form-fields.ts';
import { isolated } from '../../auction/views/isolated.ts';
import type { Html } from '../../auction/views/layout.ts';
import { proofField, writeProof } from '../form-proof.ts';
import type { DrawnFields, Sent, Visit } from '../seller-page.ts';
import { allZones, timesOf } from '../zones.ts';

export type DrawnForm = ReturnType<typeof formOf>;

/** A longer text is not repeated where it has changed. */
const maxSaid = 200;

/**
 * Draws a form of a page, which says what it was drawn from: see `form-proof.ts`.
 *
 * @param name the form's name in the table of the page
 * @param initial the values of the fields that were not typed
 * @param options.isNew true: these values are suggestions, and nothing that is stored
 */
export function formOf(
  visit: Visit,
  { form, fields: typed, faults, proof, changes }: Omit<Sent, 'answer'>,
  name: string,
  initial: Readonly<Record<string, string | null | undefined>> = {},
  { isNew = false }: { readonly isNew?: boolean } = {},
) {
  const isSent = form === name;
  const { forms: words, refusals } = visit.words;
  const sent = isSent ? { typed, faults } : {};
  const fields = formFields({ words: visit.locale.words.form, initial, prefix: `${name}-`, ...sent });
  const { drawn, valueOf, hrefOf, input, select, text } = fields;

  /** Returns the token under which the form counts once, also after a page of its faults. */
  function tokenOf(): string {
    const hasCounted = isSent && faults.some(({ detail }) => detail === refusals.idempotency_key_reused);
    return (hasCounted ? '' : valueOf('token')) || crypto.randomUUID();
  }

  /** Names what has changed since the form was opened. */
  function changeSummary(): Html {
    if (!isSent || changes.length === 0) return html``;
    const named = changes.filter(({ label }) => label !== null);
    // Boxes of one list have the same label.
    const seen = named.filter(({ label }, at) => named.findIndex((each) => each.label === label) === at);
    return html`<div class="notice" role="alert" id="changes" tabindex="-1" autofocus>
<h2>${words.changed}</h2>
<ul>${seen.map(({ field, label, now }) => html`<li><b>${hrefOf(field) === null ? label : html`<a href="${hrefOf(field)}">${label}</a>`}</b>${now === null || now.length > maxSaid ? '' : html`: ${words.changedTo({ value: isolated(now) })}`}</li>`)}</ul>
<p>${words.changedHint}</p>
</div>`;
  }

  return {
    ...fields,

    /** Draws the form around its content. */
    form(content: Html): Html {
      const known: DrawnFields = isNew ? new Map() : drawn;
      visit.drawn.set(name, known);
      const hidden = { form: name, [proofField]: (isSent && proof) || writeProof(visit, known), token: tokenOf() };
      return html`<form method="post" class="stack" id="form-${name}"${fields.hasFiles() ? html` enctype="multipart/form-data"` : ''}${isSent ? html` data-sent` : ''} novalidate>
${hiddenInputs(hidden)}
${changeSummary()}${fields.faultSummary()}${content}
</form>`;
    },

    /** Draws a day and a time of a calendar. In the hour that comes twice, when the clocks go back, it asks which one is meant. */
    time(field: FieldText): Html {
      const [first, second] = timesOf(valueOf(field.name), valueOf('zone')) ?? [];
      const which = (offsets: readonly [string, string]) =>
        select({
          name: `${field.name}-offset`,
          label: words.whichTime({ label: field.label }),
          options: [
            ['', ''],
            [offsets[0], words.firstTime({ offset: offsets[0] })],
            [offsets[1], words.secondTime({ offset: offsets[1] })],
          ],
        });
      return html`${input({ ...field, type: 'datetime-local' })}${first === undefined || second === undefined ? '' : which([first.offset, second.offset])}`;
    },

    /** Draws a choice of pictures. */
    pictures: ({ isMultiple = false, ...field }: FieldText & { readonly isMultiple?: boolean }): Html =>
      input({
        ...field,
        type: 'file',
        attributes: html` class="file" accept="image/jpeg,image/png,image/webp"${isMultiple ? html` multiple` : ''}`,
      }),

    /** Draws the zone that the times of the form are in: typed, or found in the list. */
    zone: (label: string): Html => text({ name: 'zone', label, kind: 'code', maxLength: 64, suggestions: allZones() }),
  };
}
