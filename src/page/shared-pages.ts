import type { Context } from 'hono';
import { type Cache, makeCache } from '../core/cache.ts';

/** The pages that are the same for many browsers, compressed, by `sharedPageKey`. */
export type SharedPages = Cache<Uint8Array<ArrayBuffer>>;

export function makeSharedPages(): SharedPages {
  return makeCache({ entries: 1_000, bytes: 8 * 2 ** 20 });
}

/** Answers with a shared page, under the headers of any other. */
export function sendShared(c: Context, page: Uint8Array<ArrayBuffer>): Response {
  c.header('content-type', 'text/html; charset=UTF-8');
  c.header('content-encoding', 'gzip');
  return c.body(page);
}
