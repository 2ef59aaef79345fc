import { createHash } from 'node:crypto';
import type { DocsFile } from './docs-files.ts';

// Everything comes from here, scripts and styles from files alone; the viewer's pictures stand in its style.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function sendPage(request: Request, page: { toString(): string }): Response {
  return sendText(request, 'text/html; charset=utf-8', page.toString());
}

/** A page or document, which a browser asks about again and gets only if it has changed. */
export function sendText(request: Request, type: string, text: string): Response {
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
  const headers = {
    'content-type': type,
    'cache-control': 'no-cache',
    etag,
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}

/** A file whose path changes with its content. */
export async function sendFile(request: Request, { type, text, gzipped }: DocsFile): Promise<Response> {
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  };
  const takesGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  if (!takesGzip) return new Response(text, { headers });
  return new Response(await gzipped(), { headers: { ...headers, 'content-encoding': 'gzip' } });
}
