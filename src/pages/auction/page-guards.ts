import type { Context, MiddlewareHandler } from 'hono';
import { csrf } from 'hono/csrf';
import { basePath } from '../../core/base-path.ts';
import { isOwnOrigin } from '../../core/own-origin.ts';
import { isUuid } from '../../core/uuid.ts';
import { clientAddress } from '../../core/request-headers.ts';
import { readBrowser } from './browser-cookie.ts';
import type { PageDeps } from './page-deps.ts';
import { refusePicture } from './pictures.ts';
import { readForm, type TypedFields } from '../../core/read-form.ts';
import { sendTooMany } from './send-too-many.ts';
import { linksOf } from './visit.ts';

/** Keeps floods and foreign requests from the steps of the page. */
export function pageGuards(deps: PageDeps) {
  const { config, limits } = deps;
  const { publicUrl } = config;
  return {
    /** Takes requests from our own pages, and of people who follow a link, alone. */
    ownOrNavigation: async (c, next) => {
      if (!isReading(c) || !isForeign(c, publicUrl)) return await next();
      return c.text('This address is opened in a window of its own.', 403, { 'cache-control': 'no-store' });
    },
    /** Takes forms from our own pages alone. */
    sameOrigin: csrf({ origin: (origin) => isOwnOrigin(origin, publicUrl) }),
    /**
     * Counts every request below `/auctions/`: by browser and address, and pictures apart. Requests that another site makes a browser send are counted apart, too: it takes nothing from the people who bid.
     */
    count: async (c, next) => {
      const address = clientAddress(c, config.trustedProxies);
      const [, , first, second] = c.req.path.split('/');
      if (first === 'pictures') {
        const waitSeconds = await limits.take(c.req.method === 'PUT' ? 'uploads' : 'pictures', address);
        return waitSeconds > 0 ? refusePicture(c, waitSeconds) : await next();
      }
      const ofOthers = second === 'embed' || isForeign(c, publicUrl);
      const browserId = ofOthers ? null : readBrowser(c, publicUrl);
      // A browser over its own limit takes nothing from the others at its address.
      const waitSeconds =
        browserId === null
          ? await limits.take('newcomers', ofOthers ? `frames of ${address}` : address)
          : (await limits.take('browser', browserId)) || (await limits.take('ip', address));
      if (waitSeconds > 0) return sendTooMany(c, deps, waitSeconds, await sentForm(c, deps));
      return await next();
    },
  } satisfies Record<string, MiddlewareHandler>;
}

function isReading({ req: { method } }: Context): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Whether a page of another site made the browser send this request, and nobody followed a link: a picture, a script, a frame, a
 * prefetch, a form. Such a page could otherwise spend the budgets of the browser and the address that it is read from.
 * https://www.w3.org/TR/fetch-metadata/
 */
function isForeign(c: Context, publicUrl: string): boolean {
  const header = (name: string) => c.req.header(name);
  const site = header('sec-fetch-site');
  if (site === undefined) {
    // An older browser sends the origin with what a script asks for, and never with a link that is followed.
    const origin = header('origin');
    return origin !== undefined && !isOwnOrigin(origin, publicUrl);
  }
  if (site === 'same-origin' || site === 'none') return false;
  const isInWindow = ['document', undefined].includes(header('sec-fetch-dest'));
  return !isReading(c) || header('sec-fetch-mode') !== 'navigate' || !isInWindow;
}

/** Reads the bid form, or the form of a winner, of a request that is refused; `null` for any other request. */
async function sentForm(c: Context, deps: PageDeps): Promise<{ form: TypedFields; submit: string } | null> {
  const [, auctionId = '', name] = /^\/auctions\/([^/]+)\/(bids|delivery)$/.exec(c.req.path) ?? [];
  if (c.req.method !== 'POST' || (name !== 'bids' && name !== 'delivery')) return null;
  const sent = await readForm(c);
  return sent === null ? null : { form: sent.fields, submit: linksOf(c, deps, auctionId)[name] };
}

// A sentence or a messenger puts these after a link, and takes them for a part of it. No id, key or signature ends like this.
const trailing = /[\s/.,;:!?)>\]}'"’”»…*]+$/u;

/** The parameters whose values have a form of ours. A `bidderId` may end with anything. */
const withoutPunctuation = ['signature', 'key', 'bid', 'lang'];

/**
 * Redirects a link that was bent on its way to the page that was meant: a trailing slash, the full stop of the sentence that
 * it stood in, `&amp;` or a second `?` instead of `&`.
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
  const parts = [...new URLSearchParams(search.replaceAll(/\?(?=(?:bidderId|signature)=)/g, '&'))];
  const meant = parts.map(([name, value]) => {
    const plain = name.replace(/^(?:amp;)+/i, '');
    return [plain, withoutPunctuation.includes(plain) ? value.replace(trailing, '') : value] as const;
  });
  // Only a query that changes is written anew: the same text can be encoded in several ways.
  const isMeant = meant.every(([name, value], at) => name === given[at]?.[0] && value === given[at][1]);
  return isMeant ? search : `?${new URLSearchParams(meant.map(([name, value]) => [name, value]))}`;
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
