import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { basePath } from '../../core/base-path.ts';
import { contentSecurityPolicy } from '../../core/security-headers.ts';
import type { ProviderPage } from '../../payments/providers/provider-page.ts';
import { localeOf } from './choose-language.ts';
import type { Locale } from './locale.ts';
import type { PageDeps } from './page-deps.ts';
import { layout, messageView, type Page } from './views/layout.ts';
import type { PageWords } from '../../../locales/words.ts';

/** A page, and what belongs around it. */
interface SentPage extends Page {
  readonly status?: ContentfulStatusCode;
  /** The names of its scripts, by default those of the bidder's page. */
  readonly scripts?: readonly string[];
  /** The provider whose parts stand in the page. */
  readonly provider?: ProviderPage | null;
  /** The address of this page, where a reload of it would send a form. */
  readonly address?: string;
  /** The page is shown in a frame of pages of these origins; `null`: in none. */
  readonly embedOrigins?: readonly string[] | null;
}

/** Sends a page. One of a service whose live sellers are tried out says that no money moves, as those of test sellers do. */
export async function sendPage(
  c: Context,
  { config, files }: Pick<PageDeps, 'config' | 'files'>,
  locale: Locale,
  sent: SentPage,
): Promise<Response> {
  const page = config.providerSandbox ? { ...sent, isTest: true, isIndexed: false } : sent;
  const script = page.provider?.script ?? null;
  const base = basePath(config.publicUrl);
  const around = {
    scripts: page.scripts ?? ['page.js', ...(script === null ? [] : [script.name])],
    address: page.embedOrigins == null ? (page.address ?? ownAddress(c, base)) : null,
  };
  setPageHeaders(c, page);
  return c.html(html`${layout({ files, base, locale }, page, around)}`, page.status ?? 200);
}

/** A page that says one thing. */
export function sendMessage(
  c: Context,
  deps: Pick<PageDeps, 'config' | 'files'>,
  said: { status: ContentfulStatusCode; message: keyof PageWords['messages']; aboutHref?: string },
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
  return `${base}${c.req.method === 'GET' ? pathname : pathname.replace(/\/[^/]*$/, '')}${search}`;
}

/** Sets the headers of every page: the browser runs and shows nothing that they do not name. */
export function setPageHeaders(
  c: Context,
  { provider = null, accent = null, embedOrigins = null }: Pick<SentPage, 'provider' | 'accent' | 'embedOrigins'>,
): void {
  const sources = provider?.sources ?? null;
  const policy = contentSecurityPolicy({
    'style-src': `'self'${accent === null ? '' : ` '${accent.hash}'`}`,
    'script-src': `'self'${sources === null ? '' : ` ${sources.script}`}`,
    'img-src': "'self'",
    'connect-src': `'self'${sources === null ? '' : ` ${sources.connect}`}`,
    ...(sources !== null && { 'frame-src': sources.frame }),
    // A page in a frame takes no form: the page around it could cover the frame, and lead clicks to it.
    ...(embedOrigins === null && { 'form-action': "'self'" }),
    ...(embedOrigins !== null && embedOrigins.length > 0 && { 'frame-ancestors': embedOrigins.join(' ') }),
  });
  c.header('content-security-policy', policy);
  // The address contains the `bidderId`. `no-referrer` would make browsers hide the origin of our own form.
  c.header('referrer-policy', 'same-origin');
  c.header('permissions-policy', 'camera=(), geolocation=(), microphone=()');
  c.header('cross-origin-opener-policy', 'same-origin');
  // It shows the browser's own bids.
  c.header('cache-control', 'no-store');
  c.header('vary', 'Accept-Language, Cookie');
}
