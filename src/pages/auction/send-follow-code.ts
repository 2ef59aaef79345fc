import type { Context } from 'hono';
import { renderSVG } from 'uqr';
import { looksLikeFollowKey } from '../../core/follow-key.ts';
import { Refusal } from '../../core/refusal.ts';
import type { PageDeps } from './page-deps.ts';
import { linksOf } from './visit.ts';

/**
 * Sends the private link to a browser's bids as a QR code, to be followed on a phone. The target of the link checks the key.
 *
 * @throws Refusal `bid_not_found` where the key has not the form of one
 */
export function sendFollowCode(c: Context, deps: PageDeps): Response {
  const key = c.req.query('key') ?? '';
  if (!looksLikeFollowKey(key)) throw new Refusal('bid_not_found');
  c.header('content-type', 'image/svg+xml');
  c.header('content-security-policy', "default-src 'none'");
  c.header('cache-control', 'no-store');
  return c.body(renderSVG(new URL(linksOf(c, deps).follow(key), deps.config.publicUrl).href, { border: 4 }));
}
