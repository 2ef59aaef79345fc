import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { clientAddress } from '../limits/client-address.ts';
import { chosenLanguage } from './choose-language.ts';
import type { PageDeps } from './page-deps.ts';
import { pageLinks } from './page-links.ts';
import { type Form, maxFormBytes, readForm } from './read-form.ts';
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

/** Keeps floods, foreign forms and large bodies from the steps of the page. */
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
      // With a proxy in front, the request's own URL differs from the one in the browser.
      origin: (origin, c) => [new URL(config.publicUrl).origin, new URL(c.req.url).origin].includes(origin),
    }),
    look: limitedBy((c) => limits.take('look', address(c))),
    submit: async (c, next) => {
      // The address is limited first: invented auction ids would otherwise each begin a new budget.
      const budget = `${address(c)} ${c.req.param('auctionId')?.toLowerCase()}`;
      const waitSeconds = (await limits.take('look', address(c))) || (await limits.take('submit', budget));
      if (waitSeconds > 0) return sendTooMany(c, deps, waitSeconds, await sentForm(c, deps));
      await next();
      if (c.res.status === 404) await limits.forget('submit', budget);
      return;
    },
    capped: bodyLimit({
      maxSize: maxFormBytes,
      onError: (c) => sendMessage(c, deps, { status: 413, message: 'largeForm' }),
    }),
  };
}

/** Reads the bid form of a request that is refused; `null` for any other request. */
async function sentForm(c: Context, { config }: PageDeps): Promise<{ form: Form; submit: string } | null> {
  if (c.req.method !== 'POST' || !c.req.path.endsWith('/bids')) return null;
  const form = await readForm(c);
  if (form === null) return null;
  const language = chosenLanguage(c);
  return { form, submit: pageLinks(config.publicUrl, c.req.param('auctionId') ?? '', null, language).submit };
}
