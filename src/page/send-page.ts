import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { basePath } from '../core/base-path.ts';
import { contentSecurityPolicy } from '../core/security-headers.ts';
import type { ProviderPage } from '../providers/provider-page.ts';
import type { AccentStyle, IconTone, PageFiles } from './page-files.ts';
import { localeOf } from './choose-language.ts';
import type { Locale } from './locale.ts';
import type { PageDeps } from './page-deps.ts';
import { type Html, languageLinks, layout, messageView } from './views/layout.ts';
import type { Words } from './words/en.ts';

/** A page, with everything that belongs around it. */
export async function sendPage(
  c: Context,
  { config, files }: Pick<PageDeps, 'config' | 'files'>,
  locale: Locale,
  page: {
    title: string;
    main: Html;
    head?: Html;
    /** The names of its scripts, by default those of the bidder's page. */
    scripts?: readonly string[];
    status?: ContentfulStatusCode;
    isTest?: boolean;
    /** Search engines may list the page. */
    isIndexed?: boolean;
    tone?: IconTone;
    /** The provider whose parts stand in the page. */
    provider?: ProviderPage | null;
    accent?: AccentStyle | null;
    /** The address of this page, where a reload of it would send a form. */
    address?: string;
    /** The page is shown in a frame of pages of these origins; `null`: in none. */
    embedOrigins?: readonly string[] | null;
  },
): Promise<Response> {
  const {
    title,
    main,
    head,
    status = 200,
    isTest = false,
    isIndexed = false,
    tone = 'plain',
    provider = null,
    accent = null,
    embedOrigins = null,
    scripts = ['page.js', ...(provider?.script == null ? [] : [provider.script.name])],
  } = page;
  setPageHeaders(c, files, { provider, accent, embedOrigins });
  const base = basePath(config.publicUrl);
  return c.html(
    html`${layout({ files, base, locale }, { title, isTest, isIndexed, tone, scripts, accent, main, languageLinks: embedOrigins === null ? languageLinks(page.address ?? ownAddress(c, base)) : [], ...(head === undefined ? {} : { head }) })}`,
    status,
  );
}

export function setPageHeaders(
  c: Context,
  files: PageDeps['files'],
  {
    provider,
    accent,
    embedOrigins,
  }: { provider: ProviderPage | null; accent: AccentStyle | null; embedOrigins: readonly string[] | null },
): void {
  const headers = pageHeaders(files, { sources: provider?.sources ?? null, accent, embedOrigins });
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
}

/** A page that says one thing. */
export function sendMessage(
  c: Context,
  deps: Pick<PageDeps, 'config' | 'files'>,
  said: { status: ContentfulStatusCode; message: keyof Words['messages']; aboutHref?: string },
): Promise<Response> {
  const { status, message, aboutHref } = said;
  const locale = localeOf(c);
  const { heading, detail } = locale.words.messages[message];
  const link = aboutHref === undefined ? {} : { link: { href: aboutHref, text: locale.words.aboutService } };
  return sendPage(c, deps, locale, { status, title: heading, main: messageView({ heading, detail, ...link }) });
}

/** The address of the request; a form's is the page above it. */
function ownAddress(c: Context, base: string): string {
  const { pathname, search } = new URL(c.req.url);
  return c.req.method === 'GET' ? `${base}${pathname}${search}` : `${base}${pathname.replace(/\/[^/]*$/, '')}`;
}

/** Makes the headers of every page: the browser runs and shows nothing that they do not name. */
function pageHeaders(
  { styleHash }: PageFiles,
  {
    sources,
    accent,
    embedOrigins,
  }: { sources: ProviderPage['sources']; accent: AccentStyle | null; embedOrigins: readonly string[] | null },
): Record<string, string> {
  const policy = contentSecurityPolicy({
    'style-src': `'${styleHash}'${accent === null ? '' : ` '${accent.hash}'`}`,
    'script-src': `'self'${sources === null ? '' : ` ${sources.script}`}`,
    'img-src': "'self'",
    'connect-src': `'self'${sources === null ? '' : ` ${sources.connect}`}`,
    ...(sources !== null && { 'frame-src': sources.frame }),
    // A page in a frame takes no form: the page around it could cover the frame, and lead clicks to it.
    ...(embedOrigins === null && { 'form-action': "'self'" }),
    ...(embedOrigins !== null && embedOrigins.length > 0 && { 'frame-ancestors': embedOrigins.join(' ') }),
  });
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    // The address contains the `bidderId`. `no-referrer` would make browsers hide the origin of our own form.
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin',
    // It shows the browser's own bids.
    'cache-control': 'no-store',
    vary: 'Accept-Language, Cookie',
  };
}
