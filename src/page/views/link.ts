import { html } from 'hono/html';
import type { Html } from './layout.ts';

/** Where to go on. */
export interface Link {
  readonly href: string;
  readonly text: string;
}

/** Draws a link that looks like a button. */
export function buttonTo(link: Link | undefined): Html {
  return link === undefined ? html`` : html`<p><a class="button secondary" href="${link.href}">${link.text}</a></p>`;
}
