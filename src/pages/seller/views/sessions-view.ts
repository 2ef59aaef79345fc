import { html } from 'hono/html';
import type { OpenSession } from '../../../platform/auth/browser-session.ts';
import { isolated } from '../../auction/views/isolated.ts';
import type { Html } from '../../auction/views/layout.ts';
import { buttonForm } from '../form-proof.ts';
import type { Visit } from '../seller-page.ts';

/** Draws the browsers that are signed in, each with a button that signs it out. */
export function sessionsView(visit: Visit, sessions: readonly OpenSession[]): Html {
  const { sessions: words } = visit.words;
  return html`<h1>${words.heading}</h1>
<p>${words.intro}</p>
<section class="card" aria-labelledby="sessions-heading"><h2 id="sessions-heading">${words.list}</h2>
<ul class="own">${sessions.map((session) => row(visit, session))}</ul></section>
<section class="card" aria-labelledby="all-heading"><h2 id="all-heading">${words.everywhere}</h2><p>${words.everywhereHint}</p>
${buttonForm(visit, 'all', {}, html`<p><button class="button small danger">${words.everywhere}</button></p>`)}</section>`;
}

function row(
  visit: Visit,
  { sessionId, isThisOne, prefix, createdAt, lastUsedAt, address, browser }: OpenSession,
): Html {
  const { sessions: words } = visit.words;
  const time = (instant: Date) => visit.time(instant.toISOString());
  return html`<li><p class="row"><b>${browser === null ? words.unknownBrowser : isolated(browser)}</b>${isThisOne ? html` <span class="pill good">${words.thisOne}</span>` : ''}</p>
<dl class="facts">
<div><dt>${words.key}</dt><dd><bdi class="key" dir="ltr">${prefix}…</bdi></dd></div>
<div><dt>${words.began}</dt><dd>${time(createdAt)}</dd></div>
<div><dt>${words.lastUsed}</dt><dd>${time(lastUsedAt)}</dd></div>
${address === null ? '' : html`<div><dt>${words.address}</dt><dd>${isolated(address)}</dd></div>`}
</dl>
${buttonForm(visit, 'one', { sessionId }, html`<p><button class="button small secondary">${words.end}</button></p>`)}</li>`;
}
