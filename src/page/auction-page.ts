import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { findPublicAuction } from '../bids/find-public-auction.ts';
import { isOutage } from '../core/outage.ts';
import { Refusal } from '../core/refusal.ts';
import { isUuid } from '../core/uuid.ts';
import type { Deps } from '../deps.ts';
import { auctionState, type AuctionState } from './auction-state.ts';
import { answerBank, returnFromBank, showChallenge } from './bank-steps.ts';
import { bidBounds } from './bid-bounds.ts';
import { clientAddress } from './client-address.ts';
import { makeEventStreams } from './event-streams.ts';
import { makePageLimits } from './limits.ts';
import type { PageDeps } from './page-deps.ts';
import { readPageFiles } from './page-files.ts';
import { mostFormBytes } from './read-form.ts';
import { sendAuction } from './send-auction.ts';
import { sendMessage } from './send-page.ts';
import { sendTooMany } from './send-too-many.ts';
import { submitBid } from './submit-bid.ts';
import { visitAuction } from './visit.ts';
import { watchAuctions } from './watch-auctions.ts';

/** The bidder's page, to be mounted at `/auctions`. */
export interface AuctionPage extends AsyncDisposable {
  readonly routes: Hono;
}

export function makeAuctionPage(serviceDeps: Deps): AuctionPage {
  const limits = makePageLimits(serviceDeps);
  const deps: PageDeps = { ...serviceDeps, limits, files: readPageFiles() };
  const { config, live, log } = deps;
  const streams = makeEventStreams(watchAuctions({ live, log, read: (auctionId) => readState(deps, auctionId) }));
  const page = new Hono();

  for (const [name, { text }] of deps.files.scripts) {
    page.get(`/${name}`, compress(), (c) => {
      c.header('content-type', 'text/javascript; charset=utf-8');
      c.header('x-content-type-options', 'nosniff');
      // Its address changes with its content.
      c.header('cache-control', 'public, max-age=31536000, immutable');
      return c.body(text);
    });
  }
  page.use(
    csrf({
      // Behind a proxy the address that we are asked at is not the one that the browser sees.
      origin: (origin, c) => [new URL(config.publicUrl).origin, new URL(c.req.url).origin].includes(origin),
    }),
  );
  const look = limitedBy((c) => limits.take('look', clientAddress(c, config.trustedProxies)));
  const submit = limitedBy((c) =>
    limits.take('submit', `${clientAddress(c, config.trustedProxies)} ${c.req.param('auctionId')}`),
  );
  const capped = bodyLimit({
    maxSize: mostFormBytes,
    onError: (c) =>
      sendMessage(c, deps, {
        status: 413,
        heading: 'This form is too large',
        detail: 'Go back to the auction, and send its form again.',
      }),
  });
  const pages = compress({ threshold: 0 });

  page.get('/:auctionId', pages, look, async (c) => {
    const visit = await visitAuction(c, deps, c.req.queries('bidderId') ?? []);
    const bid = c.req.query('bid');
    const sent =
      bid === undefined || !isUuid(bid) ? null : { token: bid, sentBefore: c.req.query('sentBefore') === '1' };
    return sendAuction(c, deps, visit, { sent, ...(visit.bidder.fault === null ? {} : { status: 400 }) });
  });
  page.get('/:auctionId/bids', (c) => c.redirect(c.req.path.replace(/\/bids$/, ''), 303));
  page.post('/:auctionId/bids', pages, submit, capped, (c) => submitBid(c, deps));
  page.get('/:auctionId/challenge', pages, submit, (c) => showChallenge(c, deps));
  page.post('/:auctionId/challenge', pages, submit, capped, (c) => answerBank(c, deps));
  page.get('/:auctionId/return', submit, (c) => returnFromBank(c, deps));

  page.get('/:auctionId/state', look, async (c) => {
    const state = await readState(deps, c.req.param('auctionId'));
    if (state === null) throw new Refusal('auction_not_found');
    c.header('cache-control', 'no-store');
    return c.json(state);
  });
  page.get('/:auctionId/events', look, async (c) => {
    const auction = await findPublicAuction(deps.db.pool, c.req.param('auctionId'));
    if (auction === null) throw new Refusal('auction_not_found');
    const stream = streams.open(auction.auctionId, clientAddress(c, config.trustedProxies));
    if (stream === null) return sendTooMany(c, deps, 60);
    c.header('content-type', 'text/event-stream; charset=utf-8');
    c.header('cache-control', 'no-store');
    // Nginx would keep events back otherwise.
    c.header('x-accel-buffering', 'no');
    return c.body(stream);
  });

  page.onError((error, c) => {
    if (error instanceof Refusal && error.code === 'auction_not_found') {
      return sendMessage(c, deps, {
        status: 404,
        heading: 'There is no such auction',
        detail: 'Check the link that you were given: a part of it may be missing.',
      });
    }
    if (error instanceof HTTPException && error.status === 403) {
      return sendMessage(c, deps, {
        status: 403,
        heading: 'This form came from another site',
        detail: 'Open the auction yourself, and bid there.',
      });
    }
    log.error({ err: error }, 'a page could not be made');
    const isDown = isOutage(error);
    c.header('retry-after', '5');
    return sendMessage(c, deps, {
      status: isDown ? 503 : 500,
      heading: isDown ? 'We cannot show this right now' : 'Something went wrong on our side',
      detail:
        'Please try again in a moment. Bids that you have placed are safe. If you have just sent one, open the auction again: it shows whether the bid was placed.',
    });
  });

  function limitedBy(take: (c: Context) => Promise<number>): MiddlewareHandler {
    return async (c, next) => {
      const waitSeconds = await take(c);
      if (waitSeconds > 0) return sendTooMany(c, deps, waitSeconds);
      return await next();
    };
  }

  return {
    routes: page,
    async [Symbol.asyncDispose]() {
      streams.end();
      await limits[Symbol.asyncDispose]();
    },
  };
}

async function readState(deps: PageDeps, auctionId: string): Promise<AuctionState | null> {
  const auction = await findPublicAuction(deps.db.pool, auctionId);
  if (auction === null) return null;
  return auctionState(
    auction,
    bidBounds(auction, auction.mode === 'test' ? deps.gateways.simulated : deps.gateways.stripe),
  );
}
