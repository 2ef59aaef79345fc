import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { html, raw } from 'hono/html';

export type Html = ReturnType<typeof html>;

let style: Promise<string> | undefined;

/** Makes a page for operators, with the layout and the headers of all of them. */
export async function adminPage(page: { title: string; main: Html; status?: number }): Promise<Response> {
  style ??= readFile(new URL('browser/admin.css', import.meta.url), 'utf8');
  const css = await style;
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.title} · Auction service</title>
<link rel="icon" href="data:,">
<style>${raw(css)}</style>
</head>
<body>
${page.main}
</body>
</html>`;
  return new Response(text.toString(), { status: page.status ?? 200, headers: headersFor(css) });
}

function headersFor(css: string): Record<string, string> {
  const styleHash = createHash('sha256').update(css).digest('base64');
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      `default-src 'none'`,
      `style-src 'sha256-${styleHash}'`,
      'img-src data:',
      `form-action 'self'`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
    ].join('; '),
    'x-content-type-options': 'nosniff',
    // With `no-referrer` browsers would hide the origin of the service's own forms.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}
