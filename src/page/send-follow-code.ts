import type { Context } from 'hono';
import { renderSVG } from 'uqr';
import { looksLikeFollowKey } from '../core/follow-key.ts';
import { Refusal } from '../core/refusal.ts';
import { chosenLanguage } from './choose-language.ts';
import type { PageDeps } from './page-deps.ts';
import { pageLinks } from './page-links.ts';

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
  c.header('cache-control', 'no-store');
  return c.body(renderSVG(new URL(links.follow(key), publicUrl).href, { border: 4 }));
}
