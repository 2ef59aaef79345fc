import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { PageDeps } from './page-deps.ts';
import type { ScriptName } from './page-files.ts';
import { pageHeaders } from './page-headers.ts';
import { basePath } from './page-links.ts';
import { type Html, layout } from './views/layout.ts';
import { messageView } from './views/message-view.ts';

/** A page, with everything that belongs around it. */
export async function sendPage(
  c: Context,
  { config, files }: Pick<PageDeps, 'config' | 'files'>,
  page: { title: string; main: Html; status?: ContentfulStatusCode; isTest?: boolean; withStripe?: boolean },
): Promise<Response> {
  const { title, main, status = 200, isTest = false, withStripe = false } = page;
  const scripts: ScriptName[] = withStripe ? ['page.js', 'stripe.js'] : ['page.js'];
  for (const [name, value] of Object.entries(pageHeaders(files, { withStripe }))) c.header(name, value);
  return c.html(html`${layout({ files, base: basePath(config.publicUrl) }, { title, isTest, scripts, main })}`, status);
}

/** A page that says one thing. */
export function sendMessage(
  c: Context,
  deps: Pick<PageDeps, 'config' | 'files'>,
  message: { status: ContentfulStatusCode; heading: string; detail: string; link?: { href: string; text: string } },
): Promise<Response> {
  return sendPage(c, deps, { status: message.status, title: message.heading, main: messageView(message) });
}
