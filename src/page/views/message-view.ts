import { html } from 'hono/html';
import type { Html } from './layout.ts';

/** A page that says one thing, and where to go from there. */
export function messageView(message: { heading: string; detail: string; link?: { href: string; text: string } }): Html {
  const { heading, detail, link } = message;
  return html`<main class="narrow">
<div class="card">
<h1>${heading}</h1>
<p>${detail}</p>
${link === undefined ? '' : html`<p><a class="button secondary" href="${link.href}">${link.text}</a></p>`}
</div>
</main>`;
}
