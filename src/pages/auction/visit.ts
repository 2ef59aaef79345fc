import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { isSignedBy, signatureOf } from '../../auctions/bidders/bidder-signing.ts';
import type { AuctionOfBid } from './find-public-auction.ts';
import { isFollowKey } from '../../core/follow-key.ts';
import { Refusal } from '../../core/refusal.ts';
import { findBrowserOfBid } from './own-bid.ts';
import { findGateway } from '../../payments/providers/gateways.ts';
import type { Gateway } from '../../payments/providers/gateway.ts';
import type { ProviderPage } from '../../payments/providers/provider-page.ts';
import { type BidBounds, bidBounds } from './auction-state.ts';
import { type BidderOfUrl, bidderOfUrl } from '../../auctions/bidders/bidder-of-url.ts';
import { nameBrowser, readBrowser } from './browser-cookie.ts';
import { chosenLanguage, localeOf } from './choose-language.ts';
import { rereadCosts } from './page-limits.ts';
import type { Locale } from './locale.ts';
import type { PageDeps } from './page-deps.ts';
import { type Carried, type PageLinks, pageLinks } from './page-links.ts';
import { type Reader, type ReadPage, readPage, type ReadToBid, readToBid } from './read-page.ts';

/** Somebody with one browser at one auction: what every step of the page begins with. */
export interface AuctionVisit extends Omit<ReadPage, 'signingSecrets'>, Visitor {}

/** The same at a step that shows no page. */
export interface BiddingVisit extends Omit<ReadToBid, 'signingSecrets'>, Visitor {}

interface Visitor {
  /** `null`: the auction cannot take bids: see `gatewayFor`. */
  readonly gateway: Gateway | null;
  /** The side of the page of that gateway's provider. */
  readonly provider: ProviderPage | null;
  readonly bounds: BidBounds;
  readonly browserId: string;
  readonly bidder: BidderOfUrl;
  /** True: a valid signature of the seller came with `bidderId`. */
  readonly isSigned: boolean;
  /** `missing`: the seller requires a signature; `null`: this link may be used to bid. */
  readonly signatureFault: 'missing' | 'wrong' | null;
  /** The private link that was opened, through which nobody bids; `null`: the page of the auction itself was. */
  readonly followed: Followed | null;
  readonly links: PageLinks;
  readonly locale: Locale;
}

/** A private link to the bids of one bidder in one browser. */
interface Followed {
  readonly key: string;
  /** The place where this bidder bids on: the browser that reads, which has bid before; a new one; or the seller's signed link. */
  readonly bidsOn: 'here' | 'onThisDevice' | 'bySignedLink';
}

/** Reads what a request brings along: each of its pages and forms has it in its address. */
export function carriedBy(c: Context): Carried & { readonly bidder: BidderOfUrl } {
  const query = Object.entries(c.req.queries()).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );
  return { bidder: bidderOfUrl(query), key: c.req.query('key') ?? null, language: chosenLanguage(c) };
}

/** Returns the addresses that lead on from a request to an auction. */
export function linksOf(
  c: Context,
  { config }: Pick<PageDeps, 'config'>,
  auctionId = c.req.param('auctionId') ?? '',
): PageLinks {
  return pageLinks(config.publicUrl, auctionId, carriedBy(c));
}

/** @throws Refusal `auction_not_found` */
export async function visitAuction(c: Context, deps: PageDeps): Promise<AuctionVisit> {
  return await visitBy(readPage, c, deps);
}

/**
 * The same for a step that shows no page: it reads less.
 *
 * @throws Refusal `auction_not_found`
 */
export async function visitToBid(c: Context, deps: PageDeps): Promise<BiddingVisit> {
  return await visitBy(readToBid, c, deps);
}

async function visitBy<Read extends ReadToBid>(
  read: (deps: PageDeps, reader: Reader) => Promise<Read>,
  c: Context,
  deps: PageDeps,
) {
  const { bidder } = carriedBy(c);
  const { publicUrl } = deps.config;
  const browserId = readBrowser(c, publicUrl);
  const signedBidderId = bidder.signature === null ? null : bidder.bidderId;
  const page = await read(deps, { auctionId: c.req.param('auctionId') ?? '', browserId, signedBidderId });
  // An auction that does not exist names no browser.
  return visitOf(c, deps, page, { browserId: browserId ?? nameBrowser(c, publicUrl), bidder });
}

/**
 * The same by the private link to the bids of one bidder in one browser, whose key the address has.
 *
 * @throws Refusal `bid_not_found` where the key is not that of such a link
 */
