import { html } from 'hono/html';
import { isBeforeEnd, phaseOf } from '../../../auctions/phase.ts';
import type { OwnBid } from '../own-bid.ts';
import { isolated } from './isolated.ts';
import type { Html } from './layout.ts';
import type { PageContent } from './page-content.ts';

/** Draws a form of one button about messages. */
export function newsButton(action: string, label: string, id?: string): Html {
  return html`<form method="post" action="${action}"${id === undefined ? '' : html` id="${id}"`}><p><button type="submit" class="button secondary">${label}</button></p></form>`;
}

/** Says whether messages reach the bidder, with the button that changes it: to the reader of a message, or to the browser of a bid. */
export function newsNote({ locale, news, own, followed, links, messages, auction }: PageContent): Html {
  const { words } = locale;
  if (news !== null) {
    const { says, ...note } = words.news[news.state];
    return html`<div class="notice plain" id="news"><p>${says({ address: html`<b>${isolated(news.address)}</b>` })}</p>${'button' in note ? newsButton(news.action, note.button) : ''}</div>`;
  }
  const bid = followed === null ? latestOfBrowser(own) : null;
  if (bid === null) return html``;
  const shown = { address: html`<b>${isolated(bid.email)}</b>` };
  if (bid.news === 'unreachable') {
    const { says, button } = words.news.unreachable;
    return html`<div class="notice warn" id="news"><p>${says(shown)}</p>${newsButton(links.sendMessageAgain, button)}</div>`;
  }
  // Once bidding is over there is no news, and a message that was not sent cannot be sent again.
  if (messages === 'noMessages' || !isBeforeEnd(phaseOf(auction))) return html``;
  const { says, ...note } = words.news.here[bid.news];
  return html`<div class="notice plain" id="news"><p>${says(shown)}</p>${'button' in note ? newsButton(links.sendMessageAgain, note.button, 'news-form') : ''}</div>`;
}

/** The latest bid of this browser, whose message may be lost or not answered yet; `null`: it has placed none. */
export function latestOfBrowser(own: readonly OwnBid[]): OwnBid | null {
  const placed = own.filter(({ isOfBrowser, bidId }) => isOfBrowser && bidId !== null);
  return placed.find(({ news }) => news === 'unreachable') ?? placed[0] ?? null;
}
