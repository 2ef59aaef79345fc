import { Hono } from 'hono';
import { isSameOrigin } from '../../platform/auth/browser-session.ts';
import { compressPages } from '../../core/compression.ts';
import { isOutage, refusalOf } from '../../core/outage.ts';
import { formWithFiles, plainForm, readForm, type SentForm, textsOfForm } from '../../core/read-form.ts';
import { BodyTooSlow, ClientGone } from '../../core/request-body.ts';
import { setRefusalCode } from '../../core/request-context.ts';
import { BucketOutage } from '../../auctions/presentation/bucket.ts';
import type { Deps } from '../../payments/deps.ts';
import type { Counters } from '../../platform/limits/counters.ts';
import { rememberLanguage } from '../auction/choose-language.ts';
import { answerPage, nothingSent, sendForm } from './answer-page.ts';
import { sellerPages } from './pages.ts';
import { type SellerContext, type SellerDeps, sellerDeps, type SellerEnv } from './seller-deps.ts';
import type { SellerPage, Visit } from './seller-page.ts';
import { sendExport } from './send-export.ts';
import { sendMessage, sendRefused, sendSignIn, wordsOf } from './send-seller-page.ts';
import { endSome, findSeller, findVisit, showSessions, signIn, signOut } from './sessions.ts';
import { beginUpload, fewBodies } from './uploads.ts';
import { lostFiles } from './views/sign-in-view.ts';

/** Makes the pages for sellers, to be mounted at `/seller`: the sign-in, and the pages of the table in `pages.ts`. */
export function makeSellerPages(serviceDeps: Deps, counters: Counters): Hono {
  const deps = sellerDeps(serviceDeps, counters);
  const { publicUrl } = deps.config;

  /** Shows a page to a seller who is signed in, and to anybody else the sign-in in its place. */
  const show = (page: (visit: Visit) => Promise<Response>) => async (c: SellerContext) => {
    const visit = await findVisit(c, deps);
    return visit === null ? await sendSignIn(c, deps, 200) : await page(visit);
  };

  const routes = new Hono<SellerEnv>();
  routes.get('/:name', async (c, next) => (await deps.ownFiles.send(c.req.raw, c.req.param('name'))) ?? (await next()));
  routes.use(compressPages);
  routes.use(rememberLanguage(publicUrl));
  routes.onError((error, c) => {
    if (error instanceof BodyTooSlow) {
      c.header('connection', 'close');
      return sendMessage(c, deps, 408, 'tooSlow');
    }
    if (error instanceof ClientGone) return error.toAnswer();
    const refusal = refusalOf(error);
    setRefusalCode(refusal.code);
    if (refusal.code === 'payload_too_large') return sendMessage(c, deps, 413, 'tooLarge');
    if (refusal.code === 'rate_limited') {
      for (const [name, value] of Object.entries(c.get('counted')?.headers ?? {})) c.header(name, value);
      return sendMessage(c, deps, 429, 'tooMany');
    }
    deps.log.error({ err: error, requestId: c.get('requestId') }, 'A page for sellers could not be rendered.');
    const isDown = isOutage(error) || error instanceof BucketOutage;
    c.header('retry-after', '5');
    return sendMessage(c, deps, isDown ? 503 : 500, isDown ? 'outage' : 'bug');
  });
  routes.use(async (c, next) => {
    if (c.req.method === 'POST' && !isSameOrigin(c.req.raw, publicUrl)) return sendMessage(c, deps, 403, 'foreignForm');
    return await next();
  });
  routes.post('/sign-out', (c) => signOut(c, deps));
  routes.post('/pictures', (c) => beginPicture(c, deps));
  routes.get(
    '/export',
    show((visit) => saveExport(visit, deps)),
  );
  // The form of the sign-in alone is sent there.
  routes.post('/export', (c) => takeForm(c, deps, null, () => sendMessage(c, deps, 400, 'unreadable')));
  routes.get(
    '/sessions',
    show((visit) => showSessions(visit, deps)),
  );
  routes.post('/sessions', (c) => takeForm(c, deps, null, (visit, typed) => endSome(visit, deps, typed)));
  // The type of a page's data is its own business.
  for (const page of sellerPages as readonly SellerPage[]) {
    const route = page.route === '' ? '/' : page.route;
    routes.get(
      route,
      show((visit) => answerPage(visit, deps, page, nothingSent)),
    );
    routes.post(route, (c) => takeForm(c, deps, page, (visit, typed) => sendForm(visit, deps, page, typed)));
  }
  routes.all('*', (c) => sendMessage(c, deps, 404, 'notFound'));
  return routes as unknown as Hono;
}

/**
 * Takes a form of a page; or the form of the sign-in, which stands in the place of any page.
 *
 * @param page keeps what was typed while its seller signs in again; `null`: its forms are lost
 * @param take takes a form of a seller who is signed in
 */
async function takeForm(
  c: SellerContext,
  deps: SellerDeps,
  page: SellerPage | null,
  take: (visit: Visit, typed: SentForm) => Promise<Response>,
): Promise<Response> {
  const visit = await findVisit(c, deps);
  const answer = async (typed: SentForm | null) => {
    if (typed === null) return await sendMessage(c, deps, 400, 'unreadable');
    if (!typed.fields.has('form')) return await signIn(c, deps, page, typed);
    c.get('counted')?.charge(Math.floor(typed.bytes / plainForm.maxBytes));
    if (visit === null) return await sendSignIn(c, deps, 401, null, page === null ? null : keptOf(typed));
    return await take(visit, typed);
  };
  const takesFiles = Object.values(page?.forms ?? {}).some((form) => form.takesFiles === true);
  if (!takesFiles) return await answer(await readForm(c));
  // The session may have ended while the seller wrote: the texts are kept, and the files are not.
  if (visit === null) return await answer(await readForm(c, textsOfForm));
  return await fewBodies(visit.viewer.sellerId, async () => await answer(await readForm(c, formWithFiles)));
}

/** Begins the upload of a picture that the script of a form sends by itself, to the address in the answer. */
async function beginPicture(c: SellerContext, deps: SellerDeps): Promise<Response> {
  const visit = await findVisit(c, deps);
  c.header('cache-control', 'no-store');
  if (visit === null) return c.json({ fault: wordsOf(c).signIn.ended.live }, 401);
  const begun = await beginUpload(visit);
  if ('fault' in begun) return c.json(begun, 409);
  const { pictureId, token } = begun;
  return c.json({ pictureId, address: `${deps.servicePath}/auctions/pictures/${pictureId}?token=${token}` }, 201);
}

async function saveExport(visit: Visit, deps: SellerDeps): Promise<Response> {
  const { viewer, words, zone } = visit;
  const c: SellerContext = visit.c;
  const charge = (points: number) => c.get('counted')?.charge(points);
  const isSignedIn = async () => (await findSeller(c, deps)) !== null;
  const sent = sendExport(c, deps, viewer, { zone, charge, isSignedIn });
  if (sent instanceof Response) return sent;
  if (sent === null) return await sendMessage(c, deps, 400, 'unreadable');
  const why = words.missingScope({ scope: sent.lacking });
  const title = words.exports.heading;
  return await sendRefused(visit, deps, { page: { place: 'auctions' }, title, code: 'insufficient_scope', why });
}

/** Returns the fields of a form that came without a session. */
function keptOf({ fields, lacksFiles }: SentForm): ReadonlyMap<string, string> {
  return lacksFiles ? new Map([...fields, [lostFiles, 'yes']]) : fields;
}
