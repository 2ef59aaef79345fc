import { html } from 'hono/html';
import { type ExportKind, exportKinds } from '../../../settlement/books/export-rows.ts';
import type { Html } from '../../auction/views/layout.ts';
import { formFields } from '../../form-fields.ts';
import type { Visit } from '../seller-page.ts';

/**
 * Draws the form that saves a table for a period as a file: at first for this month.
 *
 * @param chosen the table that it offers first
 */
export function exportForm(
  { words: { exports: words }, locale, base, zone }: Visit,
  chosen: ExportKind = 'auctions',
): Html {
  const today = Temporal.Now.plainDateISO(zone);
  const initial = { kind: chosen, from: today.with({ day: 1 }).toString(), until: today.toString() };
  const form = formFields({ words: locale.words.form, initial, prefix: 'export-' });
  const day = (name: string, label: string) =>
    form.input({ name, label, type: 'date', attributes: html` required=""` });
  return html`<details class="card" id="export"><summary>${words.heading}</summary>
<p class="hint">${words.hint}</p>
<form method="get" action="${base}/export" class="stack">
${form.select({ name: 'kind', label: words.what, options: exportKinds.map((kind) => [kind, words.kinds[kind]]) })}
<div class="two">
${day('from', words.from)}
${day('until', words.until)}
</div>
<p><button class="button small secondary">${words.button}</button></p></form></details>`;
}
