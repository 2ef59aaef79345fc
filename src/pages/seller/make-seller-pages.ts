import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { CookieOptions } from 'hono/utils/cookie';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { authenticate, findInSession } from '../../platform/auth/authenticate.ts';
import {
  closeSession,
  endSessions,
  findSessions,
  isSameOrigin,
  openSession,
  readSessionCookie,
  sessionCookie,
} from '../../platform/auth/browser-session.ts';
import { basePath } from '../../core/base-path.ts';
import { compressPages } from '../../core/compression.ts';
import { isOutage, refusalOf } from '../../core/outage.ts';
import { formWithFiles, plainForm, readForm, type SentForm, textsOfForm } from '../../core/read-form.ts';
import { BodyTooSlow, ClientGone } from '../../core/request-body.ts';
import { setRefusalCode } from '../../core/request-context.ts';
import { Refusal, type RefusalCode } from '../../core/refusal.ts';
import { ready } from '../../core/html-page.ts';
import { clientAddress } from '../../core/request-headers.ts';
import { readScript, readStaticFile, sendPermanentFile } from '../../core/static-file.ts';
import { isTimeZone } from '../../core/language-formats.ts';
import { isLanguage } from '../../core/languages.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Deps } from '../../payments/deps.ts';
import type { Counters } from '../../platform/limits/counters.ts';
import type { Counted } from '../../platform/limits/request-limits.ts';
import { localeOf, rememberLanguage } from '../auction/choose-language.ts';
import { locales } from '../auction/locale.ts';
import { readPageFiles } from '../auction/page-files.ts';
import { sendPage } from '../auction/send-page.ts';
import { type Html, messageView } from '../auction/views/layout.ts';
import { makeProviderPages } from '../../payments/providers/providers.ts';
import { BucketOutage, openBucket } from '../../auctions/presentation/bucket.ts';
import { rememberDocuments, seesDocuments } from './documents.ts';
import { findChanges, type Proof, proofField, readProof, writeProof } from './form-proof.ts';
import { refusalWords } from './mutation-form.ts';
import { sellerPages } from './pages.ts';
import { makeRunDocument } from './run-document.ts';
import { sendExport } from './send-export.ts';
import type { SellerPage, Sent, Typed, Visit } from './seller-page.ts';
import { beginUpload, fewBodies, takePicture } from './uploads.ts';
import { missingParts, sellerLayout } from './views/seller-layout.ts';
import { sessionsView } from './views/sessions-view.ts';
import { keptPrefix, lostFiles, signInView } from './views/sign-in-view.ts';
import { sellerWords } from './words.ts';
import type { SellerWords } from '../../../locales/words.ts';
import { rememberedZone, rememberZone } from './zones.ts';

type SellerContext = Context<{ Variables: { requestId: string; counted: Counted } }>;

/** Keys have 256 random bits and cannot be guessed; this limit makes guessing cheap to refuse. */
const signIns = { points: 20, seconds: 600 };

/** Names what a form has just done, for the page that follows. */
const doneCookie = 'done';

const endsSession = new Set<RefusalCode>(['invalid_api_key', 'seller_suspended']);

const nothingSent: Sent = { form: null, fields: new Map(), faults: [], answer: null, proof: null, changes: [] };

