import { html, raw } from 'hono/html';
import type { RichText } from '../../presentation/rich-text.ts';
import type { Html } from './layout.ts';

/** Draws a text of a seller, which was rendered and escaped when it was stored. */
export function richText(text: RichText): Html {
  return html`<div class="prose" dir="auto">${raw(text.html)}</div>`;
}
