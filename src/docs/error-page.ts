import { html, raw } from 'hono/html';
import { type FaultCode, faultCodes, refusalCodes } from '../core/refusal.ts';
import { statuses } from '../core/statuses.ts';
import type { DocsPage } from './docs-layout.ts';
import { errorGuide, faultGuide } from './error-guide.ts';

/** Makes the page to which the `type` of every problem document links, with an anchor for each code. */
export function errorPage(): DocsPage {
  return {
    title: 'Error codes',
    summary: 'Every code that an error of the auction service can have, its status, and what to do about it.',
    path: '/errors',
    contents: [
      { anchor: 'codes', title: 'Codes' },
      { anchor: 'faults', title: 'Faults of a field' },
    ],
    body: html`<h1>Error codes</h1>
<p>An error of <code>/v1</code> is a problem document (RFC 9457, <code>application/problem+json</code>) with <code>type</code>,
<code>title</code>, <code>status</code>, <code>detail</code>, <code>code</code>, <code>requestId</code> and, where fields are at
fault, <code>errors</code>. GraphQL errors carry <code>code</code>, <code>errors</code> and <code>requestId</code> in their
<code>extensions</code>. A code never changes its meaning. When to try again, and how: <a href="guides/errors">the guide to errors</a>.</p>
<h2 id="codes">Codes</h2>
${refusalCodes.map(
  (code) => html`<section id="${code}">
<h3><a href="#${code}"><code>${code}</code></a> <span class="status">${statuses[code].status} ${statuses[code].title}</span></h3>
<p>${errorGuide[code]}</p>
</section>`,
)}
<h2 id="faults">Faults of a field</h2>
<p>Each entry of <code>errors</code> has a <code>pointer</code> (RFC 6901 into the body, or the name of a query parameter), a
<code>detail</code> for a person, and one of these codes.</p>
${faultCodes.map(
  (code) => html`<section id="fault-${code}">
<h3${plainAnchor(code)}><a href="#fault-${code}"><code>${code}</code></a></h3>
<p>${faultGuide[code]}</p>
</section>`,
)}`,
  };
}

/** Adds an anchor with the code's own name, as in `/docs/errors#start_too_soon`, unless a code above has that name. */
function plainAnchor(code: FaultCode) {
  return (refusalCodes as readonly string[]).includes(code) ? '' : raw(` id="${code}"`);
}
