import type { Context } from 'hono';
import type { PageDeps } from './page-deps.ts';
import { sendMessage } from './send-page.ts';
import { showDuration } from './show-instant.ts';

export function sendTooMany(
  c: Context,
  deps: Pick<PageDeps, 'config' | 'files'>,
  waitSeconds: number,
): Promise<Response> {
  c.header('retry-after', String(waitSeconds));
  return sendMessage(c, deps, {
    status: 429,
    heading: 'Too many tries',
    detail: `More has come from your browser or your network than one person needs, so we pause for a while. Wait ${showDuration(waitSeconds * 1_000)}, then try again. Nothing was held on your card by this try; bids that you have placed stand as they are.`,
  });
}
