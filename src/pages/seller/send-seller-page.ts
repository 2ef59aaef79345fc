import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { setRefusalCode } from '../../core/request-context.ts';
import type { RefusalCode } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import { localeOf } from '../auction/choose-language.ts';
import { sendPage } from '../auction/send-page.ts';
import { type Html, messageView } from '../auction/views/layout.ts';
import type { SellerWords } from '../../../locales/words.ts';
import type { SellerContext, SellerDeps } from './seller-deps.ts';
import type { SellerPage, Visit } from './seller-page.ts';
import { takePicture } from './uploads.ts';
import { sellerLayout } from './views/seller-layout.ts';
import { signInView } from './views/sign-in-view.ts';
import { sellerWords } from './words.ts';
import { rememberedZone, zoneCookie } from './zones.ts';

const rememberedSeconds = 365 * 24 * 3_600;

export function wordsOf(c: Context): SellerWords {
  return sellerWords[localeOf(c).language];
}

/** Returns what a page for a seller needs of its request. */
export function visitOf(c: SellerContext, deps: SellerDeps, viewer: Viewer): Visit {
  const { base, servicePath, providerPages, config } = deps;
  const secure = config.publicUrl.startsWith('https:');
  const ofBrowser = { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: rememberedSeconds } as const;
  const locale = localeOf(c);
  const words = sellerWords[locale.language];
  const zone = rememberedZone(c);
  const timeInZone = locale.timesIn(zone);
  const time = (instant: string) => html`<time datetime="${instant}">${timeInZone(new Date(instant))}</time>`;
  const requestId = c.get('requestId') ?? randomUUID();
  const charge = (points: number) => c.get('counted')?.charge(points);
  const visit: Visit = {
    c,
    viewer,
    locale,
    words,
    base,
    servicePath,
    zone,
    drawn: new Map(),
    run: (document, variables, once = null) =>
      deps.runDocument({ document, variables, viewer, requestId, charge, idempotencyKey: once }),
    storePicture: (file) => takePicture(deps, visit, file),
    testCards: () =>
      Object.values(providerPages)
        .map((page) => page?.testCards(locale.language) ?? null)
        .find((cards) => cards !== null) ?? null,
    // A page's script may read the zone: it is no secret.
    rememberZone: (chosen) => setCookie(c, zoneCookie, chosen, { ...ofBrowser, httpOnly: false }),
    seesDocuments: getCookie(c, 'documents') === 'yes',
    rememberDocuments: (isWanted) => setCookie(c, 'documents', isWanted ? 'yes' : 'no', ofBrowser),
    param: (name) => c.req.param(name) ?? '',
    query: (name) => c.req.query(name) || null,
    time,
    timeWithZone: (instant) => html`${time(instant)} <bdi class="zone">(${zone})</bdi>`,
  };
  return visit;
}

/** Sends the form of the sign-in, in the place of any page. @param kept the fields of a form that came without a session */
export function sendSignIn(
  c: SellerContext,
  deps: SellerDeps,
  status: ContentfulStatusCode,
  fault: string | null = null,
  kept: ReadonlyMap<string, string> | null = null,
): Promise<Response> {
  const words = wordsOf(c);
  return send(c, deps, { status, title: words.signIn.title, main: signInView(words, { fault, kept }) });
}

/** Sends a page that says one thing. */
export function sendMessage(
  c: Context,
  deps: SellerDeps,
  status: ContentfulStatusCode,
  message: keyof Omit<SellerWords['messages'], 'home'>,
): Promise<Response> {
  const { base, config } = deps;
  const { messages } = wordsOf(c);
  const { heading, detail } = messages[message];
  // A seller who opened the pages at another address of the service finds the right one here.
  const href = message === 'foreignForm' ? `${new URL(config.publicUrl).origin}${base}` : base;
  const main = messageView({ heading, detail, link: { href, text: messages.home } });
  return send(c, deps, { status, title: heading, main });
}

/** Sends a page that says why its key may not see it. */
export function sendRefused(
  visit: Visit,
  deps: SellerDeps,
  { page, title, code, why }: { page: Pick<SellerPage, 'place'>; title: string; code: RefusalCode; why: Html | string },
): Promise<Response> {
  setRefusalCode(code);
  const main = sellerLayout(visit, page, html`<h1>${title}</h1><p class="notice bad">${why}</p>`);
  return send(visit.c, deps, { status: 403, title, main }, visit.viewer);
}

/** Sends a page, with the style and the script of all pages for sellers. */
export function send(
  c: Context,
  { config, files, ownFiles, base, servicePath }: SellerDeps,
  page: { readonly status: ContentfulStatusCode; readonly title: string; readonly main: Html },
  viewer: Viewer | null = null,
): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  return sendPage(c, { config, files }, localeOf(c), {
    ...page,
    isTest: viewer?.mode === 'test',
    address: `${servicePath}${pathname}${search}`,
    scripts: [],
    head: html`<link rel="stylesheet" href="${base}/${ownFiles.address('seller.css')}">
<script type="module" src="${base}/${ownFiles.address('seller.js')}"></script>`,
  });
}
