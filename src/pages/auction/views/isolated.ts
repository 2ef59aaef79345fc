import { html, raw } from 'hono/html';
import type { RichText } from '../../../auctions/presentation/rich-text.ts';
import type { Html } from './layout.ts';

/** Writes a text of somebody else into a sentence: a change of direction in the text ends where the text ends. */
export function isolated(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** Draws a text of a seller, whose HTML is escaped. */
export function richText(text: RichText): Html {
  return html`<div class="prose" dir="auto">${raw(text.html)}</div>`;
}

/**
 * Drops the characters that turn the direction of writing: in the title of a tab or a preview, which has no elements to isolate a
 * text, they would turn what follows as well.
 */
export function withoutDirections(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
}
