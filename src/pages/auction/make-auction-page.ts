import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, type ErrorHandler, Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { LRUCache } from 'lru-cache';
import { findPublicAuction } from './find-public-auction.ts';
import { basePath } from '../../core/base-path.ts';
import { compressPages } from '../../core/compression.ts';
import { isOutage, refusalOf } from '../../core/outage.ts';
import { Refusal, type RefusalCode } from '../../core/refusal.ts';
import { ClientGone } from '../../core/request-body.ts';
import { currentRequest, setRefusalCode } from '../../core/request-context.ts';
import { sendRevalidatedFile } from '../../core/static-file.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Deps } from '../../payments/deps.ts';
import { clientAddress, wantsHtml } from '../../core/request-headers.ts';
import type { Counters } from '../../platform/limits/counters.ts';
import { watchStates } from '../../platform/live/watch-states.ts';
import { answerBank, giveUp, returnFromBank, showChallenge } from './bank-steps.ts';
import { rememberLanguage } from './choose-language.ts';
import { makeProviderPages } from '../../payments/providers/providers.ts';
import { openBucket } from '../../auctions/presentation/bucket.ts';
import { auctionState, type AuctionState, bidBounds, msUntilTransition } from './auction-state.ts';
import { readBrowser } from './browser-cookie.ts';
import { stepAfterDecline } from './card-step-of.ts';
import { makePageStreams } from './page-streams.ts';
import { sendLots } from './send-lots.ts';
import { sendFollowCode } from './send-follow-code.ts';
import { makePageLimits } from './page-limits.ts';
import {
  askForNews,
  newsOfReader,
  openMessage,
  sendInbox,
  sendInboxMessage,
  showUnsubscribe,
  sendMessageAgain,
  unsubscribe,
} from './mail-pages.ts';
import { mendLink, pageGuards } from './page-guards.ts';
import { showOnboarding } from './onboarding.ts';
import type { PageDeps } from './page-deps.ts';
import { favicon, readPageFiles } from './page-files.ts';
import { makePictureRoutes } from './pictures.ts';
import { sendAuction, statusOfLink } from './send-auction.ts';
import { sendCalendar } from './send-calendar.ts';
import { sendTranscript, sendTranscriptFile } from './send-transcript.ts';
import { sendMessage } from './send-page.ts';
import { sendTooMany } from './send-too-many.ts';
import { submitDelivery } from './submit-delivery.ts';
import { submitBid } from './submit-bid.ts';
import { followedVisit, gatewayFor, linksOf, visitAuction, visitOfNobody } from './visit.ts';

export type AuctionPage = ReturnType<typeof makeAuctionPage>;

/**
 * Makes the bidder's page, to be mounted at `/auctions`.
 *
 * @param counters where its limits are counted
 */
