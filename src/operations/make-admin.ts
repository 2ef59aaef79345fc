import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import {
  closeSession,
  endSessions,
  isSameOrigin,
  openSession,
  readSessionCookie,
  sessionCookie,
} from '../platform/auth/browser-session.ts';
import { authenticate, findAdmin, identify } from '../platform/auth/authenticate.ts';
import { basePath } from '../core/base-path.ts';
import { readForm } from '../core/read-form.ts';
import { Refusal, statuses } from '../core/refusal.ts';
import { requireScope } from '../core/viewer.ts';
import type { Deps } from '../payments/deps.ts';
import { clientAddress } from '../core/request-headers.ts';
import type { Counters } from '../platform/limits/counters.ts';
import { isWellFormedApiKey, visiblePrefix } from '../platform/auth/api-key.ts';
import { adminHome, tabAddress } from './admin-home.ts';
import { adminPage } from './admin-layout.ts';
import { pullLever } from './levers.ts';
import { timelinePage } from './timeline-page.ts';
import { adminSessionsPage } from './sessions-page.ts';
import { makeQueueBoard } from './queue-board.ts';

type AdminContext = Context<{ Variables: { requestId: string } }>;

/** Keys have 256 random bits and cannot be guessed; this limit makes guessing cheap to refuse. */
const signIns = { points: 20, seconds: 600 };

