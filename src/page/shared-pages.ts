import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Showing } from './send-auction.ts';
import { phaseOf } from './phase.ts';
import type { Visit } from './visit.ts';

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

/**
 * Names all that the page depends on, for a browser without bids at an auction that is over: the page is then the same for
 * everybody. When a popular auction ends, thousands ask for it within seconds.
 *
 * @returns `null`: the page is the browser's own
 */
export function sharedPageKey(visit: Visit, showing: Showing): string | null {
  const { auction, own, card, links, locale } = visit;
  const { status = 200, ...parts } = showing;
  const isPlain = status === 200 && Object.values(parts).every((part) => part == null);
  // Before the end the page has a form or a countdown, which begins at the instant of its own request.
  const isBeforeEnd = ['upcoming', 'open'].includes(phaseOf(auction));
  if (!isPlain || own.length > 0 || isBeforeEnd) return null;
  // Bids never change: their number stands for all of them. The page's clock is up to a second late.
  const second = Math.floor(auction.now.getTime() / 1_000);
  return JSON.stringify([locale.language, links.page(), second, { ...auction, now: null }, card]);
}