export async function followedVisit(c: Context, deps: PageDeps): Promise<AuctionVisit> {
  const { config } = deps;
  const auctionId = c.req.param('auctionId') ?? '';
  const key = c.req.query('key') ?? '';
  const submissionToken = key.split('.', 1)[0]!;
  const of = await findBrowserOfBid(deps.db, { auctionId, submissionToken });
  if (of === null || !isFollowKey(key, { submissionToken, browserId: of.browserId }))
    throw new Refusal('bid_not_found');
  const { bidderId, browserId, isSigned } = of;
  const page = await readPage(deps, { auctionId, browserId, signedBidderId: null });
  const isHere = readBrowser(c, config.publicUrl) === browserId;
  // A private link may be shown to others, and a signature lets its bearer bid. Only the browser that had the signature before gets it.
  const signature = isSigned && isHere ? signatureOf(config, page.signingSecrets, { ...page.auction, bidderId }) : null;
  const parameters = [
    ...(of.isNamed ? [['bidderId', bidderId] as const] : []),
    ...(signature === null ? [] : [['signature', signature] as const]),
  ];
  const bidsOn = isHere ? 'here' : isSigned ? 'bySignedLink' : 'onThisDevice';
  return visitOf(c, deps, page, {
    browserId,
    bidder: { bidderId: null, signature: null, fault: null, parameters },
    bidsOf: bidderId,
    followed: { key, bidsOn },
  });
}

/**
 * The same for nobody in particular: no cookie is read or given, and no bid is anybody's own.
 *
 * @throws Refusal `auction_not_found`
 */
export async function visitOfNobody(c: Context, deps: PageDeps): Promise<AuctionVisit> {
  const page = await readPage(deps, {
    auctionId: c.req.param('auctionId') ?? '',
    browserId: null,
    signedBidderId: null,
  });
  return visitOf(c, deps, page, { browserId: randomUUID(), bidder: carriedBy(c).bidder });
}

/** @param who.bidsOf the bidder whose bids are shown, where the address names none */
function visitOf<Read extends ReadToBid>(
  c: Context,
  deps: PageDeps,
  { signingSecrets, ...page }: Read,
  who: {
    readonly browserId: string;
    readonly bidder: BidderOfUrl;
    readonly bidsOf?: string;
    readonly followed?: Followed;
  },
) {
  const { browserId, bidder, bidsOf, followed = null } = who;
  const { bidderId, signature } = bidder;
  const { auction, card } = page;
  const { auctionId, sellerId } = auction;
  const gateway = gatewayFor(deps, auction);
  const isSigned =
    bidderId !== null &&
    signature !== null &&
    isSignedBy(deps.config, signingSecrets, { sellerId, auctionId, bidderId, signature });
  return {
    ...page,
    // The bids of another `bidderId` in the same browser are another's. Without one, a bidder goes by the e-mail address.
    own: page.own.filter((bid) => (bid.isOfBrowser || isSigned) && bid.bidderId === (bidsOf ?? bidderId ?? bid.email)),
    gateway,
    provider: gateway === null ? null : deps.providerPages[gateway.name],
    bounds: bidBounds(auction, gateway),
    browserId,
    bidder,
    isSigned,
    signatureFault: signatureFaultOf(bidder, auction, isSigned),
    followed,
    links: pageLinks(deps.config.publicUrl, auctionId, {
      bidder,
      key: followed?.key ?? null,
      language: chosenLanguage(c),
    }),
    locale: localeOf(c, card.language),
  };
}

/** A signature that came must be right, also where none is required: nobody would notice a wrong one otherwise. */
function signatureFaultOf(
  { signature }: BidderOfUrl,
  { requiresSignature }: AuctionOfBid,
  isSigned: boolean,
): AuctionVisit['signatureFault'] {
  if (isSigned) return null;
  if (signature !== null) return 'wrong';
  return requiresSignature ? 'missing' : null;
}

/**
 * @returns `null`: the auction cannot take bids, because its seller cannot be paid, or is live and no provider is
 *   configured
 */
export function gatewayFor({ gateways, providerPages }: PageDeps, { mode, canBePaid }: AuctionOfBid): Gateway | null {
  const gateway = canBePaid ? findGateway(gateways, mode) : null;
  return gateway === null || providerPages[gateway.name] === null ? null : gateway;
}

/**
 * Counts a request that asks the payment provider about the browser's own bid again. A request that finds no bid of the browser
 * asks nobody, and costs what any other costs.
 *
 * @returns 0, or for how many seconds the answer is no
 */
export async function limitReread({ limits }: PageDeps, { browserId }: BiddingVisit): Promise<number> {
  return await limits.take('browser', browserId, rereadCosts - 1);
}