export function makeAuctionPage(serviceDeps: Deps, counters: Counters) {
  const limits = makePageLimits(serviceDeps.config, counters);
  const providerPages = makeProviderPages(serviceDeps);
  const { config, live, log } = serviceDeps;
  const bucket = config.bucket && openBucket(config.bucket, log);
  const sharedPages: PageDeps['sharedPages'] = new LRUCache({
    maxSize: 8 * 2 ** 20,
    sizeCalculation: (page, key) => page.byteLength + 2 * key.length,
  });
  const deps = { ...serviceDeps, limits, providerPages, bucket, sharedPages, files: readPageFiles(providerPages) };
  const watchers = watchStates({
    live,
    log,
    read: ({ auctionId }: { readonly auctionId: string }) => readState(deps, auctionId),
    contentOf: ({ nowMs: _, ...content }) => JSON.stringify(content),
    msUntilTransition,
  });
  const streams = makePageStreams(watchers, config.pageLimits);
  const { ownOrNavigation, sameOrigin, count } = pageGuards(deps);

  /** Shows a browser that each auction has its own address; other clients get the error of an unknown path. */
  async function sendFrontPage(c: Context): Promise<Response> {
    if (!wantsHtml(c)) return await c.notFound();
    const aboutHref = `${basePath(config.publicUrl)}/docs`;
    return await sendMessage(c, deps, { status: 200, message: 'front', aboutHref });
  }

  const page = new Hono();
  page.onError(pageErrors(deps));

  page.get('/:name', async (c, next) => (await deps.files.send(c.req.raw, c.req.param('name'))) ?? (await next()));
  page.route('/pictures', makePictureRoutes(deps));
  page.get('/', (c) => sendFrontPage(c));
  // Mail programs send this form, from nowhere (RFC 8058). The token in the address is proof enough.
  page.post('/mail/:token/unsubscribe', (c) => unsubscribe(c, deps));
  page.get('/:auctionId', leadFrame);
  page.get('/:auctionId/embed', refuseNoUuid, compressPages, async (c) =>
    sendAuction(c, deps, await visitOfNobody(c, deps), { isEmbedded: true }),
  );
  page.use(ownOrNavigation);
  page.use(rememberLanguage(config.publicUrl));
  page.use(sameOrigin);
  page.get('/mail/:token', (c) => openMessage(c, deps));
  page.post('/mail/:token/news', (c) => askForNews(c, deps));
  page.get('/mail/:token/unsubscribe', (c) => showUnsubscribe(c, deps));
  page.get('/inbox/:token', (c) => sendInbox(c, deps));
  page.get('/inbox/:token/:eventId', (c) => sendInboxMessage(c, deps));
  page.get('/payment-account/:token/:step', (c) => showOnboarding(c, deps));
  page.use(mendLink(config.publicUrl));
  page.get('/sellers/:sellerId', compressPages, (c) => sendLots(c, deps));
  page.use('/:auctionId/*', refuseNoUuid);
  page.get('/:auctionId', compressPages, async (c) => {
    const visit = await visitAuction(c, deps);
    const token = c.req.query('bid') ?? '';
    return sendAuction(c, deps, visit, {
      sent: isUuid(token) ? { token, sentBefore: c.req.query('sentBefore') === '1' } : null,
      status: statusOfLink(visit),
      step: stepAfterDecline(visit, token),
    });
  });
  // A form that is shown again has this address; a reload of it leads back to the page.
  const formPaths = ['/:auctionId/bids', '/:auctionId/delivery', '/:auctionId/give-up'];
  page.on('GET', formPaths, (c) => c.redirect(linksOf(c, deps).here(), 303));
  page.post('/:auctionId/bids', compressPages, (c) => submitBid(c, deps));
  page.post('/:auctionId/delivery', compressPages, (c) => submitDelivery(c, deps));
  page.get('/:auctionId/challenge', compressPages, (c) => showChallenge(c, deps));
  page.post('/:auctionId/challenge', compressPages, (c) => answerBank(c, deps));
  page.get('/:auctionId/return', (c) => returnFromBank(c, deps));
  page.post('/:auctionId/give-up', (c) => giveUp(c, deps));
  page.post('/:auctionId/messages', (c) => sendMessageAgain(c, deps));

  page.get('/:auctionId/follow', compressPages, (c) => followBids(c, deps));
  page.get('/:auctionId/follow/code.svg', (c) => sendFollowCode(c, deps));
  page.get('/:auctionId/transcript', compressPages, (c) => sendTranscript(c, deps));
  page.get('/:auctionId/transcript.json', compressPages, (c) => sendTranscriptFile(c, deps));
  page.get('/:auctionId/end.ics', (c) => sendCalendar(c, deps));
  page.get('/:auctionId/state', async (c) => {
    const state = await readState(deps, c.req.param('auctionId'));
    c.header('cache-control', 'no-store');
    return c.json(state);
  });
  page.get('/:auctionId/events', async (c) => {
    const auctionId = c.req.param('auctionId').toLowerCase();
    // Refuses what there is no auction of: a stream can no longer say so. Thousands who come back to an auction at once ask
    // the database nothing.
    if (!watchers.isWatched(auctionId)) await readState(deps, auctionId);
    c.header('content-type', 'text/event-stream; charset=utf-8');
    c.header('cache-control', 'no-store');
    // Nginx would keep events back otherwise.
    c.header('x-accel-buffering', 'no');
    c.header('x-request-id', currentRequest()?.requestId);
    const headers = Object.fromEntries(c.body(null).headers);
    if (c.req.method === 'HEAD') return c.body(null);
    const { outgoing } = c.env as HttpBindings;
    const viewer = {
      address: clientAddress(c, config.trustedProxies),
      browserId: readBrowser(c, config.publicUrl),
    };
    if (streams.open(auctionId, viewer, headers, outgoing)) return RESPONSE_ALREADY_SENT;
    return sendTooMany(c, deps, 60);
  });

  return {
    routes: page,
    count,
    sendFrontPage,
    /** Says in a page that an address leads nowhere, wherever in the service that is. */
    sendNoSuchPage(c: Context): Promise<Response> {
      setRefusalCode('not_found');
      return sendMessage(c, deps, { status: 404, message: 'noSuchPage' });
    },
    /** Sends the icon that browsers ask for at the root, whatever a page names. */
    sendFavicon: (c: Context) => sendRevalidatedFile(c.req.raw, favicon, { 'cache-control': 'public, max-age=86400' }),
    async [Symbol.asyncDispose]() {
      streams.end();
    },
  };
}

