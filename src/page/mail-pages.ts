import type { Context } from 'hono';
import { html } from 'hono/html';
import { basePath } from '../core/base-path.ts';
import { contentSecurityPolicy } from '../core/security-headers.ts';
import { isUuid } from '../core/uuid.ts';
import { markAddress } from '../mail/mail-addresses.ts';
import { findMessage, type MessageFacts, readInbox } from '../mail/message-facts.ts';
import { idOfToken } from '../mail/message-links.ts';
import { destinationOf, renderMessage } from '../mail/render-message.ts';
import { localeOf } from './choose-language.ts';
import { type Locale, locales } from './locale.ts';
import type { PageDeps } from './page-deps.ts';
import { readForm } from './read-form.ts';
import { sendMessage, sendPage } from './send-page.ts';
import { isolated } from './views/isolated.ts';
import { type Html, narrowView } from './views/layout.ts';

/** Follows the link of a message: its address is confirmed, and the reader goes on to what the message is about. */
export async function openMessage(c: Context, deps: PageDeps): Promise<Response> {
  const facts = await messageOf(c, deps);
  if (facts === null) return await sendMessage(c, deps, { status: 404, message: 'noSuchMessage' });
  await markAddress(deps.db, facts.eventId, 'confirmed_at');
  c.header('cache-control', 'no-store');
  return c.redirect(destinationOf(facts, deps.config.publicUrl), 303);
}

/** Asks before messages end: a link is also followed by programs that look for malware. */
export async function showUnsubscribe(c: Context, deps: PageDeps): Promise<Response> {
  const facts = await messageOf(c, deps, 'unsubscribe');
  if (facts === null) return await sendMessage(c, deps, { status: 404, message: 'noSuchMessage' });
  const locale = localeOf(c, facts.language);
  const { heading, detail, button } = locale.words.unsubscribe;
  const action = `${basePath(deps.config.publicUrl)}/auctions/mail/${c.req.param('token')}/unsubscribe`;
  const main = narrowView(
    heading,
    html`<p>${detail}</p>
<form method="post" action="${action}"><p><button type="submit" class="button">${button}</button></p></form>`,
  );
  return await sendPage(c, deps, locale, { title: heading, main });
}

/** Ends messages: by the form of that page, or by the one click of a mail program. */
export async function unsubscribe(c: Context, deps: PageDeps): Promise<Response> {
  await readForm(c);
  const eventId = idOfToken(deps.config, 'unsubscribe', c.req.param('token') ?? '');
  const isKnown = eventId !== null && (await markAddress(deps.db, eventId, 'unsubscribed_at'));
  if (!isKnown) return await sendMessage(c, deps, { status: 404, message: 'noSuchMessage' });
  return await sendMessage(c, deps, { status: 200, message: 'unsubscribed' });
}

async function messageOf(
  c: Context,
  { config, db }: PageDeps,
  kind: 'message' | 'unsubscribe' = 'message',
): Promise<MessageFacts | null> {
  const eventId = idOfToken(config, kind, c.req.param('token') ?? '');
  return eventId === null ? null : await findMessage(db, eventId);
}

/** Shows the messages of a test seller, the newest first. */
export async function sendInbox(c: Context, deps: PageDeps): Promise<Response> {
  const sellerId = idOfToken(deps.config, 'inbox', c.req.param('token') ?? '');
  if (sellerId === null) return await sendMessage(c, deps, { status: 404, message: 'noSuchPage' });
  const locale = localeOf(c);
  const { heading, detail, none } = locale.words.inbox;
  const messages = await readInbox(deps.db, sellerId);
  const address = `${basePath(deps.config.publicUrl)}/auctions/inbox/${c.req.param('token')}`;
  const main = narrowView(
    heading,
    html`<p>${detail}</p>
${messages.length === 0 ? html`<p>${none}</p>` : html`<ol class="own">${messages.map((facts) => inboxRow(deps, locale, facts, address))}</ol>`}`,
  );
  return await sendPage(c, deps, locale, { title: heading, main, isTest: true });
}

function inboxRow({ config }: PageDeps, locale: Locale, facts: MessageFacts, address: string): Html {
  const { subject, language } = renderMessage(facts, config);
  const link = `${address}/${facts.eventId}`;
  const { direction } = locales[language];
  return html`<li>
<p class="row"><a href="${link}" lang="${language}" dir="${direction}">${subject}</a> <a href="${link}?as=text">${locale.words.inbox.text}</a></p>
<p class="hint">${isolated(facts.address)} · ${locale.instant(facts.createdAt)}</p>
</li>`;
}

/** Shows one of these messages as a mail program would: it runs nothing and loads nothing. */
export async function sendInboxMessage(c: Context, deps: PageDeps): Promise<Response> {
  const sellerId = idOfToken(deps.config, 'inbox', c.req.param('token') ?? '');
  const eventId = c.req.param('eventId') ?? '';
  const facts = sellerId === null || !isUuid(eventId) ? null : await findMessage(deps.db, eventId);
  if (facts === null || facts.sellerId !== sellerId || facts.mode !== 'test') {
    return await sendMessage(c, deps, { status: 404, message: 'noSuchMessage' });
  }
  const message = renderMessage(facts, deps.config);
  c.header('cache-control', 'no-store');
  if (c.req.query('as') === 'text') return c.text(message.text);
  c.header('content-security-policy', contentSecurityPolicy({ 'style-src': "'unsafe-inline'" }));
  c.header('referrer-policy', 'no-referrer');
  return c.html(message.html);
}
