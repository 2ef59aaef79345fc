import type { MiddlewareHandler } from 'hono';
import { isUuid } from '../core/uuid.ts';
import { basePath } from '../core/base-path.ts';

// A sentence or a messenger puts these after a link, and takes them for a part of it. No id, key or signature ends like this.
const trailing = /[\s/.,;:!?)>\]}'"’”»…*]+$/u;

/** The parameters whose values have a form of ours. A `bidderId` may end with anything. */
const withoutPunctuation = ['signature', 'key', 'bid', 'lang'];

/**
 * Redirects a link that was bent on its way to the page that was meant: a trailing slash, the full stop of the sentence that
 * it stood in, `&amp;` instead of `&`.
 */
export function mendLink(publicUrl: string): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return await next();
    const { pathname, search } = new URL(c.req.url);
    const mended = mendedPath(pathname) + mendedQuery(search);
    if (mended === pathname + search) return await next();
    return c.redirect(basePath(publicUrl) + mended, 302);
  };
}

/** @returns the path as it came if it leads to no auction without its end either */
function mendedPath(pathname: string): string {
  const path = decoded(pathname).replace(trailing, '');
  const [, mount, auctionId = '', ...rest] = path.split('/');
  const isOfAuction = mount === 'auctions' && isUuid(auctionId);
  const isOurs = path === '/auctions' || (isOfAuction && rest.every((part) => /^[a-z-]+$/.test(part)));
  return isOurs ? path : pathname;
}

function mendedQuery(search: string): string {
  const given = [...new URLSearchParams(search)];
  const meant = given.map(([name, value]) => {
    const plain = name.replace(/^(?:amp;)+/i, '');
    return [plain, withoutPunctuation.includes(plain) ? value.replace(trailing, '') : value] as const;
  });
  // Only a query that changes is written anew: the same text can be encoded in several ways.
  const isMeant = meant.every(([name, value], at) => name === given[at]![0] && value === given[at]![1]);
  return isMeant ? search : `?${new URLSearchParams(meant.map(([name, value]) => [name, value]))}`;
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
