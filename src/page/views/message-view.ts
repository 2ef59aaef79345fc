import { html } from 'hono/html';
import type { Html } from './layout.ts';
import { buttonTo, type Link } from './link.ts';

/** A page that says one thing, and where to go from there. */
export function messageView(message: { heading: string; detail: string; link?: Link }): Html {
  const { heading, detail, link } = message;
  return html`<main class="narrow">
<div class="card">
<h1>${heading}</h1>
<p>${detail}</p>
${buttonTo(link)}
</div>
</main>`;
}
