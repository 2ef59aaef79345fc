import { html } from 'hono/html';
import { type ExportKind, exportKinds } from '../../../settlement/books/export-rows.ts';
import type { Html } from '../../auction/views/layout.ts';
import type { Visit } from '../seller-page.ts';

/**
 * Draws the form that saves a table for a period as a file: at first for this month.
 *
 * @param chosen the table that it offers first
 */
export function exportForm({ words: { exports: words }, base, zone }: Visit, chosen: ExportKind = 'auctions'): Html {
  const today = Temporal.Now.plainDateISO(zone);
  const day = (name: string, label: string, value: Temporal.PlainDate) =>
    html`<div class="field"><label for="export-${name}">${label}</label><div class="input"><input type="date" id="export-${name}" name="${name}" value="${value.toString()}" required></div></div>`;
  return html`<details class="card" id="export"><summary>${words.heading}</summary>
<p class="hint">${words.hint}</p>
<form method="get" action="${base}/export" class="stack">
<div class="field"><label for="export-kind">${words.what}</label><select id="export-kind" name="kind">${exportKinds.map((kind) => html`<option value="${kind}"${kind === chosen ? html` selected` : ''}>${words.kinds[kind]}</option>`)}</select></div>
<div class="two">${day('from', words.from, today.with({ day: 1 }))}${day('until', words.until, today)}</div>
<p><button class="button small secondary">${words.button}</button></p></form></details>`;
}
