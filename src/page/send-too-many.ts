import type { Context } from 'hono';
import { setRefusalCode } from '../core/request-context.ts';
import type { PageDeps } from './page-deps.ts';
import type { Form } from './read-form.ts';
import { localeOf } from './choose-language.ts';
import { sendPage } from './send-page.ts';
import { tooManyView } from './views/too-many-view.ts';

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
