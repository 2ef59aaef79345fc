import type { Context } from 'hono';
import { html } from 'hono/html';
import { setRefusalCode } from '../../core/request-context.ts';
import { formFields, hiddenInputs } from '../form-fields.ts';
import { localeOf } from './choose-language.ts';
import type { Locale } from './locale.ts';
import type { PageDeps } from './page-deps.ts';
import type { TypedFields } from '../../core/read-form.ts';
import { sendPage } from './send-page.ts';
import { deliveryInputs } from './views/delivery-form.ts';
import { emailField } from './views/bid-form.ts';
import { type Html, narrowView } from './views/layout.ts';

/** A form that was refused, and the address that takes it. */
interface SentForm {
  readonly form: TypedFields;
  readonly submit: string;
}

/**
 * Answers a request over a limit. It reads nothing from the database.
 *
 * @param sent the form that was refused: the page shows it again, with its values
 */
export function sendTooMany(
  c: Context,
  deps: Pick<PageDeps, 'config' | 'files'>,
  waitSeconds: number,
  sent: SentForm | null = null,
): Promise<Response> {
  setRefusalCode('rate_limited');
  c.header('retry-after', String(waitSeconds));
  const locale = localeOf(c);
  const { heading, wait, why } = locale.words.tooMany;
  const main = narrowView(
    heading,
    html`<p id="limit">${wait({ duration: html`<b>${locale.duration(waitSeconds * 1_000)}</b>` })}</p>
<p class="hint">${why}</p>
${sent === null ? '' : formAgain(locale, sent)}`,
  );
  return sendPage(c, deps, locale, { status: 429, title: heading, main });
}

/** Draws the form with the values that came. The card is asked for again: it goes back to nobody. */
function formAgain(locale: Locale, { form, submit }: SentForm): Html {
  const { words } = locale;
  const fields = formFields({ words: words.form, typed: form });
  const isPurchase = form.has('buy') && !form.has('change');
  const kept = [...form].filter(([name]) => name === 'token' || (name === 'buy' && isPurchase));
  return html`<form method="post" action="${submit}" novalidate>
${hiddenInputs(Object.fromEntries(kept))}
${
  form.has('telephone')
    ? deliveryInputs(locale, form.has('address') ? 'DELIVERY' : 'CONTACT', fields)
    : html`${isPurchase ? '' : fields.text({ kind: 'dollars', name: 'amount', label: words.form.amount })}
${fields.text({ ...emailField, label: words.form.email })}`
}
<button type="submit" class="button">${words.tooMany.again}</button>
</form>`;
}
