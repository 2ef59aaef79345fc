import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { basePath } from '../../core/base-path.ts';
import { acceptsGzip, compressResponse } from '../../core/compression.ts';
import { followKey } from '../../core/follow-key.ts';
import { bidStatusOf } from './bid-status.ts';
import type { TypedValues } from './check-bid-form.ts';
import type { PageDeps } from './page-deps.ts';
import { accentStyle } from './page-files.ts';
import { isBeforeEnd, phaseOf } from '../../auctions/phase.ts';
import { sendPage, setPageHeaders } from './send-page.ts';
import { auctionView } from './views/auction-view.ts';
import { isolated, withoutDirections } from './views/isolated.ts';
import { linkPreview } from './views/link-preview.ts';
import type { PageContent } from './views/page-content.ts';
import type { AuctionVisit } from './visit.ts';

/** The parts of an auction's page that depend on the request. */
export type Showing = Partial<
  Pick<
    PageContent,
    'sent' | 'submissionToken' | 'values' | 'faults' | 'step' | 'delivery' | 'isEmbedded' | 'refusal' | 'news'
  >
> & { readonly status?: ContentfulStatusCode };

/** The page of an auction, as this browser may see it. */
export async function sendAuction(
  c: Context,
  deps: PageDeps,
  visit: AuctionVisit,
  showing: Showing = {},
): Promise<Response> {
  const { auction, bounds, links, bidder, own, card, followed, locale } = visit;
  const accent = accentStyle(card.accentColor);
  const sharedKey =
    c.req.method === 'GET' && acceptsGzip(c.req.header('accept-encoding')) ? sharedPageKey(visit, showing) : null;
  const shared = sharedKey === null ? undefined : deps.sharedPages.get(sharedKey);
  if (shared !== undefined) {
    setPageHeaders(c, { accent });
    return sendShared(c, shared);
  }
  const { status = 200, submissionToken = randomUUID(), sent = null, isEmbedded = false } = showing;
  const { publicUrl, mail } = deps.config;
  const sellerName = card.displayName ?? auction.sellerName;
  const bidStatus = bidStatusOf(locale, own, auction);
  const provider = phaseOf(auction) === 'open' ? visit.provider : null;
  const isTest = auction.mode === 'test';
  const isPlain = sent === null && followed === null && !isEmbedded;
  const content: PageContent = {
    faults: [],
    step: null,
    delivery: null,
    refusal: null,
    news: null,
    ...visit,
    ...showing,
    address: isEmbedded ? links.embed : links.here(sent ?? undefined, showing.news?.token),
    sellerName,
    base: basePath(publicUrl),
    submissionToken,
    values: showing.values ?? valuesAfter(visit, sent),
    cardForm:
      provider?.cardForm({
        minimumInCents: bounds.minimumInCents,
        returnUrl: new URL(links.return(submissionToken), publicUrl).href,
        keepsCard: auction.keepsCard,
        language: locale.language,
        account: auction.paymentAccount,
      }) ?? null,
    messages: isTest ? 'messagesInTest' : mail === null ? 'noMessages' : 'messagesSent',
    testCards: isEmbedded ? null : (provider?.testCards(locale.language) ?? null),
    sent,
    obstacle: obstacleOf(visit, showing),
    isEmbedded,
    followUrl: followUrlOf(deps, visit),
    bidStatus,
  };
  const plainTitle = withoutDirections(auction.title);
  const page = await sendPage(c, deps, locale, {
    title: [...bidStatus.slice(0, 1).map(({ label }) => label), plainTitle].join(' · '),
    main: auctionView(content),
    // Every link leads out of a frame.
    head: isEmbedded ? html`<base target="_blank">` : linkPreview(visit, sellerName, publicUrl),
    status,
    isTest,
    // A link that names a bidder is that bidder's.
    isIndexed: card.lotsPage === 'INDEXED' && !isTest && bidder.bidderId === null && isPlain,
    tone: bidStatus[0]?.tone ?? 'plain',
    provider: isEmbedded ? null : provider,
    accent,
    address: content.address,
    embedOrigins: isEmbedded ? card.embedOrigins : null,
  });
  if (sharedKey === null) return page;
  const answer = await compressResponse(page, 'gzip');
  if (!answer.headers.has('content-encoding')) return answer;
  const compressed = await answer.arrayBuffer();
  deps.sharedPages.set(sharedKey, compressed);
  return sendShared(c, compressed);
}

