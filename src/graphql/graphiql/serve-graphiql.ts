import { sendPermanentFile, sendRevalidatedFile, staticFile } from '../../core/static-file.ts';
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
  return await sendRevalidatedFile(request, staticFile(page, 'text/html; charset=utf-8'), {
    'cache-control': 'private, no-cache',
    vary: 'accept, cookie, accept-encoding',
    'content-security-policy': contentSecurityPolicy,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  });
}

/**
 * Serves a file of the page.
 *
 * @returns `null` if there is no such file
 */
export async function serveGraphiqlFile(request: Request, name: string): Promise<Response | null> {
  const file = Object.values(await graphiqlFiles()).find(({ path }) => path.endsWith(`/${name}`));
  return file === undefined ? null : await sendPermanentFile(request, file);
}
