import type { Context } from 'hono';
import type { PageDeps } from './page-deps.ts';
import { basePath } from '../core/base-path.ts';
import { sendMessage } from './send-page.ts';
import { wantsHtml } from '../core/wants-html.ts';

/** Shows a browser that each auction has its own address; other clients get the error of an unknown path. */
export async function sendFrontPage(c: Context, deps: Pick<PageDeps, 'config' | 'files'>): Promise<Response> {
  if (!wantsHtml(c)) return await c.notFound();
  return await sendMessage(c, deps, {
    status: 200,
    message: 'front',
    aboutHref: `${basePath(deps.config.publicUrl)}/docs`,
  });
}