/** @throws Refusal `auction_not_found` */
async function readState(deps: PageDeps, auctionId: string): Promise<AuctionState> {
  const auction = await findPublicAuction(deps, auctionId);
  return auctionState(auction, bidBounds(auction, gatewayFor(deps, auction)));
}

/**
 * Refuses an id that is no UUID before anything is read.
 *
 * @throws Refusal `auction_not_found`
 */
const refuseNoUuid: MiddlewareHandler = async (c, next) => {
  if (!isUuid(c.req.param('auctionId') ?? '')) throw new Refusal('auction_not_found');
  await next();
};

/** Leads a frame of another page to what may be shown in a frame. The page itself may not: a browser that does not say where it shows it gets no frame. */
const leadFrame: MiddlewareHandler = async (c, next) => {
  if (c.req.header('sec-fetch-dest') !== 'iframe') return await next();
  const { pathname, search } = new URL(c.req.url);
  c.header('cache-control', 'no-store');
  return c.redirect(`.${pathname.slice(pathname.lastIndexOf('/'))}/embed${search}`, 302);
};

/** The pages of refusals, by their code. */
const refusalMessages: Partial<Record<RefusalCode, Parameters<typeof sendMessage>[2]>> = {
  auction_not_found: { status: 404, message: 'noSuchAuction' },
  bid_not_found: { status: 404, message: 'noSuchBid' },
  payload_too_large: { status: 413, message: 'largeForm' },
};

/** Says in plain words what went wrong, and what it means for a form that was just sent. */
function pageErrors(deps: PageDeps): ErrorHandler {
  return (error, c) => {
    if (error instanceof ClientGone) return error.toAnswer();
    setRefusalCode(error instanceof HTTPException ? 'cross_site_form' : refusalOf(error).code);
    const refused = error instanceof Refusal ? refusalMessages[error.code] : undefined;
    if (refused !== undefined) return sendMessage(c, deps, refused);
    if (error instanceof HTTPException && error.status === 403) {
      return sendMessage(c, deps, { status: 403, message: 'foreignForm' });
    }
    deps.log.error({ err: error }, 'A page could not be rendered.');
    const isDown = isOutage(error);
    c.header('retry-after', '5');
    return sendMessage(c, deps, { status: isDown ? 503 : 500, message: isDown ? 'outage' : 'bug' });
  };
}

/** Shows the bids of one bidder in one browser on any device, by a private link. Nobody can bid through the link; a winner can say where the item goes. */
async function followBids(c: Context, deps: PageDeps): Promise<Response> {
  const visit = await followedVisit(c, deps);
  const { auctionId } = visit.auction;
  const news = await newsOfReader(deps, { token: c.req.query('mail') ?? '', auctionId });
  return sendAuction(c, deps, visit, { news });
}
