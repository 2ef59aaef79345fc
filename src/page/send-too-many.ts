import type { Context } from 'hono';
import { html } from 'hono/html';
import { setRefusalCode } from '../core/request-context.ts';
import { typedDelivery } from './check-delivery-form.ts';
import { localeOf } from './choose-language.ts';
import type { Locale } from './locale.ts';
import type { PageDeps } from './page-deps.ts';
import type { Form } from './read-form.ts';
import { sendPage } from './send-page.ts';
import { deliveryInputs } from './views/delivery-form.ts';
import { formField } from './views/form-field.ts';
import type { Html } from './views/layout.ts';

/** @param sent the form that was refused: the page shows it again, with its values */
export function sendTooMany(
  c: Context,
  deps: Pick<PageDeps, 'config' | 'files'>,
  waitSeconds: number,
  sent: { readonly form: Form; readonly submit: string } | null = null,
): Promise<Response> {
  setRefusalCode('rate_limited');
  c.header('retry-after', String(waitSeconds));
  const locale = localeOf(c);
  const main = tooManyView(locale, { waitSeconds, sent });
  return sendPage(c, deps, locale, { status: 429, title: locale.words.tooMany.heading, main });
}

const hidden = ['bidderId', 'signature', 'token', 'key'];

/** Draws the answer to a request over a limit. It reads nothing from the database. */
function tooManyView(
  locale: Locale,
  { waitSeconds, sent }: { waitSeconds: number; sent: { readonly form: Form; readonly submit: string } | null },
): Html {
  const { tooMany } = locale.words;
  return html`<main class="narrow">
<div class="card">
<h1>${tooMany.heading}</h1>
<p id="limit">${tooMany.wait(html`<b>${locale.duration(waitSeconds * 1_000)}</b>`)}</p>
<p class="hint">${tooMany.why}</p>
${sent === null ? '' : formAgain(locale, sent)}
</div>
</main>`;
}

/** Draws the inputs of the first step of a bid. */
function bidInputs(locale: Locale, form: Form): Html {
  const { amount, email } = locale.words.form;
  return html`${formField(locale, { name: 'amount', label: amount, value: form.get('amount') ?? '', prefix: '$', autocomplete: 'off', inputmode: 'decimal', maxLength: 20 }, [])}
${formField(locale, { name: 'email', label: email, value: form.get('email') ?? '', type: 'email', autocomplete: 'email', inputmode: 'email', maxLength: 200 }, [])}`;
}

/** Draws the form with the values that came. The card is asked for again: it goes back to nobody. */
function formAgain(locale: Locale, { form, submit }: { readonly form: Form; readonly submit: string }): Html {
  return html`<form method="post" action="${submit}" novalidate>
${hidden.filter((name) => form.has(name)).map((name) => html`<input type="hidden" name="${name}" value="${form.get(name)}">`)}
${form.has('telephone') ? deliveryInputs(locale, { asked: form.has('address') ? 'DELIVERY' : 'CONTACT', values: typedDelivery(form), faults: [] }) : bidInputs(locale, form)}
<button type="submit" class="button">${locale.words.tooMany.again}</button>
</form>`;
}
