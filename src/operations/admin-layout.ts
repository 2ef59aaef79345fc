import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { htmlPage, type Html, readStyle } from '../core/html-page.ts';
import { contentSecurityPolicy } from '../core/security-headers.ts';

export type { Html };

const style = readStyle(new URL('browser/admin.css', import.meta.url));

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy({
    'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src': 'data:',
    'form-action': "'self'",
  }),
  // With `no-referrer` browsers would hide the origin of the service's own forms.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Makes a page for operators, with the layout and the headers of all of them. */
export function adminPage({ title, main, status = 200 }: { title: string; main: Html; status?: number }): Response {
  const page = htmlPage({
    title: `${title} · Auction service`,
    head: html`<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<style>${raw(style)}</style>`,
    body: main,
  });
  return new Response(page.toString(), { status, headers });
}
