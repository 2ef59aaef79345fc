import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { clientAddress } from '../limits/client-address.ts';
import type { PageDeps } from './page-deps.ts';
import { mostFormBytes } from './read-form.ts';
import { sendMessage } from './send-page.ts';
import { sendTooMany } from './send-too-many.ts';

export interface PageGuards {
  /** Takes forms from our own pages alone. */
  readonly sameOrigin: MiddlewareHandler;
  /** For whatever is only looked at. */
  readonly look: MiddlewareHandler;
  /** For whatever may ask a payment provider. */
  readonly submit: MiddlewareHandler;
  readonly capped: MiddlewareHandler;
}

/** What keeps floods, foreign forms and large bodies from the steps of the page. */
export function pageGuards(deps: PageDeps): PageGuards {
  const { config, limits } = deps;
  const address = (c: Context) => clientAddress(c, config.trustedProxies);
  const limitedBy = (take: (c: Context) => Promise<number>): MiddlewareHandler => {
    return async (c, next) => {
      const waitSeconds = await take(c);
      if (waitSeconds > 0) return sendTooMany(c, deps, waitSeconds);
      return await next();
    };
  };
  return {
    sameOrigin: csrf({
      // Behind a proxy the address that we are asked at is not the one that the browser sees.
      origin: (origin, c) => [new URL(config.publicUrl).origin, new URL(c.req.url).origin].includes(origin),
    }),
    look: limitedBy((c) => limits.take('look', address(c))),
    submit: limitedBy((c) => limits.take('submit', `${address(c)} ${c.req.param('auctionId')?.toLowerCase()}`)),
    capped: bodyLimit({
      maxSize: mostFormBytes,
      onError: (c) =>
        sendMessage(c, deps, {
          status: 413,
          heading: 'This form is too large',
          detail: 'Go back to the auction, and send its form again.',
        }),
    }),
  };
}
