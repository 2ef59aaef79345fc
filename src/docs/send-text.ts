import { createHash } from 'node:crypto';
import type { DocsFile } from './docs-files.ts';

// The pages load everything from this service, scripts and styles from files only; Swagger UI has its pictures in its
// styles.
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

/** Sends a page or document, which a browser revalidates and downloads only if it has changed. */
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

/** Sends a file whose path changes with its content. */
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
