import type { Context } from 'hono';
import { html } from 'hono/html';
import { basePath } from '../../core/base-path.ts';
import { contentSecurityPolicy } from '../../core/security-headers.ts';
import { isUuid } from '../../core/uuid.ts';
import { changeNews, sendOnceMore } from '../../auctions/mail/mail-addresses.ts';
import { reviveAddresses } from '../../auctions/presentation/has-bounced.ts';
import { findMessage, type MessageFacts, readInbox } from '../../auctions/mail/message-facts.ts';
import { endsByItself } from '../../auctions/mail/message-kinds.ts';
import { idOfToken } from '../../auctions/mail/message-links.ts';
import { destinationOf, renderMessage } from '../../auctions/mail/render-message.ts';
import { confirmSellerEmail } from '../../auctions/presentation/confirm-seller-email.ts';
import { readBrowser } from './browser-cookie.ts';
import { localeOf } from './choose-language.ts';
import { type Locale, locales } from './locale.ts';
import type { PageDeps } from './page-deps.ts';
import { readForm } from '../../core/read-form.ts';
import { sendMessage, sendPage } from './send-page.ts';
import { isolated } from './views/isolated.ts';
import { type Html, narrowView } from './views/layout.ts';
import { newsButton } from './views/news-note.ts';
import type { PageContent } from './views/page-content.ts';
import { visitAuction } from './visit.ts';

/**
 * Follows the link of a message to what the message is about. Programs that look for malware follow links as well: only the browser that placed
 * the bid asks for news by this. Anybody else presses the button of that page.
 */
export async function openMessage(c: Context, deps: PageDeps): Promise<Response> {
  const facts = await messageOf(c, deps);
  if (facts === null) return await sendMessage(c, deps, { status: 404, message: 'noSuchMessage' });
  if (facts.eventType === 'seller_email_given') return await askToConfirm(c, deps, facts);
  const isOfBrowser = facts.browserId !== null && facts.browserId === readBrowser(c, deps.config.publicUrl);
  if (isOfBrowser && facts.news === 'waiting') await changeNews(deps.db, facts.eventId, 'ask');
  return leadOn(c, deps, facts);
}

/** Asks the owner of an address to confirm it: a program that follows the link confirms nothing. */
async function askToConfirm(c: Context, deps: PageDeps, { address, language }: MessageFacts): Promise<Response> {
  const locale = localeOf(c, language);
  const { heading, detail, button } = locale.words.confirmEmail;
  const said = html`<p>${detail({ address: html`<b>${isolated(address)}</b>` })}</p>`;
  const main = narrowView(heading, html`${said}${newsButton(mailPath(c, deps, 'news'), button)}`);
  return await sendPage(c, deps, locale, { title: heading, main });
}

function leadOn(c: Context, { config }: PageDeps, facts: MessageFacts): Response {
  c.header('cache-control', 'no-store');
  return c.redirect(destinationOf(facts, config.publicUrl, c.req.param('token') ?? ''), 303);
}

/** Takes the button that asks for news: of the page that a message leads to, or of the one that has ended news. It also confirms a seller's address. */
export async function askForNews(c: Context, deps: PageDeps): Promise<Response> {
  await readForm(c);
  const ofMessage = await messageOf(c, deps);
  // The reader who can end news can begin it again, and reads nothing else by that link.
  const facts = ofMessage ?? (await messageOf(c, deps, 'unsubscribe'));
  const confirms = ofMessage?.eventType === 'seller_email_given';
  const isKnown =
    facts !== null &&
    (!confirms || (await confirmSellerEmail(deps.db, facts.eventId))) &&
    (await changeNews(deps.db, facts.eventId, 'ask'));
  if (!isKnown) return await sendMessage(c, deps, { status: 404, message: 'noSuchMessage' });
  if (confirms) return await sendMessage(c, deps, { status: 200, message: 'emailConfirmed' });
  if (ofMessage === null || facts.isToSeller) return await sendMessage(c, deps, { status: 200, message: 'newsAgain' });
  return leadOn(c, deps, facts);
}

