import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';

/** The pages that are the same for many browsers, compressed, by `sharedPageKey`. */
export type SharedPages = LRUCache<string, Uint8Array<ArrayBuffer>>;

export function makeSharedPages(): SharedPages {
  return new LRUCache({ max: 1_000, maxSize: 8 * 2 ** 20 });
}

/** Answers with a shared page, under the headers of any other. */
export function sendShared(c: Context, page: Uint8Array<ArrayBuffer>): Response {
  c.header('content-type', 'text/html; charset=UTF-8');
  c.header('content-encoding', 'gzip');
  return c.body(page);
}
