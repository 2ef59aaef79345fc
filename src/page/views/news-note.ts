import { html } from 'hono/html';
import { isolated } from './isolated.ts';
import type { Html } from './layout.ts';
import type { PageContent } from './page-content.ts';

/** Draws a form of one button about messages. */
export function newsButton(action: string, label: string): Html {
  return html`<form method="post" action="${action}"><p><button type="submit" class="button secondary">${label}</button></p></form>`;
}

/** Says whether messages reach the bidder, with the button that changes it: to the reader of a message, or to the browser of a bid. */
export function newsNote({ locale, news, own, followed, links }: PageContent): Html {
  const { words } = locale;
  if (news !== null) {
    const { says, ...note } = words.news[news.state];
    return html`<div class="notice plain" id="news"><p>${says({ address: html`<b>${isolated(news.address)}</b>` })}</p>${'button' in note ? newsButton(news.action, note.button) : ''}</div>`;
  }
  const lost =
    followed === null ? own.find(({ isOfBrowser, isUnreachable }) => isOfBrowser && isUnreachable) : undefined;
  if (lost === undefined) return html``;
  const { says, button } = words.news.unreachable;
  return html`<div class="notice warn" id="news"><p>${says({ address: html`<b>${isolated(lost.email)}</b>` })}</p>${newsButton(links.tryAddressAgain, button)}</div>`;
}
