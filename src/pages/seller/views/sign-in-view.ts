import { html } from 'hono/html';
import type { Html } from '../../auction/views/layout.ts';
import type { SellerWords } from '../../../../locales/words.ts';

/** The prefix of the hidden fields that keep a form which came without a session: nothing that was typed is lost. */
export const keptPrefix = 'kept-';

/** Among those fields: the form came with files, which are not kept. */
export const lostFiles = 'lost-files';

/**
 * Draws the page where a secret key is exchanged for a session. It stands in the place of any other, and sends its form there: so the
 * seller goes on to that page.
 *
 * @param content.kept the fields of a form that came without a session; `null`: there is none
 */
export function signInView(
  words: SellerWords,
  content: { readonly fault: string | null; readonly kept: ReadonlyMap<string, string> | null },
): Html {
  const { fault, kept } = content;
  const { signIn } = words;
  return html`<main class="narrow">
<div class="card">
<h1>${signIn.heading}</h1>
${kept === null ? '' : html`<div class="notice"><h2>${signIn.ended.heading}</h2><p>${kept.has(lostFiles) ? signIn.ended.withoutFiles : signIn.ended.detail}</p></div>`}
<form method="post" class="stack">
${kept === null ? '' : html`${[...kept].map(([name, value]) => html`<input type="hidden" name="${keptPrefix}${name}" value="${value}">`)}`}
<div class="field${fault === null ? '' : ' faulty'}">
<label for="key">${signIn.key}</label>
<p class="hint" id="key-hint">${signIn.hint}</p>
${fault === null ? '' : html`<p class="fault" id="key-fault" role="alert">${fault}</p>`}
<div class="input"><input id="key" name="key" type="password" required autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="key-hint${fault === null ? '' : ' key-fault'}"${fault === null ? '' : html` aria-invalid="true"`}></div>
</div>
<button class="button">${signIn.button}</button>
</form>
</div>
</main>`;
}
