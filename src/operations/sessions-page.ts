import { html } from 'hono/html';
import { findSessions, type OpenSession } from '../platform/auth/browser-session.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Deps } from '../payments/deps.ts';
import { adminPage, type Html } from './admin-layout.ts';

/** Shows the browsers that operators are signed in with. */
export async function adminSessionsPage(
  { db }: Pick<Deps, 'db'>,
  base: string,
  viewer: Viewer,
  token: string | null,
): Promise<Response> {
  const sessions = await findSessions(db, 'admin', viewer, token);
  return adminPage({
    title: 'Sign-ins',
    main: html`<main>
<div class="top"><h1>Sign-ins</h1><a href="${base}/admin">Operations</a></div>
<p class="soft">A sign-in ends after 30 minutes without use, after 8 hours, and with its key.</p>
<ul class="rows">${sessions.map((session) => row(base, session))}</ul>
<h2>Sign out everywhere</h2>
<p>All of these browsers are signed out at once, this one too. Keys keep working.</p>
<form method="post" action="${base}/admin/sessions"><button class="button">Sign out everywhere</button></form>
</main>`,
  });
}

function row(
  base: string,
  { sessionId, isThisOne, prefix, createdAt, lastUsedAt, address, browser }: OpenSession,
): Html {
  return html`<li><strong>${browser ?? 'Unknown browser'}${isThisOne ? ', this one' : ''}</strong>; key <code>${prefix}…</code>; signed in ${createdAt.toISOString()}; last used ${lastUsedAt.toISOString()}${address === null ? '' : html` from <code>${address}</code>`}
<form method="post" action="${base}/admin/sessions"><input type="hidden" name="sessionId" value="${sessionId}"><button class="button secondary">Sign out here</button></form></li>`;
}
