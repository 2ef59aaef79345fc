import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { basePath } from '../core/base-path.ts';
import { followKey } from '../core/follow-key.ts';
import { acceptsGzip } from '../core/static-file.ts';
import { bidStatusOf } from './bid-status.ts';
import type { FieldFault, TypedValues } from './check-bid-form.ts';
import { gzip, sendShared } from './compress-page.ts';
import type { PageDeps } from './page-deps.ts';
import { accentStyle } from './page-files.ts';
import { isBeforeEnd, phaseOf } from './phase.ts';
import { sendPage, setPageHeaders } from './send-page.ts';
import { auctionView, type AuctionViewContent } from './views/auction-view.ts';
import type { CardStep } from './views/card-step.ts';
import { isolated, withoutDirections } from './views/isolated.ts';
import { linksToSellerTexts } from './views/item-card.ts';
import { linkPreview } from './views/link-preview.ts';
import type { Visit } from './visit.ts';

/** The page of an auction, as this browser may see it. */
export async function sendAuction(c: Context, deps: PageDeps, visit: Visit, showing: Showing = {}): Promise<Response> {
  const { auction, bounds, links, bidder, own, latest, card, locale } = visit;
  const accent = accentStyle(card.accentColor);
  const sharedKey =
    c.req.method === 'GET' && acceptsGzip(c.req.header('accept-encoding')) ? sharedPageKey(visit, showing) : null;
  const shared = sharedKey === null ? undefined : deps.sharedPages.get(sharedKey);
  if (shared !== undefined) {
    setPageHeaders(c, deps.files, { provider: null, accent, embedOrigins: null });
    return sendShared(c, shared);
  }
  const sellerName = card.displayName ?? auction.sellerName;
  const { status = 200, sent = null, faults = [] } = showing;
  const submissionToken = showing.token ?? randomUUID();
  const bidStatus = bidStatusOf(locale, own, auction);
  const provider = phaseOf(auction) === 'open' ? visit.provider : null;
  const returnUrl = new URL(links.return(submissionToken), deps.config.publicUrl).href;
  const { followed, isEmbedded = false } = showing;
  const address = isEmbedded
    ? links.embed
    : followed === undefined
      ? links.page(sent ?? undefined)
      : links.follow(followed);
  const main = auctionView(locale, {
    address,
    form: {
      auction,
      bounds,
      links,
      bidder,
      submissionToken,
      values: showing.values ?? valuesAfter(visit, sent),
      faults,
      card:
        provider?.cardForm({
          minimumInCents: bounds.minimumInCents,
          returnUrl,
          keepsCard: auction.keepsCard,
          language: locale.language,
          account: auction.paymentAccount,
        }) ?? null,
      messages: auction.mode === 'test' ? 'messagesInTest' : deps.config.mail === null ? 'noMessages' : 'messagesSent',
      sellerTexts: linksToSellerTexts(locale, card),
      step: showing.step ?? null,
    },
    card,
    sellerName,
    base: basePath(deps.config.publicUrl),
    testCards: isEmbedded ? null : (provider?.testCards(locale.language) ?? null),
    own,
    latest,
    sent,
    obstacle: isEmbedded ? embedded(visit) : followed === undefined ? obstacleOf(visit) : followedWith(visit),
    isEmbedded,
    isSigned: visit.isSigned,
    delivery: showing.delivery ?? null,
    followed: followed ?? null,
    followUrl: followUrlOf(deps, visit),
    refusal: showing.refusal ?? null,
    status: bidStatus,
  });
  const plainTitle = withoutDirections(auction.title);
  const title = bidStatus === null ? plainTitle : `${bidStatus.label} · ${plainTitle}`;
  const preview = linkPreview(locale, auction, {
    card,
    sellerName,
    publicUrl: deps.config.publicUrl.replace(/\/+$/, ''),
  });
  const isTest = auction.mode === 'test';
  const page = await sendPage(c, deps, locale, {
    title,
    main,
    // Every link leads out of a frame.
    head: isEmbedded ? html`<base target="_blank">` : preview,
    status,
    isTest,
    // A link that names a bidder is that bidder's.
    isIndexed:
      card.lotsPage === 'INDEXED' &&
      !isTest &&
      bidder.bidderId === null &&
      sent === null &&
      followed === undefined &&
      !isEmbedded,
    tone: bidStatus?.tone ?? 'plain',
    provider: isEmbedded ? null : provider,
    accent,
    address,
    embedOrigins: isEmbedded ? card.embedOrigins : null,
  });
  if (sharedKey === null) return page;
  const compressed = gzip(new Uint8Array(await page.arrayBuffer()));
  deps.sharedPages.set(sharedKey, compressed, compressed.byteLength);
  return sendShared(c, compressed);
}

