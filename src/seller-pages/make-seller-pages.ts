import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { authenticate, findInSession } from '../auth/authenticate.ts';
import { closeSession, isSameOrigin, openSession, readSessionCookie, sessionCookie } from '../auth/browser-session.ts';
import { basePath } from '../core/base-path.ts';
import { isOutage, refusalOf } from '../core/outage.ts';
import { capBody, ClientGone, clientGoneStatus } from '../core/request-body.ts';
import { setRefusalCode } from '../core/request-context.ts';
import { Refusal, type RefusalCode } from '../core/refusal.ts';
import { ready } from '../core/html-page.ts';
import { clientAddress } from '../core/request-headers.ts';
import { contentSecurityPolicy } from '../core/security-headers.ts';
import { readStaticFile, sendPermanentFile } from '../core/static-file.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../deps.ts';
import type { Counters } from '../limits/counters.ts';
import type { Counted } from '../limits/request-limits.ts';
import { localeOf, rememberLanguage } from '../page/choose-language.ts';
import type { Locale } from '../page/locale.ts';
import { type PageFiles, readPageFiles } from '../page/page-files.ts';
import { type Html, layout, messageView } from '../page/views/layout.ts';
import { makeProviderPages, type ProviderPages } from '../providers/providers.ts';
import { BucketOutage, openBucket } from '../presentation/bucket.ts';
import { sellerPages } from './pages.ts';
import { readFields } from './read-fields.ts';
import { makeRunDocument } from './run-document.ts';
import type { RunMutation, SellerPage, Sent, Typed, Visit } from './seller-page.ts';
import { fewUploadForms, maxUploadFormBytes, uploadsOf } from './uploads.ts';
import { missingParts, refusedView, sellerLayout } from './views/seller-layout.ts';
import { keptPrefix, signInView } from './views/sign-in-view.ts';
import { sellerWords } from './words.ts';
import type { SellerWords } from './words/en.ts';
import { rememberedZone, rememberZone } from './zones.ts';

type SellerContext = Context<{ Variables: { requestId: string; counted: Counted } }>;

/** Keys have 256 random bits and cannot be guessed; this limit makes guessing cheap to refuse. */
const signIns = { points: 20, seconds: 600 };

/** The largest form without files. A form that comes without a session is read up to here, too. */
const maxFormBytes = 128 * 1024;

const endsSession = new Set<RefusalCode>(['invalid_api_key', 'seller_suspended']);

const nothingSent: Sent = { form: null, fields: new Map(), faults: [], answer: null };

