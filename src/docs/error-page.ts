import { html } from 'hono/html';
import { faultCodes, refusalCodes } from '../core/refusal.ts';
import { statuses } from '../rest/statuses.ts';
import { errorGuide, faultGuide } from './error-guide.ts';

/** The page that the `type` of every problem document links to, one anchor a code. */
export function errorPage() {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Errors · Auction service</title>
        <style>
          :root { color-scheme: light dark; }
          body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem; }
          code { font: 0.95em ui-monospace, monospace; overflow-wrap: anywhere; }
          section { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.25rem 0 0.5rem; }
          section:target { background: color-mix(in srgb, Highlight 18%, transparent); }
          h2 { margin-top: 2.5rem; }
          h3 { margin: 0.75rem 0 0.25rem; font-size: 1.05rem; }
          p { margin: 0.25rem 0; }
        </style>
      </head>
      <body>
        <h1>Errors</h1>
        <p>
          An error of <code>/v1</code> is a problem document (RFC 9457, <code>application/problem+json</code>) with
          <code>type</code>, <code>title</code>, <code>status</code>, <code>detail</code>, <code>code</code>,
          <code>requestId</code> and, where fields are at fault, <code>errors</code>. GraphQL errors carry
          <code>code</code>, <code>errors</code> and <code>requestId</code> in their <code>extensions</code>. A code never
          changes its meaning.
        </p>
        ${refusalCodes.map(
          (code) => html`<section id="${code}">
            <h3><code>${code}</code> · ${statuses[code].status} ${statuses[code].title}</h3>
            <p>${errorGuide[code]}</p>
          </section>`,
        )}
        <h2 id="faults">Faults of a field</h2>
        <p>
          Each entry of <code>errors</code> has a <code>pointer</code> (RFC 6901 into the body, or the name of a query
          parameter), a <code>detail</code> for a person, and one of these codes.
        </p>
        ${faultCodes.map(
          (code) => html`<section id="fault-${code}">
            <h3><code>${code}</code></h3>
            <p>${faultGuide[code]}</p>
          </section>`,
        )}
      </body>
    </html>`;
}
