import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { isUuid } from '../core/uuid.ts';
import type { Deps } from '../deps.ts';
import { answerBank, returnFromBank, showChallenge } from './bank-steps.ts';
import { clientAddress } from '../limits/client-address.ts';
import type { Counters } from '../limits/make-counters.ts';
import { makeEventStreams } from './event-streams.ts';
import { makePageLimits } from './limits.ts';
import type { PageDeps } from './page-deps.ts';
import { pageErrors } from './page-errors.ts';
import { readPageFiles } from './page-files.ts';
import { pageGuards } from './page-guards.ts';
import { pageLinks } from './page-links.ts';
import { readState } from './read-state.ts';
import { sendAuction } from './send-auction.ts';
import { sendTooMany } from './send-too-many.ts';
import { submitBid } from './submit-bid.ts';
import { visitAuction } from './visit.ts';
import { watchAuctions } from './watch-auctions.ts';

/** The bidder's page, to be mounted at `/auctions`. */
export interface AuctionPage extends AsyncDisposable {
  readonly routes: Hono;
}

/** @param counters where its limits are counted */
export function makeAuctionPage(serviceDeps: Deps, counters: Counters): AuctionPage {
  const limits = makePageLimits(counters);
  const deps: PageDeps = { ...serviceDeps, limits, files: readPageFiles() };
  const { config, live, log } = deps;
  const streams = makeEventStreams(watchAuctions({ live, log, read: (auctionId) => readState(deps, auctionId) }));
  const { sameOrigin, look, submit, capped } = pageGuards(deps);
  const compressed = compress();

  const page = new Hono();
  page.onError(pageErrors(deps));

  for (const [name, { text }] of deps.files.scripts) {
    page.get(`/${name}`, compressed, (c) => {
      c.header('content-type', 'text/javascript; charset=utf-8');
      c.header('x-content-type-options', 'nosniff');
      // Its address changes with its content.
      c.header('cache-control', 'public, max-age=31536000, immutable');
      return c.body(text);
    });
  }

  page.use(sameOrigin);
  page.get('/:auctionId', compressed, look, async (c) => {
    const visit = await visitAuction(c, deps, c.req.queries('bidderId') ?? []);
    const token = c.req.query('bid') ?? '';
    return sendAuction(c, deps, visit, {
      sent: isUuid(token) ? { token, sentBefore: c.req.query('sentBefore') === '1' } : null,
      status: visit.bidder.fault === null ? 200 : 400,
    });
  });
  // Where a form was shown again, the address is that of the form.
  page.get('/:auctionId/bids', (c) =>
    c.redirect(pageLinks(config.publicUrl, c.req.param('auctionId'), null).page(), 303),
  );
  page.post('/:auctionId/bids', compressed, submit, capped, (c) => submitBid(c, deps));
  page.get('/:auctionId/challenge', compressed, submit, (c) => showChallenge(c, deps));
  page.post('/:auctionId/challenge', compressed, submit, capped, (c) => answerBank(c, deps));
  page.get('/:auctionId/return', submit, (c) => returnFromBank(c, deps));

  page.get('/:auctionId/state', look, async (c) => {
    const state = await readState(deps, c.req.param('auctionId'));
    c.header('cache-control', 'no-store');
    return c.json(state);
  });
  page.get('/:auctionId/events', look, async (c) => {
    const auctionId = c.req.param('auctionId');
    // Refuses what there is no auction of: a stream can no longer say so.
    await readState(deps, auctionId);
    const stream = streams.open(auctionId.toLowerCase(), clientAddress(c, config.trustedProxies));
    if (stream === null) return sendTooMany(c, deps, 60);
    c.header('content-type', 'text/event-stream; charset=utf-8');
    c.header('cache-control', 'no-store');
    // Nginx would keep events back otherwise.
    c.header('x-accel-buffering', 'no');
    return c.body(stream);
  });

  return {
    routes: page,
    async [Symbol.asyncDispose]() {
      streams.end();
    },
  };
}
