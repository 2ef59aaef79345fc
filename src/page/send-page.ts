import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ProviderPage } from '../payments/provider-page.ts';
import type { AccentStyle } from './accent-style.ts';
import type { PageDeps } from './page-deps.ts';
import { pageHeaders } from './page-headers.ts';
import { basePath } from './page-links.ts';
import { type Html, layout } from './views/layout.ts';
import { messageView } from './views/message-view.ts';

/** A page, with everything that belongs around it. */
export async function sendPage(
  c: Context,
  { config, files }: Pick<PageDeps, 'config' | 'files'>,
  page: {
    title: string;
    main: Html;
    head?: Html;
    status?: ContentfulStatusCode;
    isTest?: boolean;
    /** The provider whose parts stand in the page. */
    provider?: ProviderPage | null;
    accent?: AccentStyle | null;
  },
): Promise<Response> {
  const { title, main, head, status = 200, isTest = false, provider = null, accent = null } = page;
  const scripts = ['page.js', ...(provider?.script == null ? [] : [provider.script.name])];
  for (const [name, value] of Object.entries(pageHeaders(files, { sources: provider?.sources ?? null, accent })))
    c.header(name, value);
  return c.html(
    html`${layout({ files, base: basePath(config.publicUrl) }, { title, isTest, scripts, accent, main, ...(head === undefined ? {} : { head }) })}`,
    status,
  );
}

/** A page that says one thing. */
export function sendMessage(
  c: Context,
  deps: Pick<PageDeps, 'config' | 'files'>,
  message: { status: ContentfulStatusCode; heading: string; detail: string; link?: { href: string; text: string } },
): Promise<Response> {
  return sendPage(c, deps, { status: message.status, title: message.heading, main: messageView(message) });
}
