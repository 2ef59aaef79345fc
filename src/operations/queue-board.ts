import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { HonoAdapter } from '@bull-board/hono';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { identifyAdmin } from '../auth/identify.ts';
import { Refusal } from '../core/refusal.ts';
import type { Deps } from '../deps.ts';
import { chooseBackend } from '../jobs/choose-backend.ts';
import { type JobQueue, queueNames } from '../jobs/queue-backend.ts';

/** The board as people see it, with nothing from elsewhere. Its scripts write styles into the page. */
const contentSecurityPolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `font-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'self'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

export interface QueueBoard extends AsyncDisposable {
  /** @throws Refusal where it is no admin who asks; `method_not_allowed` for whatever would change something */
  answer(request: Request): Promise<Response>;
}

/**
 * What is in the queues, to look at alone: what is true is in PostgreSQL, and the sweep puts back whatever is taken out of
 * a queue, so that there is nothing to mend by hand, and a queue that somebody paused would only hold auctions up.
 *
 * @param path where it is mounted, as the browser sees it
 */
export function makeQueueBoard(deps: Deps, path: string): QueueBoard {
  let opening: Promise<{ app: Hono; queues: JobQueue[] }> | null = null;
  // When somebody first looks: most processes are never asked, and connections are not free.
  const open = () => {
    opening ??= openBoard(deps, path).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  return {
    async answer(request) {
      await identifyAdmin(deps, request);
      if (request.method !== 'GET' && request.method !== 'HEAD') throw new Refusal('method_not_allowed');
      const { app } = await open();
      return await sealed(await app.fetch(request));
    },
    async [Symbol.asyncDispose]() {
      const opened = await opening?.catch(() => null);
      await Promise.all((opened?.queues ?? []).map((queue) => queue[Symbol.asyncDispose]()));
    },
  };
}

async function openBoard(deps: Deps, path: string): Promise<{ app: Hono; queues: JobQueue[] }> {
  const onError = (error: Error) => deps.log.debug({ err: error }, 'A connection of the queue board broke.');
  const queues = await Promise.all(queueNames.map((name) => chooseBackend(deps, name).openQueue(onError)));
  const adapter = new HonoAdapter(serveStatic).setBasePath(path);
  createBullBoard({
    queues: queues.map(({ queue }) => new BullMQAdapter(queue, { readOnlyMode: true, allowRetries: false })),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: 'Queues',
        locale: { lng: 'en' },
        miscLinks: [{ text: 'Operations', url: path.replace(/\/queues$/, '') }],
        // The board's own, on the Internet.
        hideDocsLink: true,
        hideRedisDetails: deps.config.redisUrl === null,
      },
    },
  });
  return {
    app: new Hono({ strict: false }).route(new URL(path, 'http://localhost').pathname, adapter.registerPlugin()),
    queues,
  };
}

/** The board's page asks a font server for its letters; those of the system do as well, and nobody learns who looks. */
async function sealed(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set('x-content-type-options', 'nosniff');
  if (!(headers.get('content-type') ?? '').startsWith('text/html'))
    return new Response(response.body, { status: response.status, headers });
  const page = (await response.text()).replaceAll(/<link[^>]+fonts\.googleapis\.com[^>]*>/g, '');
  headers.set('content-security-policy', contentSecurityPolicy);
  headers.set('referrer-policy', 'no-referrer');
  headers.set('cache-control', 'no-store');
  headers.delete('content-length');
  return new Response(page, { status: response.status, headers });
}
