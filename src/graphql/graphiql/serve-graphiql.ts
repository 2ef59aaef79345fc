import { contentSecurityPolicy } from '../../core/security-headers.ts';
import { sendRevalidatedFile, staticFile } from '../../core/static-file.ts';
import { type GraphiqlFiles, graphiqlPage, readGraphiqlFiles } from './graphiql-page.ts';

// The page loads everything from this service, and scripts only from files. The editor writes its styles into the
// page.
const policy = contentSecurityPolicy({
  'script-src': "'self'",
  'worker-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': 'data:',
  'connect-src': "'self'",
});

let files: Promise<GraphiqlFiles> | undefined;

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
  const page = graphiqlPage(await (files ??= readGraphiqlFiles()), visitor);
  return await sendRevalidatedFile(request, staticFile(page, 'html'), {
    'cache-control': 'private, no-cache',
    vary: 'accept, cookie, accept-encoding',
    'content-security-policy': policy,
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
  const { send } = await (files ??= readGraphiqlFiles());
  return await send(request, name);
}
