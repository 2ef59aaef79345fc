import { html } from 'hono/html';
import type { Form } from '../read-form.ts';
import { showDuration } from '../show-instant.ts';
import { formField } from './form-field.ts';
import type { Html } from './layout.ts';

const hidden = ['bidderId', 'signature', 'token'];

/** Draws the answer to a request over a limit. It reads nothing from the database. */
export function tooManyView({
  waitSeconds,
  sent,
}: {
  waitSeconds: number;
  sent: { readonly form: Form; readonly submit: string } | null;
}): Html {
  return html`<main class="narrow">
<div class="card">
<h1>Too many tries</h1>
<p id="limit">Wait <b>${showDuration(waitSeconds * 1_000)}</b>, then try again. Nothing was held on your card by this try; bids that you have placed stand as they are.</p>
<p class="hint">Your browser or your network has sent more than one person needs.</p>
${sent === null ? '' : formAgain(sent)}
</div>
</main>`;
}

/** Draws the form with the values that came. The card is asked for again: it goes back to nobody. */
function formAgain({ form, submit }: { readonly form: Form; readonly submit: string }): Html {
  return html`<form method="post" action="${submit}" novalidate>
${hidden.filter((name) => form.has(name)).map((name) => html`<input type="hidden" name="${name}" value="${form.get(name)}">`)}
${formField({ name: 'amount', label: 'Your bid in US dollars', value: form.get('amount') ?? '', prefix: '$', autocomplete: 'off', inputmode: 'decimal', maxLength: 20 }, [])}
${formField({ name: 'email', label: 'E-mail', value: form.get('email') ?? '', type: 'email', autocomplete: 'email', inputmode: 'email', maxLength: 200 }, [])}
<button type="submit" class="button">Try again</button>
</form>`;
}