/** Fills in the e-mail of the last bid, unless two people have bid in this browser, and after a refusal the amount. */
function valuesAfter({ own, locale }: Visit, sent: Showing['sent']): TypedValues {
  const last = own.find(({ submissionToken }) => submissionToken === sent?.token);
  const wasRefused =
    last !== undefined && last.bidId === null && ['failed', 'released', 'releasing'].includes(last.state);
  const email = own[0]?.email ?? '';
  const isShared = own.some((bid) => bid.bidderId !== own[0]?.bidderId);
  return { amount: wasRefused ? locale.typedDollars(last.valueInCents) : '', email: isShared ? '' : email };
}

/** The private link to the bids of this browser; `null`: it has none. */
function followUrlOf({ config }: PageDeps, { own, browserId, links }: Visit): AuctionViewContent['followUrl'] {
  const first = own.findLast(({ isOfBrowser }) => isOfBrowser);
  if (first === undefined) return null;
  const key = followKey({ submissionToken: first.submissionToken, browserId });
  return { url: new URL(links.follow(key), config.publicUrl).href, codeUrl: links.followCode(key) };
}

/** The status of the page that a link opens. The bare address stays good to look at where bidding needs a signature. */
export function statusOfLink({ bidder, signatureFault }: Visit): 200 | 400 | 403 {
  if (bidder.fault !== null) return 400;
  if (signatureFault === null || (signatureFault === 'missing' && bidder.bidderId === null)) return 200;
  return 403;
}

/** Nobody bids through a private link, but every device can go from it to the auction. */
function followedWith({ links, locale }: Visit): AuctionViewContent['obstacle'] {
  const { heading, detail, bidHere } = locale.words.obstacles.followed;
  return { heading, detail, link: { href: links.page(), text: bidHere } };
}

/** Nobody bids in a frame: there the browser sends no cookie, and the page around the frame could cover it. */
function embedded({ links, locale }: Visit): AuctionViewContent['obstacle'] {
  const { heading, detail, bidThere } = locale.words.obstacles.embedded;
  return { heading, detail, link: { href: links.page(), text: bidThere } };
}

function obstacleOf(visit: Visit): AuctionViewContent['obstacle'] {
  const { gateway, signatureFault, auction } = visit;
  const { fault } = visit.bidder;
  const { obstacles } = visit.locale.words;
  if (fault !== null) {
    const reason =
      fault.code === 'misspelt' ? obstacles.misspelt(isolated(fault.name), fault.meant) : obstacles[fault.code];
    return { heading: obstacles.heading, detail: obstacles.askForLink(reason) };
  }
  if (signatureFault === 'wrong') return { heading: obstacles.heading, detail: obstacles.wrongSignature };
  if (signatureFault === 'missing') return obstacles.missingSignature;
  if (!auction.canBePaid) return obstacles.sellerNotPaid;
  return gateway === null ? obstacles.noProvider : null;
}

/**
 * Names all that the page depends on, for a browser without bids at an auction that is over: the page is then the same for
 * everybody. When a popular auction ends, thousands ask for it within seconds.
 *
 * @returns `null`: the page is the browser's own
 */
function sharedPageKey(visit: Visit, showing: Showing): string | null {
  const { auction, own, card, links, locale } = visit;
  const { status = 200, ...parts } = showing;
  const isPlain = status === 200 && Object.values(parts).every((part) => part == null);
  // Before the end the page has a form or a countdown, which begins at the instant of its own request.
  if (!isPlain || own.length > 0 || isBeforeEnd(phaseOf(auction))) return null;
  // Bids never change: their number stands for all of them. The page's clock is up to a second late.
  const second = Math.floor(auction.now.getTime() / 1_000);
  return JSON.stringify([locale.language, links.page(), second, { ...auction, now: null }, card]);
}

/** The parts of an auction's page that depend on the request. */
interface Showing {
  readonly status?: ContentfulStatusCode;
  readonly sent?: AuctionViewContent['sent'];
  readonly values?: TypedValues;
  readonly faults?: readonly FieldFault[];
  /** The token of the form that goes on; a new token otherwise. */
  readonly token?: string;
  /** The form of the winner, with what is wrong with it. */
  readonly delivery?: AuctionViewContent['delivery'];
  /** The key of the private link that was opened: nobody bids through it. */
  readonly followed?: string;
  /** In a frame of another page. */
  readonly isEmbedded?: true;
  /** `null`: the form begins with the amount. */
  readonly step?: CardStep | null;
  /** Says why the auction has just refused a bid. */
  readonly refusal?: { readonly heading: string; readonly detail: string };
}
