import type { Context } from 'hono';
import { html } from 'hono/html';
import { authenticate, findInSession } from '../../platform/auth/authenticate.ts';
import {
  closeSession,
  endSessions,
  findSessions,
  openSession,
  readSessionCookie,
  sessionCookie,
  type SessionViewer,
} from '../../platform/auth/browser-session.ts';
import { readForm } from '../../core/read-form.ts';
import { Refusal } from '../../core/refusal.ts';
import { clientAddress } from '../../core/request-headers.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { SellerWords } from '../../../locales/words.ts';
import { answerPage, changesSince, doneNotice, goOn, isOfOther, nothingSent } from './answer-page.ts';
import { readProof } from './form-proof.ts';
import type { SellerContext, SellerDeps } from './seller-deps.ts';
import type { SellerPage, Typed, Visit } from './seller-page.ts';
import { send, sendMessage, sendSignIn, visitOf, wordsOf } from './send-seller-page.ts';
import { sellerLayout } from './views/seller-layout.ts';
import { sessionsView } from './views/sessions-view.ts';
import { keptPrefix, lostFiles } from './views/sign-in-view.ts';

/** Finds the seller of a session. */
export function findSeller(c: SellerContext, deps: SellerDeps): Promise<SessionViewer | null> {
  return findInSession(deps, c.req.raw, 'seller', clientAddress(c, deps.config.trustedProxies));
}

/** Does the same, and counts the request into the budget of the session's key. */
export async function findVisit(c: SellerContext, deps: SellerDeps): Promise<Visit | null> {
  const viewer = await findSeller(c, deps);
  if (viewer === null) return null;
  await c.get('counted')?.countFoundKey(viewer.keyDigest);
  return visitOf(c, deps, viewer);
}

/** Exchanges a secret key for a session, and goes on to the page that it stands in the place of. */
export async function signIn(
  c: SellerContext,
  deps: SellerDeps,
  page: SellerPage | null,
  { fields }: Typed,
): Promise<Response> {
  const { faults, again, againWithoutFiles } = wordsOf(c).signIn;
  const keptNames = [...fields.keys()].filter((name) => name.startsWith(keptPrefix));
  const kept = new Map(keptNames.map((name) => [name.slice(keptPrefix.length), fields.get(name)!]));
  const keptForm = kept.has('form') ? kept : null;
  const { attempts, config, servicePath } = deps;
  const address = clientAddress(c, config.trustedProxies);
  const { isOverdrawn, fullInSeconds } = await attempts.take(address);
  if (isOverdrawn) {
    c.header('retry-after', String(fullInSeconds));
    return await sendSignIn(c, deps, 429, faults.tooMany, keptForm);
  }
  let viewer: Viewer;
  try {
    viewer = await authenticate(deps, `Bearer ${pastedKey(fields.get('key') ?? '')}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return await sendSignIn(c, deps, error.code === 'seller_suspended' ? 403 : 401, faultOf(error, faults), keptForm);
  }
  // Only wrong keys count: a good one is no guess.
  await attempts.giveBack(address, 1);
  const stranger = (['public', 'admin'] as const).find((scope) => viewer.scopes.has(scope));
  if (stranger !== undefined) return await sendSignIn(c, deps, 403, faults[stranger], keptForm);
  const place = { address, userAgent: c.req.header('user-agent') ?? null };
  const token = await openSession(
    deps,
    'seller',
    { ...viewer, requestId: c.get('requestId') },
    place,
    tokenOf(c, deps),
  );
  c.header('set-cookie', sessionCookie(token, 'seller', config.publicUrl), { append: true });
  if (keptForm === null || page === null) {
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(`${servicePath}${pathname}${search}`, 303);
  }
  const typed = { fields: keptForm, files: new Map() };
  const proof = readProof(typed);
  const visit = visitOf(c, deps, viewer);
  if (isOfOther(proof, visit)) return await sendMessage(c, deps, 409, 'otherSeller');
  const since = proof === null ? { typed } : await changesSince(visit, page, typed, proof);
  const sent = { ...nothingSent, ...since, form: keptForm.get('form')!, fields: since.typed.fields };
  const notice = keptForm.has(lostFiles) ? againWithoutFiles : again;
  return await answerPage(visit, deps, page, sent, html`<p class="notice good">${notice}</p>`);
}

/** Ends the session of this browser. */
export async function signOut(c: SellerContext, deps: SellerDeps): Promise<Response> {
  await readForm(c);
  const viewer = await findInSession(deps, c.req.raw, 'seller');
  const token = tokenOf(c, deps);
  if (viewer !== null && token !== null) {
    await closeSession(deps, 'seller', { ...viewer, requestId: c.get('requestId') }, token);
  }
  c.header('set-cookie', sessionCookie(null, 'seller', deps.config.publicUrl));
  // Drafts, and pictures that are not sent yet.
  c.header('clear-site-data', '"storage"');
  return c.redirect(deps.base, 303);
}

/** Shows the browsers that are signed in. */
export async function showSessions(visit: Visit, deps: SellerDeps): Promise<Response> {
  const { c, viewer, words } = visit;
  const sessions = await findSessions(deps.db, 'seller', viewer, tokenOf(c, deps));
  const content = [doneNotice(visit, deps), sessionsView(visit, sessions)];
  const main = sellerLayout(visit, { place: 'sessions' }, html`${content}`);
  return await send(c, deps, { status: 200, title: words.sessions.heading, main }, viewer);
}

/** Ends one session, or all of them. The one of this browser may be among them. */
export async function endSome(visit: Visit, deps: SellerDeps, typed: Typed): Promise<Response> {
  const { viewer } = visit;
  const c: SellerContext = visit.c;
  if (readProof(typed)?.seller !== viewer.sellerId) return await sendMessage(c, deps, 409, 'otherSeller');
  const sessionId = typed.fields.get('form') === 'all' ? null : (typed.fields.get('sessionId') ?? '');
  await endSessions(deps, 'seller', { ...viewer, requestId: c.get('requestId') }, sessionId);
  return goOn(visit, deps, '/sessions', 'sessionEnded');
}

function tokenOf(c: Context, { config }: SellerDeps): string | null {
  return readSessionCookie(c.req.raw, 'seller', config.publicUrl);
}

/** Finds the key in what was pasted, such as `Bearer auc_test_…`, `AUCTION_KEY=auc_test_…`, or a key in quotes. */
function pastedKey(text: string): string {
  return /auc_[a-z]+_[0-9A-Za-z]+/.exec(text)?.[0] ?? text.trim();
}

function faultOf({ code }: Refusal, faults: SellerWords['signIn']['faults']): string {
  if (code === 'seller_suspended') return faults.suspended;
  return code === 'missing_api_key' ? faults.missing : faults.invalid;
}