/** Makes the pages for sellers, to be mounted at `/seller`: the sign-in, and the pages of the table in `pages.ts`. */
export function makeSellerPages(deps: Deps, counters: Counters): Hono {
  const { config, log } = deps;
  const { publicUrl, trustedProxies } = config;
  const servicePath = basePath(publicUrl);
  const base = `${servicePath}/seller`;
  const attempts = counters.counter('seller:sign-in', signIns);
  const runDocument = makeRunDocument(deps);
  const bucket = config.bucket && openBucket(config.bucket);
  const providerPages = makeProviderPages(deps);
  const files = readSellerFiles(providerPages);
  const script = readStaticFile(new URL('browser/seller.js', import.meta.url));
  const headers = pageHeaders(files);

  const routes = new Hono<{ Variables: { requestId: string; counted: Counted } }>();
  routes.get('/seller.js', (c) => sendPermanentFile(c.req.raw, script));
  routes.use(compress());
  routes.use(rememberLanguage(publicUrl));
  routes.onError((error, c) => {
    if (error instanceof ClientGone) return new Response(null, { status: clientGoneStatus });
    setRefusalCode(refusalOf(error).code);
    log.error({ err: error, requestId: c.get('requestId') }, 'A page for sellers could not be rendered.');
    const isDown = isOutage(error) || error instanceof BucketOutage;
    c.header('retry-after', '5');
    return sendMessage(c, isDown ? 503 : 500, isDown ? 'outage' : 'bug');
  });
  routes.use(async (c, next) => {
    if (c.req.method === 'POST' && !isSameOrigin(c.req.raw, publicUrl)) return sendMessage(c, 403, 'foreignForm');
    return await next();
  });
  routes.post('/sign-out', (c) => signOut(c));
  // The type of a page's data is its own business.
  for (const page of sellerPages as readonly SellerPage[]) {
    const route = page.route === '' ? '/' : page.route;
    routes.get(route, (c) => showPage(c, page));
    routes.post(route, (c) => takeForm(c, page));
  }
  routes.all('*', (c) => sendMessage(c, 404, 'notFound'));
  return routes as unknown as Hono;

  async function showPage(c: SellerContext, page: SellerPage): Promise<Response> {
    // The page's script asks again and again by itself: that does not keep the seller signed in.
    const viewer = await findInSession(deps, c.req.raw, 'seller', c.req.header('live') === undefined);
    return viewer === null ? sendSignIn(c, 200, null) : await sendAnswer(c, page, viewer, nothingSent);
  }

  /** Reads the document of a page with the seller's key, and sends its view. */
  async function sendAnswer(c: SellerContext, page: SellerPage, viewer: Viewer, sent: Sent, notice: Html | '' = '') {
    const visit = visitOf(c, viewer);
    const { data, errors } = await runDocument<never>({
      document: page.document,
      variables: page.variables?.(visit) ?? {},
      viewer,
      ...requestOf(c),
    });
    // The key was revoked, or its seller suspended, in this instant: the statement of the document checks it again.
    if (errors.some(({ code }) => endsSession.has(code))) return sendSignIn(c, 401, null);
    if (errors.some(({ code }) => code.endsWith('_not_found'))) return sendMessage(c, 404, 'notFound');
    const [refused] = errors;
    const hasNoField = data === null || Object.values(data).every((field) => field === null);
    if (refused !== undefined && hasNoField) {
      setRefusalCode(refused.code);
      const title = visit.words.places[page.place];
      const main = html`<h1>${title}</h1>${refusedView(visit, refused)}`;
      return send(
        c,
        visit.locale,
        { status: 403, title, main: sellerLayout(visit, page, { main, notice: html`` }) },
        viewer,
      );
    }
    const { title, main } = page.view(visit, data!, sent);
    const notices = html`${notice}${doneNotice(c, visit.words)}${missingParts(visit, errors)}${faultsWithoutForm(main, sent)}`;
    const status = sent.faults.length > 0 ? 422 : 200;
    return send(c, visit.locale, { status, title, main: sellerLayout(visit, page, { main, notice: notices }) }, viewer);
  }

  /** Takes a form of a page; or the form of the sign-in, which stands in the place of any page. */
  async function takeForm(c: SellerContext, page: SellerPage): Promise<Response> {
    const viewer = await findInSession(deps, c.req.raw, 'seller');
    const maxBytes = viewer === null ? maxFormBytes : maxUploadFormBytes;
    const tooLarge = (within: Context) => sendMessage(within, 413, 'tooLarge');
    const answer = async () => {
      let response: Response | undefined;
      const refused = await capBody(maxBytes, tooLarge)(c, async () => {
        const typed = await readFields(c.req.raw);
        if (typed === null) response = sendMessage(c, 400, 'unreadable');
        else if (!typed.fields.has('form')) response = await signIn(c, page, typed);
        else if (viewer === null) response = sendSignIn(c, 401, null, typed.fields);
        else response = await sendForm(c, page, viewer, typed);
      });
      return refused ?? response!;
    };
    const hasFiles = (c.req.header('content-type') ?? '').startsWith('multipart/');
    return viewer !== null && hasFiles ? await fewUploadForms(viewer.sellerId, answer) : await answer();
  }

  async function sendForm(c: SellerContext, page: SellerPage, viewer: Viewer, typed: Typed): Promise<Response> {
    const name = typed.fields.get('form')!;
    const form = Object.hasOwn(page.forms ?? {}, name) ? page.forms![name] : undefined;
    if (form === undefined) return sendMessage(c, 400, 'unreadable');
    const visit = visitOf(c, viewer);
    const outcome = await form.send(visit, typed, runFor(c, viewer));
    if ('next' in outcome) {
      const { next, done } = outcome;
      return c.redirect(
        `${base}${next}${done === undefined ? '' : `${next.includes('?') ? '&' : '?'}done=${done}`}`,
        303,
      );
    }
    if ('answer' in outcome) return await sendAnswer(c, page, viewer, { ...nothingSent, answer: outcome.answer });
    const { faults, typed: { fields } = typed } = outcome;
    return await sendAnswer(c, page, viewer, { form: name, fields, faults, answer: null });
  }

  /** Exchanges a secret key for a session, and goes on to the page that it stands in the place of. */
  async function signIn(c: SellerContext, page: SellerPage, { fields }: Typed): Promise<Response> {
    const { faults, again } = wordsOf(c).signIn;
    const kept = new Map(
      [...fields].flatMap(([name, value]) =>
        name.startsWith(keptPrefix) ? [[name.slice(keptPrefix.length), value] as const] : [],
      ),
    );
    const keptForm = kept.has('form') ? kept : null;
    const { isOverdrawn, fullInSeconds } = await attempts.take(clientAddress(c, trustedProxies));
    if (isOverdrawn) {
      c.header('retry-after', String(fullInSeconds));
      return sendSignIn(c, 429, faults.tooMany, keptForm);
    }
    let viewer: Viewer;
    try {
      viewer = await authenticate(deps, `Bearer ${(fields.get('key') ?? '').trim()}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sendSignIn(c, error.code === 'seller_suspended' ? 403 : 401, faultOf(error, faults), keptForm);
    }
    const stranger = ['public', 'admin'].find((scope) => viewer.scopes.has(scope as 'public' | 'admin'));
    if (stranger !== undefined) return sendSignIn(c, 403, faults[stranger as 'public' | 'admin'], keptForm);
    const token = await openSession(deps, 'seller', { ...viewer, requestId: c.get('requestId') });
    c.header('set-cookie', sessionCookie(token, 'seller', publicUrl), { append: true });
    if (keptForm === null) {
      const { pathname, search } = new URL(c.req.url);
      return c.redirect(`${servicePath}${pathname}${search}`, 303);
    }
    const sent = { form: keptForm.get('form')!, fields: keptForm, faults: [], answer: null };
    return await sendAnswer(c, page, viewer, sent, html`<p class="notice good">${again}</p>`);
  }

  async function signOut(c: SellerContext): Promise<Response> {
    const viewer = await findInSession(deps, c.req.raw, 'seller');
    const token = readSessionCookie(c.req.raw, 'seller', publicUrl);
    if (viewer !== null && token !== null) {
      await closeSession(deps, 'seller', { ...viewer, requestId: c.get('requestId') }, token);
    }
    c.header('set-cookie', sessionCookie(null, 'seller', publicUrl));
    return c.redirect(base, 303);
  }

  function visitOf(c: SellerContext, viewer: Viewer): Visit {
    const locale = localeOf(c);
    const words = sellerWords[locale.language];
    const zone = rememberedZone(c);
    const timeInZone = locale.timesIn(zone);
    const time = (instant: string) => html`<time datetime="${instant}">${timeInZone(new Date(instant))}</time>`;
    return {
      c,
      viewer,
      mode: viewer.mode,
      locale,
      words,
      base,
      servicePath,
      zone,
      uploads: uploadsOf({ db: deps.db, bucket }, viewer, words, runFor(c, viewer)),
      testCards: () =>
        Object.values(providerPages)
          .map((page) => page?.testCards(locale.language) ?? null)
          .find((cards) => cards !== null) ?? null,
      rememberZone: (chosen) => rememberZone(c, chosen, publicUrl.startsWith('https:')),
      param: (name) => c.req.param(name) ?? '',
      query: (name) => c.req.query(name) || null,
      offset: () => Number(/^\d{1,6}$/.exec(c.req.query('offset') ?? '')?.[0] ?? 0),
      time,
      timeWithZone: (instant) => html`${time(instant)} <bdi class="zone">(${zone})</bdi>`,
    };
  }

  function runFor(c: SellerContext, viewer: Viewer): RunMutation {
    return (document, variables, once = null) =>
      runDocument({ document, variables, viewer, ...requestOf(c), idempotencyKey: once });
  }

  function sendSignIn(
    c: SellerContext,
    status: ContentfulStatusCode,
    fault: string | null,
    kept: ReadonlyMap<string, string> | null = null,
  ): Response {
    const words = wordsOf(c);
    return send(c, localeOf(c), { status, title: words.signIn.title, main: signInView(words, { fault, kept }) });
  }

  function sendMessage(c: Context, status: ContentfulStatusCode, message: keyof Omit<SellerWords['messages'], 'home'>) {
    const { messages } = wordsOf(c);
    const { heading, detail } = messages[message];
    const main = messageView({ heading, detail, link: { href: base, text: messages.home } });
    return send(c, localeOf(c), { status, title: heading, main });
  }

  function send(
    c: Context,
    locale: Locale,
    page: { readonly status: ContentfulStatusCode; readonly title: string; readonly main: Html },
    viewer: Viewer | null = null,
  ): Response {
    const { pathname, search } = new URL(c.req.url);
    const head = html`<script src="${base}/seller.js?v=${script.version}" defer></script>`;
    const content = layout(
      { files, base: servicePath, locale },
      { title: page.title, isTest: viewer?.mode === 'test', head, main: page.main },
      { scripts: [], address: `${servicePath}${pathname}${search}` },
    );
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return c.html(ready(content), page.status);
  }
}

/** Returns what a document runs with, besides its viewer. */
function requestOf(c: SellerContext) {
  return {
    requestId: c.get('requestId') ?? randomUUID(),
    idempotencyKey: null,
    charge: (points: number) => c.get('counted')?.charge(points),
  };
}

function wordsOf(c: Context): SellerWords {
  return sellerWords[localeOf(c).language];
}

function faultOf({ code }: Refusal, faults: SellerWords['signIn']['faults']): string {
  if (code === 'seller_suspended') return faults.suspended;
  return code === 'missing_api_key' ? faults.missing : faults.invalid;
}

/** Says what was just done, after the browser has gone on from a form. */
function doneNotice(c: Context, { done }: SellerWords): Html | '' {
  const name = c.req.query('done') ?? '';
  if (c.req.method !== 'GET' || !Object.hasOwn(done, name)) return '';
  return html`<p class="notice good" role="status">${done[name as keyof typeof done]}</p>`;
}

/** Says the faults of a form that the page does not show any more, such as one about an auction that is over by now. */
function faultsWithoutForm(main: Html, { form, faults }: Sent): Html | '' {
  if (faults.length === 0 || ready(main).includes(`id="form-${form}"`)) return '';
  return html`${faults.map(({ detail }) => html`<p class="notice bad" role="alert">${detail}</p>`)}`;
}

/** Reads the style of the bidder's page, and that of these pages after it. */
function readSellerFiles(providerPages: ProviderPages): PageFiles {
  const files = readPageFiles(providerPages);
  const own = readFileSync(new URL('browser/seller.css', import.meta.url), 'utf8');
  const style = `${files.style} ${own
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim()}`;
  return { ...files, style, styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}` };
}

/** Makes the headers of every page: the browser runs and shows nothing that they do not name. */
function pageHeaders({ styleHash }: PageFiles): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy({
      'style-src': `'${styleHash}'`,
      'script-src': "'self'",
      'img-src': "'self'",
      'connect-src': "'self'",
      'form-action': "'self'",
    }),
    // With `no-referrer` browsers would hide the origin of the service's own forms.
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
    vary: 'Accept-Language, Cookie',
  };
}