/** Makes the pages for sellers, to be mounted at `/seller`: the sign-in, and the pages of the table in `pages.ts`. */
export function makeSellerPages(deps: Deps, counters: Counters): Hono {
  const { config, log } = deps;
  const { publicUrl, trustedProxies } = config;
  const servicePath = basePath(publicUrl);
  const base = `${servicePath}/seller`;
  const ofPages = { path: base, httpOnly: true, sameSite: 'Strict', secure: publicUrl.startsWith('https:') } as const;
  const attempts = counters.counter('seller:sign-in', signIns);
  const runDocument = makeRunDocument(deps);
  const bucket = config.bucket && openBucket(config.bucket, deps.log);
  const providerPages = makeProviderPages(deps);
  const files = readPageFiles(providerPages);
  const folder = new URL('browser/', import.meta.url);
  const style = readStaticFile(new URL('seller.css', folder));
  const script = readScript(folder, ['uploads', 'picture-cards', 'sent-forms', 'seller']);

  const routes = new Hono<{ Variables: { requestId: string; counted: Counted } }>();
  routes.get('/seller.css', (c) => sendPermanentFile(c.req.raw, style));
  routes.get('/seller.js', (c) => sendPermanentFile(c.req.raw, script));
  routes.use(compressPages);
  routes.use(rememberLanguage(publicUrl));
  routes.onError((error, c) => {
    if (error instanceof BodyTooSlow) {
      c.header('connection', 'close');
      return sendMessage(c, 408, 'tooSlow');
    }
    if (error instanceof ClientGone) return error.toAnswer();
    const refusal = refusalOf(error);
    setRefusalCode(refusal.code);
    if (refusal.code === 'payload_too_large') return sendMessage(c, 413, 'tooLarge');
    if (refusal.code === 'rate_limited') {
      for (const [name, value] of Object.entries(c.get('counted')?.headers ?? {})) c.header(name, value);
      return sendMessage(c, 429, 'tooMany');
    }
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
  routes.post('/pictures', (c) => beginPicture(c));
  routes.get('/export', (c) => saveExport(c));
  routes.post('/export', async (c) => {
    const typed = await readForm(c.req.raw);
    return typed === null ? await sendMessage(c, 400, 'unreadable') : await signIn(c, null, typed);
  });
  routes.get('/sessions', (c) => showSessions(c));
  routes.post('/sessions', (c) => endSome(c));
  // The type of a page's data is its own business.
  for (const page of sellerPages as readonly SellerPage[]) {
    const route = page.route === '' ? '/' : page.route;
    routes.get(route, (c) => showPage(c, page));
    routes.post(route, (c) => takeForm(c, page));
  }
  routes.all('*', (c) => sendMessage(c, 404, 'notFound'));
  return routes as unknown as Hono;

  async function showPage(c: SellerContext, page: SellerPage): Promise<Response> {
    const viewer = await findViewer(c);
    return viewer === null ? await sendSignIn(c, 200, null) : await sendAnswer(visitOf(c, viewer), page, nothingSent);
  }

  /** Reads the document of a page with the seller's key, and sends its view. */
  async function sendAnswer(visit: Visit, page: SellerPage, sent: Sent, notice: Html | '' = ''): Promise<Response> {
    const { c, viewer, words } = visit;
    const ids = c.req.param() as Record<string, string>;
    if (!Object.values(ids).every(isUuid)) return await sendMessage(c, 404, 'notFound');
    const { data, errors } = await readPage(visit, page);
    // The key was revoked, or its seller suspended, in this instant: the statement of the document checks it again.
    if (errors.some(({ code }) => endsSession.has(code))) return await sendSignIn(c, 401, null);
    // The documents are the service's own: an input that is invalid, such as a cursor, comes from the address.
    const leadsNowhere = errors.some(({ code }) => code.endsWith('_not_found') || code === 'invalid_request');
    if (leadsNowhere) return await sendMessage(c, 404, 'notFound');
    const [refused] = errors;
    const hasNoField = data === null || Object.values(data).every((field) => field === null);
    if (refused !== undefined && hasNoField) {
      setRefusalCode(refused.code);
      const title = words.places[page.place];
      const explanation = html`<h1>${title}</h1><p class="notice bad">${refusalWords(words, refused)}</p>`;
      return await send(c, { status: 403, title, main: sellerLayout(visit, page, explanation) }, viewer);
    }
    const { title, main } = page.view(visit, data!, sent);
    const notices = html`${notice}${doneNotice(c, words, ofPages)}${missingParts(visit, errors)}${faultsWithoutForm(main, sent)}`;
    const status = sent.faults.length > 0 ? 422 : sent.changes.length > 0 ? 409 : 200;
    return await send(c, { status, title, main: sellerLayout(visit, page, html`${notices}${main}`) }, viewer);
  }

  function readPage(visit: Visit, page: SellerPage) {
    return visit.run<never>(page.document, { ...visit.c.req.param(), ...page.variables?.(visit) });
  }

  /** Finds what has changed since a form was drawn: draws the page as it is now, in the zone and the language of the form. */
  async function changesSince(visit: Visit, page: SellerPage, typed: Typed, { zone, language, shown }: Proof) {
    const none = { changes: [], typed, proof: typed.fields.get(proofField)! };
    if (shown === undefined) return none;
    const drawing: Visit = {
      ...visit,
      zone: isTimeZone(zone) ? zone : visit.zone,
      locale: isLanguage(language) ? locales[language] : visit.locale,
      drawn: new Map(),
    };
    const { data } = await readPage(drawing, page);
    if (data === null || Object.values(data).every((field) => field === null)) return none;
    page.view(drawing, data, nothingSent);
    const fields = drawing.drawn.get(typed.fields.get('form')!);
    if (fields === undefined) return none;
    const found = findChanges(typed, shown, fields);
    return found.changes.length === 0 ? none : { ...found, proof: writeProof(drawing, fields) };
  }

  /** Takes a form of a page; or the form of the sign-in, which stands in the place of any page. */
  async function takeForm(c: SellerContext, page: SellerPage): Promise<Response> {
    const viewer = await findViewer(c);
    const answer = async (typed: SentForm | null) => {
      if (typed === null) return await sendMessage(c, 400, 'unreadable');
      if (!typed.fields.has('form')) return await signIn(c, page, typed);
      c.get('counted')?.charge(Math.floor(typed.bytes / plainForm.maxBytes));
      if (viewer === null) return await sendSignIn(c, 401, null, keptOf(typed));
      return await sendForm(visitOf(c, viewer), page, typed);
    };
    const takesFiles = Object.values(page.forms ?? {}).some((form) => form.takesFiles === true);
    if (!takesFiles) return await answer(await readForm(c.req.raw));
    // The session may have ended while the seller wrote: the texts are kept, and the files are not.
    if (viewer === null) return await answer(await readForm(c.req.raw, textsOfForm));
    return await fewBodies(viewer.sellerId, async () => await answer(await readForm(c.req.raw, formWithFiles)));
  }

  /** Begins the upload of a picture that the script of a form sends by itself, to the address in the answer. */
  async function beginPicture(c: SellerContext): Promise<Response> {
    const viewer = await findViewer(c);
    c.header('cache-control', 'no-store');
    if (viewer === null) return c.json({ fault: wordsOf(c).signIn.ended.live }, 401);
    const begun = await beginUpload(visitOf(c, viewer));
    if ('fault' in begun) return c.json(begun, 409);
    const { pictureId, token } = begun;
    return c.json({ pictureId, address: `${servicePath}/auctions/pictures/${pictureId}?token=${token}` }, 201);
  }

  function addressOf(c: SellerContext): string {
    return clientAddress(c, trustedProxies);
  }

  async function showSessions(c: SellerContext): Promise<Response> {
    const viewer = await findViewer(c);
    if (viewer === null) return await sendSignIn(c, 200, null);
    const sessions = await findSessions(deps.db, 'seller', viewer, tokenOf(c));
    const visit = visitOf(c, viewer);
    const notice = doneNotice(c, visit.words, ofPages);
    const main = sellerLayout(visit, { place: 'sessions' }, html`${notice}${sessionsView(visit, sessions)}`);
    return await send(c, { status: 200, title: visit.words.sessions.heading, main }, viewer);
  }

  async function saveExport(c: SellerContext): Promise<Response> {
    const viewer = await findViewer(c);
    if (viewer === null) return await sendSignIn(c, 200, null);
    const visit = visitOf(c, viewer);
    const charge = (points: number) => c.get('counted')?.charge(points);
    const isSignedIn = async () => (await findInSession(deps, c.req.raw, 'seller', addressOf(c))) !== null;
    const sent = sendExport(c, deps, viewer, { zone: visit.zone, charge, isSignedIn });
    if (sent instanceof Response) return sent;
    if (sent === null) return await sendMessage(c, 400, 'unreadable');
    setRefusalCode('insufficient_scope');
    const title = visit.words.exports.heading;
    const explanation = html`<h1>${title}</h1><p class="notice bad">${visit.words.missingScope({ scope: sent.lacking })}</p>`;
    return await send(c, { status: 403, title, main: sellerLayout(visit, { place: 'auctions' }, explanation) }, viewer);
  }

  /** Ends one session, or all of them. The one of this browser may be among them. */
  async function endSome(c: SellerContext): Promise<Response> {
    const viewer = await findViewer(c);
    const typed = await readForm(c.req.raw);
    if (typed === null) return await sendMessage(c, 400, 'unreadable');
    if (!typed.fields.has('form')) return await signIn(c, null, typed);
    if (viewer === null) return await sendSignIn(c, 401, null);
    if (readProof(typed)?.seller !== viewer.sellerId) return await sendMessage(c, 409, 'otherSeller');
    const sessionId = typed.fields.get('form') === 'all' ? null : (typed.fields.get('sessionId') ?? '');
    await endSessions(deps, 'seller', { ...viewer, requestId: c.get('requestId') }, sessionId);
    setCookie(c, doneCookie, 'sessionEnded', { ...ofPages, maxAge: 60 });
    return c.redirect(`${base}/sessions`, 303);
  }

  function tokenOf(c: SellerContext): string | null {
    return readSessionCookie(c.req.raw, 'seller', publicUrl);
  }

  /** Finds the seller of a session, and counts the request into the budget of the session's key. */
  async function findViewer(c: SellerContext): Promise<Viewer | null> {
    const viewer = await findInSession(deps, c.req.raw, 'seller', addressOf(c));
    if (viewer !== null) await c.get('counted')?.countFoundKey(viewer.keyDigest);
    return viewer;
  }

  async function sendForm(visit: Visit, page: SellerPage, typed: Typed): Promise<Response> {
    const { c, viewer, words } = visit;
    const name = typed.fields.get('form')!;
    const form = Object.hasOwn(page.forms ?? {}, name) ? page.forms![name] : undefined;
    if (form === undefined) return await sendMessage(c, 400, 'unreadable');
    const proof = readProof(typed);
    if (proof !== null && proof.seller !== viewer.sellerId) return await sendMessage(c, 409, 'otherSeller');
    const sent = { ...nothingSent, form: name };
    if (proof === null) {
      const faults = [{ field: '', detail: words.forms.lookAgain }];
      return await sendAnswer(visit, page, { ...sent, fields: typed.fields, faults });
    }
    const since = await changesSince(visit, page, typed, proof);
    if (since.changes.length > 0) {
      return await sendAnswer(visit, page, { ...sent, ...since, fields: since.typed.fields });
    }
    // Amounts are read as they were written, whatever language another tab has chosen since.
    const locale = isLanguage(proof.language) ? locales[proof.language] : visit.locale;
    const outcome = await form.send({ ...visit, locale }, typed);
    if ('answer' in outcome) return await sendAnswer(visit, page, { ...nothingSent, answer: outcome.answer });
    if ('preview' in outcome) {
      const { preview, typed: shown } = outcome;
      return await sendAnswer(visit, page, { ...sent, fields: shown.fields, proof: since.proof }, preview);
    }
    if ('faults' in outcome) {
      const { faults, typed: { fields } = typed } = outcome;
      return await sendAnswer(visit, page, { ...sent, fields, faults, proof: since.proof });
    }
    const { next = c.req.path.slice('/seller'.length), done } = outcome;
    if (done !== undefined) setCookie(c, doneCookie, done, { ...ofPages, maxAge: 60 });
    return c.redirect(`${base}${next}`, 303);
  }

  /** Exchanges a secret key for a session, and goes on to the page that it stands in the place of. */
  async function signIn(c: SellerContext, page: SellerPage | null, { fields }: Typed): Promise<Response> {
    const { faults, again, againWithoutFiles } = wordsOf(c).signIn;
    const keptNames = [...fields.keys()].filter((name) => name.startsWith(keptPrefix));
    const kept = new Map(keptNames.map((name) => [name.slice(keptPrefix.length), fields.get(name)!]));
    const keptForm = kept.has('form') ? kept : null;
    const address = clientAddress(c, trustedProxies);
    const { isOverdrawn, fullInSeconds } = await attempts.take(address);
    if (isOverdrawn) {
      c.header('retry-after', String(fullInSeconds));
      return await sendSignIn(c, 429, faults.tooMany, keptForm);
    }
    let viewer: Viewer;
    try {
      viewer = await authenticate(deps, `Bearer ${pastedKey(fields.get('key') ?? '')}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return await sendSignIn(c, error.code === 'seller_suspended' ? 403 : 401, faultOf(error, faults), keptForm);
    }
    // Only wrong keys count: a good one is no guess.
    await attempts.giveBack(address, 1);
    const stranger = (['public', 'admin'] as const).find((scope) => viewer.scopes.has(scope));
    if (stranger !== undefined) return await sendSignIn(c, 403, faults[stranger], keptForm);
    const place = { address: addressOf(c), userAgent: c.req.header('user-agent') ?? null };
    const token = await openSession(deps, 'seller', { ...viewer, requestId: c.get('requestId') }, place, tokenOf(c));
    c.header('set-cookie', sessionCookie(token, 'seller', publicUrl), { append: true });
    if (keptForm === null || page === null) {
      const { pathname, search } = new URL(c.req.url);
      return c.redirect(`${servicePath}${pathname}${search}`, 303);
    }
    const typed = { fields: keptForm, files: new Map() };
    const proof = readProof(typed);
    if (proof !== null && proof.seller !== viewer.sellerId) return await sendMessage(c, 409, 'otherSeller');
    const visit = visitOf(c, viewer);
    const since = proof === null ? { typed } : await changesSince(visit, page, typed, proof);
    const sent = { ...nothingSent, ...since, form: keptForm.get('form')!, fields: since.typed.fields };
    const notice = keptForm.has(lostFiles) ? againWithoutFiles : again;
    return await sendAnswer(visit, page, sent, html`<p class="notice good">${notice}</p>`);
  }

  async function signOut(c: SellerContext): Promise<Response> {
    await readForm(c.req.raw);
    const viewer = await findInSession(deps, c.req.raw, 'seller');
    const token = tokenOf(c);
    if (viewer !== null && token !== null) {
      await closeSession(deps, 'seller', { ...viewer, requestId: c.get('requestId') }, token);
    }
    c.header('set-cookie', sessionCookie(null, 'seller', publicUrl));
    // Drafts, and pictures that are not sent yet.
    c.header('clear-site-data', '"storage"');
    return c.redirect(base, 303);
  }

  function visitOf(c: SellerContext, viewer: Viewer): Visit {
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
        runDocument({ document, variables, viewer, requestId, charge, idempotencyKey: once }),
      storePicture: (file) => takePicture({ db: deps.db, log, bucket }, visit, file),
      testCards: () =>
        Object.values(providerPages)
          .map((page) => page?.testCards(locale.language) ?? null)
          .find((cards) => cards !== null) ?? null,
      rememberZone: (chosen) => rememberZone(c, chosen, publicUrl.startsWith('https:')),
      seesDocuments: seesDocuments(c),
      rememberDocuments: (isWanted) => rememberDocuments(c, isWanted, publicUrl.startsWith('https:')),
      param: (name) => c.req.param(name) ?? '',
      query: (name) => c.req.query(name) || null,
      time,
      timeWithZone: (instant) => html`${time(instant)} <bdi class="zone">(${zone})</bdi>`,
    };
    return visit;
  }

  function sendSignIn(
    c: SellerContext,
    status: ContentfulStatusCode,
    fault: string | null,
    kept: ReadonlyMap<string, string> | null = null,
  ): Promise<Response> {
    const words = wordsOf(c);
    return send(c, { status, title: words.signIn.title, main: signInView(words, { fault, kept }) });
  }

  function sendMessage(
    c: Context,
    status: ContentfulStatusCode,
    message: keyof Omit<SellerWords['messages'], 'home'>,
  ): Promise<Response> {
    const { messages } = wordsOf(c);
    const { heading, detail } = messages[message];
    // A seller who opened the pages at another address of the service finds the right one here.
    const href = message === 'foreignForm' ? `${new URL(publicUrl).origin}${base}` : base;
    const main = messageView({ heading, detail, link: { href, text: messages.home } });
    return send(c, { status, title: heading, main });
  }

  function send(
    c: Context,
    page: { readonly status: ContentfulStatusCode; readonly title: string; readonly main: Html },
    viewer: Viewer | null = null,
  ): Promise<Response> {
    const { pathname, search } = new URL(c.req.url);
    return sendPage(c, { config, files }, localeOf(c), {
      ...page,
      isTest: viewer?.mode === 'test',
      address: `${servicePath}${pathname}${search}`,
      scripts: [],
      head: html`<link rel="stylesheet" href="${base}/seller.css?v=${style.version}">
<script type="module" src="${base}/seller.js?v=${script.version}"></script>`,
    });
  }
}

function wordsOf(c: Context): SellerWords {
  return sellerWords[localeOf(c).language];
}

/** Returns the fields of a form that came without a session. */
function keptOf({ fields, lacksFiles }: SentForm): ReadonlyMap<string, string> {
  return lacksFiles ? new Map([...fields, [lostFiles, 'yes']]) : fields;
}

/** Finds the key in what was pasted, such as `Bearer auc_test_…`, `AUCTION_KEY=auc_test_…`, or a key in quotes. */
function pastedKey(text: string): string {
  return /auc_[a-z]+_[0-9A-Za-z]+/.exec(text)?.[0] ?? text.trim();
}

function faultOf({ code }: Refusal, faults: SellerWords['signIn']['faults']): string {
  if (code === 'seller_suspended') return faults.suspended;
  return code === 'missing_api_key' ? faults.missing : faults.invalid;
}

/**
 * Says once what was just done, after the browser has gone on from a form. The word for it is in a cookie: an address could be kept, or
 * written by somebody else.
 */
function doneNotice(c: Context, { done }: SellerWords, options: CookieOptions): Html | '' {
  const name = getCookie(c, doneCookie);
  if (name === undefined || c.req.method !== 'GET' || c.req.header('live') !== undefined) return '';
  deleteCookie(c, doneCookie, options);
  if (!Object.hasOwn(done, name)) return '';
  return html`<p class="notice good" role="status">${done[name as keyof typeof done]}</p>`;
}

/** Says the faults of a form that the page does not show any more, such as one about an auction that is over by now. */
function faultsWithoutForm(main: Html, { form, faults }: Sent): Html | '' {
  if (faults.length === 0 || ready(main).includes(`id="form-${form}"`)) return '';
  return html`${faults.map(({ detail }) => html`<p class="notice bad" role="alert">${detail}</p>`)}`;
}
