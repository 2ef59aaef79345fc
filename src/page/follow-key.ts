import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { renderSVG } from 'uqr';
import { Refusal } from '../core/refusal.ts';
import { chosenLanguage } from './choose-language.ts';
import type { PageDeps } from './page-deps.ts';
import { pageLinks } from './page-links.ts';

/**
 * The key of a link that shows a browser's bids on one auction, to read only. It is made of the browser's id, which no page
 * shows, so that nobody who knows a bid's token alone can make it, and the id cannot be read from it.
 */
export function followKey({ submissionToken, browserId }: { submissionToken: string; browserId: string }): string {
  const proof = createHash('sha256').update(`follow ${submissionToken} ${browserId}`).digest('base64url');
  return `${submissionToken}.${proof}`;
}

function looksLikeFollowKey(text: string): boolean {
  return /^[0-9a-f-]{36}\.[\w-]{43}$/i.test(text);
}

export function isFollowKey(key: string, bid: { submissionToken: string; browserId: string }): boolean {
  const [given, wanted] = [Buffer.from(key), Buffer.from(followKey(bid))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/**
 * Sends the private link to a browser's bids as a QR code, to be followed on a phone. Where the link leads, the key is checked.
 *
 * @throws Refusal `bid_not_found` where the key has not the form of one
 */
export function sendFollowCode(c: Context, { config: { publicUrl } }: PageDeps): Response {
  const key = c.req.query('key') ?? '';
  if (!looksLikeFollowKey(key)) throw new Refusal('bid_not_found');
  const links = pageLinks(publicUrl, c.req.param('auctionId') ?? '', null, chosenLanguage(c));
  c.header('content-type', 'image/svg+xml');
  c.header('content-security-policy', "default-src 'none'");
  c.header('x-content-type-options', 'nosniff');
  c.header('cache-control', 'no-store');
  return c.body(renderSVG(new URL(links.follow(key), publicUrl).href, { border: 4 }));
}