/** Makes the routes below `/admin`: the sign-in of operators, and their pages. */
export function makeAdmin(deps: Deps, counters: Counters): Hono {
  const { publicUrl, trustedProxies } = deps.config;
  const base = basePath(publicUrl);
  const attempts = counters.counter('admin:sign-in', signIns);
  const answerBoard = makeQueueBoard(deps, `${base}/admin/queues`);

  async function signIn(c: AdminContext): Promise<Response> {
    if (!isSameOrigin(c.req.raw, publicUrl)) return refuse(403, 'Sign in with the form of this page.');
    const { isOverdrawn, fullInSeconds } = await attempts.take(clientAddress(c, trustedProxies));
    if (isOverdrawn) {
      const answer = refuse(429, 'Too many tries from your address. Try again in a few minutes.');
      answer.headers.set('retry-after', String(fullInSeconds));
      return answer;
    }
    const form = await readForm(c);
    if (form === null) return refuse(400, 'Sign in with the form of this page: its fields could not be read.');
    try {
      const viewer = await authenticate(deps, `Bearer ${(form.fields.get('key') ?? '').trim()}`);
      requireScope(viewer, 'admin');
      const place = {
        address: clientAddress(c, trustedProxies),
        userAgent: c.req.header('user-agent') ?? null,
      };
      const earlier = readSessionCookie(c.req.raw, 'admin', publicUrl);
      const token = await openSession(deps, 'admin', { ...viewer, requestId: c.get('requestId') }, place, earlier);
      c.header('set-cookie', sessionCookie(token, 'admin', publicUrl));
      return c.redirect(`${base}/admin`, 303);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refuse(
        error.code === 'insufficient_scope' || error.code === 'seller_suspended' ? 403 : 401,
        wordsFor(error),
      );
    }
  }

  async function signOut(c: AdminContext): Promise<Response> {
    await readForm(c);
    if (!isSameOrigin(c.req.raw, publicUrl)) return refuse(403, 'Sign out with the button of a page of this service.');
    const viewer = await identify(deps, c.req.raw);
    const token = readSessionCookie(c.req.raw, 'admin', publicUrl);
    if (viewer !== null && token !== null)
      await closeSession(deps, 'admin', { ...viewer, requestId: c.get('requestId') }, token);
    c.header('set-cookie', sessionCookie(null, 'admin', publicUrl));
    return c.redirect(`${base}/admin`, 303);
  }

  const refuse = (status: number, text: string) => signInPage(base, { text, status });

  const routes = new Hono<{ Variables: { requestId: string } }>();
  routes.get('/', async (c) => {
    const viewer = await findAdmin(deps, c.req.raw);
    return viewer === null ? signInPage(base, null) : adminHome(deps, viewer, base);
  });
  routes.onError((error) => {
    if (error instanceof Refusal && error.code === 'payload_too_large') return refuse(413, error.message);
    throw error;
  });
  routes.post('/sign-in', (c) => signIn(c));
  routes.post('/sign-out', (c) => signOut(c));
  routes.get('/sessions', async (c) => {
    const viewer = await findAdmin(deps, c.req.raw);
    if (viewer === null) return c.redirect(`${base}/admin`, 303);
    return await adminSessionsPage(deps, base, viewer, readSessionCookie(c.req.raw, 'admin', publicUrl));
  });
  routes.post('/sessions', async (c) => {
    const form = await readForm(c);
    // The session's cookie counts only on requests from the service's own pages.
    const viewer = await findAdmin(deps, c.req.raw);
    if (viewer === null || form === null) return refuse(403, 'Sign in, and end sign-ins with the forms of the page.');
    const sessionId = form.fields.get('sessionId') ?? null;
    await endSessions(deps, 'admin', { ...viewer, requestId: c.get('requestId') }, sessionId);
    return c.redirect(`${base}/admin/sessions`, 303);
  });
  routes.post('/find', async (c) => {
    if ((await findAdmin(deps, c.req.raw)) === null) return c.redirect(`${base}/admin`, 303);
    // A browser keeps the addresses that it has opened: of a whole key, its prefix is enough.
    const asked = ((await readForm(c))?.fields.get('text') ?? '').trim();
    return c.redirect(
      tabAddress(base, 'Find', { text: isWellFormedApiKey(asked) ? visiblePrefix(asked) : asked }),
      303,
    );
  });
  routes.post('/levers', async (c) => {
    const viewer = await findAdmin(deps, c.req.raw);
    if (viewer === null) return refuse(403, 'Sign in, and act with the form of the page.');
    const form = await readForm(c);
    const answer = (status: number, text: string) => adminHome(deps, viewer, base, { status, text });
    try {
      const asked = { ...viewer, requestId: c.get('requestId') };
      const done = await pullLever(deps, asked, Object.fromEntries(form?.fields ?? []));
      return done === null
        ? await answer(400, 'Choose an action of this page, and confirm it.')
        : await answer(200, `Done: ${done}.`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return await answer(statuses[error.code].status, error.message);
    }
  });
  routes.get('/auctions/:auctionId', async (c) => {
    if ((await findAdmin(deps, c.req.raw)) === null) return c.redirect(`${base}/admin`, 303);
    const { after, before } = c.req.query();
    return timelinePage(deps, base, c.req.param('auctionId'), { after, before });
  });
  routes.all('/queues/*', async (c) => {
    // A person is sent to the sign-in; a script of the board gets the reason.
    const asksForPage = (c.req.header('accept') ?? '').includes('text/html');
    if (asksForPage && (await findAdmin(deps, c.req.raw)) === null) return c.redirect(`${base}/admin`, 303);
    return answerBoard(c.req.raw);
  });
  return routes as unknown as Hono;
}

function wordsFor({ code }: Refusal): string {
  switch (code) {
    case 'insufficient_scope':
      return 'This key works, but not here: it lacks the scope “admin”.';
    case 'seller_suspended':
      return 'The seller of this key is suspended.';
    case 'missing_api_key':
      return 'Paste an operator’s key: one word that begins with auc_admin_.';
    default:
      return 'This key is unknown, mistyped, revoked or expired.';
  }
}

/**
 * Returns the page where an admin key is exchanged for a session.
 *
 * @param error why the last attempt was refused; `null` at the first one
 */
function signInPage(base: string, error: { text: string; status: number } | null): Response {
  return adminPage({
    title: 'Sign in',
    status: error?.status ?? 200,
    main: html`<main class="narrow">
<h1>Sign in to operate the service</h1>
${error === null ? '' : html`<p class="error" role="alert" id="error">${error.text}</p>`}
<form method="post" action="${base}/admin/sign-in">
<label for="key">API key with the scope <code>admin</code></label>
<input id="key" name="key" type="password" required autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="${error === null ? 'hint' : 'error hint'}">
<button class="button">Sign in</button>
</form>
<p id="hint" class="soft">The key is exchanged for a cookie of this browser, which ends after 30 minutes without use, after 8 hours,
and with its key. The operator makes a key with<br>
<code>npm run -s cli -- keys issue --seller Operators --scopes admin</code></p>
</main>`,
  });
}
