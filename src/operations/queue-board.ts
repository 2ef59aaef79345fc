import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { HonoAdapter } from '@bull-board/hono';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Queue } from 'bullmq';
import { Hono } from 'hono';
import { identifyAdmin } from '../platform/auth/authenticate.ts';
import { Refusal } from '../core/refusal.ts';
import { contentSecurityPolicy } from '../core/security-headers.ts';
import type { Deps } from '../payments/deps.ts';

/** The board as people see it, with nothing from other origins. Its scripts write styles into the page. */
const boardPolicy = contentSecurityPolicy({
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'self'",
});

/**
 * Makes the read-only board of the queue. PostgreSQL holds the truth, and the sweep restores every job that is taken
 * out of it. So there is nothing to repair by hand, and a paused queue would only delay auctions.
 *
 * @param path where it is mounted, as the browser sees it
 * @returns a function that answers a request, made at the first one; it throws a Refusal if the caller is no admin, and
 *   `method_not_allowed` for every method that would change something
 */
export function makeQueueBoard(deps: Deps, path: string): (request: Request) => Promise<Response> {
  let board: Hono | null = null;
  return async (request) => {
    await identifyAdmin(deps, request);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new Refusal('method_not_allowed');
    board ??= makeBoard(deps, path, await deps.alarms.queue());
    return await sealed(await board.fetch(request));
  };
}

function makeBoard(deps: Deps, path: string, queue: Queue): Hono {
  const adapter = new HonoAdapter(serveStatic).setBasePath(path);
  createBullBoard({
    queues: [new BullMQAdapter(queue, { readOnlyMode: true, allowRetries: false })],
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: 'Queue',
        locale: { lng: 'en' },
        miscLinks: [{ text: 'Operations', url: path.replace(/\/queues$/, '') }],
        // The link to the board's own documentation, on the Internet.
        hideDocsLink: true,
        hideRedisDetails: deps.config.redisUrl === null,
      },
    },
  });
  return new Hono({ strict: false }).route(new URL(path, 'http://localhost').pathname, adapter.registerPlugin());
}

/**
 * Removes the request to a font server from the board's page: the system's fonts are enough, and no third party
 * learns about visitors.
 */
async function sealed(response: Response): Promise<Response> {
  if (!(response.headers.get('content-type') ?? '').startsWith('text/html')) return response;
  const headers = new Headers(response.headers);
  const page = (await response.text()).replaceAll(/<link[^>]+fonts\.googleapis\.com[^>]*>/g, '');
  headers.set('content-security-policy', boardPolicy);
  headers.set('referrer-policy', 'no-referrer');
  headers.set('cache-control', 'no-store');
  headers.delete('content-length');
  return new Response(page, { status: response.status, headers });
}
