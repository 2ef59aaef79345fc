import { createHash } from 'node:crypto';
import { graphiqlFiles } from './graphiql-files.ts';
import { graphiqlPage } from './graphiql-page.ts';

// The page loads everything from this service, and scripts only from files. The editor writes its styles into the
// page.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Checks whether a browser opens the address, not a client that sends an operation. */
export function asksForGraphiql({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html');
}

/**
 * Serves GraphiQL with all its files, so that it opens without the internet.
 *
 * @param visitor a signed-in admin needs no key
 */
export async function serveGraphiql(request: Request, visitor: { isAdmin: boolean }): Promise<Response> {
  const page = await graphiqlPage(await graphiqlFiles(), visitor);
  const etag = `"${createHash('sha256').update(page).digest('hex').slice(0, 32)}"`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    etag,
    vary: 'accept, cookie',
    'content-security-policy': contentSecurityPolicy,
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(page, { headers });
}

/**
 * Serves a file of the page.
 *
 * @returns `null` if there is no such file
 */
export async function serveGraphiqlFile(request: Request, name: string): Promise<Response | null> {
  const file = Object.values(await graphiqlFiles()).find(({ path }) => path.endsWith(`/${name}`));
  if (file === undefined) return null;
  const headers = {
    'content-type': file.type,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  };
  const takesGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  if (!takesGzip) return new Response(file.body, { headers });
  return new Response(await file.gzipped(), { headers: { ...headers, 'content-encoding': 'gzip' } });
}
