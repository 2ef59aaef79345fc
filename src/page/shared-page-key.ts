import { isBeforeEnd, phaseOf } from './phase.ts';
import type { Showing } from './showing.ts';
import type { Visit } from './visit.ts';

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
  if (!isPlain || own.length > 0 || isBeforeEnd(phaseOf(auction))) return null;
  // Bids never change: their number stands for all of them. The page's clock is up to a second late.
  const second = Math.floor(auction.now.getTime() / 1_000);
  return JSON.stringify([locale.language, links.page(), second, { ...auction, now: null }, card]);
}
