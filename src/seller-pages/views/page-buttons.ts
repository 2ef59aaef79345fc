import { html } from 'hono/html';
import type { Html } from '../../page/views/layout.ts';
import type { Visit } from '../seller-page.ts';

/**
 * Draws the links to the page before and after, in a list by `offset`.
 *
 * @param list.kept the other parameters of the address
 */
export function pageButtons(
  visit: Visit,
  list: { readonly onPage: number; readonly hasMore: boolean; readonly kept?: Readonly<Record<string, string>> },
): Html {
  const { onPage, hasMore, kept = {} } = list;
  const { earlier, later } = visit.words.auctions;
  const offset = visit.offset();
  const link = (to: number, text: string) =>
    html`<a class="button secondary small" href="?${new URLSearchParams({ ...kept, offset: String(to) }).toString()}">${text}</a> `;
  if (offset === 0 && !hasMore) return html``;
  return html`<p class="buttons">${offset === 0 ? '' : link(Math.max(0, offset - onPage), earlier)}${hasMore ? link(offset + onPage, later) : ''}</p>`;
}
