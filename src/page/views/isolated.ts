import { html } from 'hono/html';
import type { Html } from './layout.ts';

/** Writes a text of somebody else into a sentence: a change of direction in the text ends where the text ends. */
export function isolated(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}