/** Fills in the e-mail of the last bid, unless two people have bid in this browser, and after a refusal the amount. */
function valuesAfter({ own, locale }: AuctionVisit, sent: PageContent['sent']): TypedValues {
  const last = own.find(({ submissionToken }) => submissionToken === sent?.token);
  const wasRefused =
    last !== undefined && last.bidId === null && ['failed', 'released', 'releasing'].includes(last.state);
  const email = own[0]?.email ?? '';
  const isShared = own.some((bid) => bid.bidderId !== own[0]?.bidderId);
  return { amount: wasRefused ? locale.typedDollars(last.valueInCents) : '', email: isShared ? '' : email };
}

/** The private link to the bids of this browser; `null`: it has none. */
function followUrlOf({ config }: PageDeps, { own, browserId, links }: AuctionVisit): PageContent['followUrl'] {
  const first = own.findLast(({ isOfBrowser }) => isOfBrowser);
  if (first === undefined) return null;
  const key = followKey({ submissionToken: first.submissionToken, browserId });
  return { url: new URL(links.follow(key), config.publicUrl).href, codeUrl: links.followCode(key) };
}

/** The status of the page that a link opens. The bare address stays good to look at where bidding needs a signature. */
export function statusOfLink({ bidder, signatureFault }: AuctionVisit): 200 | 400 | 403 {
  if (bidder.fault !== null) return 400;
  if (signatureFault === null || (signatureFault === 'missing' && bidder.bidderId === null)) return 200;
  return 403;
}

function obstacleOf(visit: AuctionVisit, { isEmbedded }: Showing): PageContent['obstacle'] {
  const { gateway, signatureFault, auction, links, followed } = visit;
  const { fault } = visit.bidder;
  const { obstacles } = visit.locale.words;
  // Nobody bids in a frame: there the browser sends no cookie, and the page around the frame could cover it.
  if (isEmbedded) return { ...obstacles.embedded, link: { href: links.page(), text: obstacles.embedded.bidThere } };
  // Nobody bids through a private link, but it leads to the page on which its bidder does.
  if (followed?.bidsOn === 'bySignedLink') return obstacles.missingSignature;
  if (followed !== null) {
    const { heading, bidHere, [followed.bidsOn]: detail } = obstacles.followed;
    return { heading, detail, link: { href: links.page(), text: bidHere } };
  }
  if (fault !== null) {
    const reason =
      fault.code === 'misspelt'
        ? obstacles.misspelt({ name: isolated(fault.name), meant: fault.meant })
        : obstacles[fault.code];
    return { heading: obstacles.heading, detail: obstacles.askForLink({ reason }) };
  }
  if (signatureFault === 'wrong') return { heading: obstacles.heading, detail: obstacles.wrongSignature };
  if (signatureFault === 'missing') return obstacles.missingSignature;
  if (!auction.canBePaid) return obstacles.sellerNotPaid;
  if (gateway === null) return obstacles.noProvider;
  const { minimumInCents, maximumInCents } = visit.bounds;
  return auction.hasBidSteps && minimumInCents > maximumInCents ? obstacles.noHigherBid : null;
}

/**
 * Names all that the page depends on, for a browser without bids at an auction that is over: the page is then the same for
 * everybody. When a popular auction ends, thousands ask for it within seconds.
 *
 * @returns `null`: the page is the browser's own
 */
function sharedPageKey(visit: AuctionVisit, showing: Showing): string | null {
  const { auction, own, card, links, followed, locale } = visit;
  const { status = 200, ...parts } = showing;
  const isPlain = status === 200 && followed === null && Object.values(parts).every((part) => part === null);
  // Before the end the page has a form or a countdown, which begins at the instant of its own request.
  if (!isPlain || own.length > 0 || isBeforeEnd(phaseOf(auction))) return null;
  // Bids never change: their number stands for all of them. The page's clock is up to a second late.
  const second = Math.floor(auction.now.getTime() / 1_000);
  return JSON.stringify([locale.language, links.page(), second, { ...auction, now: null }, card]);
}

/** Answers with a shared page, under the headers of any other. */
function sendShared(c: Context, page: ArrayBuffer): Response {
  c.header('content-type', 'text/html; charset=UTF-8');
  c.header('content-encoding', 'gzip');
  return c.body(page);
}