/** Asks before news ends: a link is also followed by programs that look for malware. News that has ended can begin again here. */
export async function showUnsubscribe(c: Context, deps: PageDeps): Promise<Response> {
  const facts = await messageOf(c, deps, 'unsubscribe');
  if (facts === null) return await sendMessage(c, deps, { status: 404, message: 'noSuchMessage' });
  if (facts.news === 'ended') return await sendEnded(c, deps, facts);
  const locale = localeOf(c, facts.language);
  const { unsubscribe: ofBidder, unsubscribeOwn, unsubscribeKind } = locale.words;
  const ofSeller = endsByItself(facts.eventType) ? unsubscribeKind : unsubscribeOwn;
  const { heading, detail, button } = facts.isToSeller ? ofSeller : ofBidder;
  const main = narrowView(heading, html`<p>${detail}</p>${newsButton(mailPath(c, deps, 'unsubscribe'), button)}`);
  return await sendPage(c, deps, locale, { title: heading, main });
}

/** Ends news: by the form of that page, or by the one click of a mail program. */
export async function unsubscribe(c: Context, deps: PageDeps): Promise<Response> {
  await readForm(c);
  const facts = await messageOf(c, deps, 'unsubscribe');
  const isKnown = facts !== null && (await changeNews(deps.db, facts.eventId, 'end'));
  if (!isKnown) return await sendMessage(c, deps, { status: 404, message: 'noSuchMessage' });
  return await sendEnded(c, deps, facts);
}

function sendEnded(c: Context, deps: PageDeps, { language, isToSeller }: MessageFacts): Promise<Response> {
  const locale = localeOf(c, language);
  const { news, messages } = locale.words;
  const { heading, detail } = isToSeller ? messages.endedOwn : messages.unsubscribed;
  const again = isToSeller ? news.againOwn : news.ended.button;
  const main = narrowView(heading, html`<p>${detail}</p>${newsButton(mailPath(c, deps, 'news'), again)}`);
  return sendPage(c, deps, locale, { title: heading, main });
}

function mailPath(c: Context, { config }: PageDeps, step: 'unsubscribe' | 'news'): string {
  return `${basePath(config.publicUrl)}/auctions/mail/${c.req.param('token')}/${step}`;
}

/**
 * Reads how news stands for the reader of a message, whose link has led to the page of its auction.
 *
 * @param token as the link brought it
 * @returns `null`: no message of ours about this auction led here
 */
export async function newsOfReader(
  { config, db }: PageDeps,
  { token, auctionId }: { token: string; auctionId: string },
): Promise<PageContent['news']> {
  const eventId = idOfToken(config, 'message', token);
  const facts = eventId === null ? null : await findMessage(db, eventId);
  if (facts === null || facts.isToSeller || facts.auctionId !== auctionId) return null;
  const action = `${basePath(config.publicUrl)}/auctions/mail/${token}/news`;
  return { address: facts.address, state: facts.isUnreachable ? 'unreachable' : facts.news, action, token };
}

/**
 * Takes the button of a browser whose messages come back, or wait for the link of one of them: the service tries its addresses again, or sends
 * the message about its latest bid once more. It is the browser that placed the bids, and proves nothing about the mailbox, so that news still
 * waits for a link.
 */
export async function sendMessageAgain(c: Context, deps: PageDeps): Promise<Response> {
  await readForm(c);
  const { auction, own, links } = await visitAuction(c, deps);
  const ofBrowser = own.filter(({ isOfBrowser }) => isOfBrowser);
  const addresses = ofBrowser.flatMap(({ news, email }) => (news === 'unreachable' ? [email] : []));
  await reviveAddresses(deps.db, auction.sellerId, addresses);
  const bidIds = ofBrowser.flatMap(({ bidId }) => (bidId === null ? [] : [bidId]));
  if (addresses.length > 0 || bidIds.length === 0) return c.redirect(links.page(), 303);
  const isOnItsWay = await sendOnceMore(deps.db, bidIds);
  return await sendMessage(c, deps, { status: 200, message: isOnItsWay ? 'sentAgain' : 'sentOften' });
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

/** Shows one of these messages as a mail program would: it runs nothing, and loads the picture of the item alone. */
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
  c.header('content-security-policy', contentSecurityPolicy({ 'style-src': "'unsafe-inline'", 'img-src': "'self'" }));
  c.header('referrer-policy', 'no-referrer');
  return c.html(message.html);
}
