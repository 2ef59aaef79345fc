import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { isSignedBy } from '../bidders/bidder-signing.ts';
import type { PublicAuction } from './find-public-auction.ts';
import { Refusal } from '../core/refusal.ts';
import { findGateway } from '../providers/gateways.ts';
import type { Gateway } from '../providers/gateway.ts';
import type { ProviderPage } from '../providers/provider-page.ts';
import { type BidBounds, bidBounds } from './auction-state.ts';
import { type BidderOfUrl, bidderOfUrl, type GivenBidder } from './bidder-of-url.ts';
import { nameBrowser, readBrowser } from './browser-cookie.ts';
import { chosenLanguage, localeOf } from './choose-language.ts';
import { rereadCosts } from './limits.ts';
import type { Locale } from './locale.ts';
import type { PageDeps } from './page-deps.ts';
import { type PageLinks, pageLinks } from './page-links.ts';
import type { Form } from './read-form.ts';
import { type ReadPage, readPage } from './read-page.ts';

/** Somebody with one browser at one auction: what every step of the page begins with. */
export interface Visit extends Omit<ReadPage, 'signingSecrets'> {
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
  readonly links: PageLinks;
  readonly locale: Locale;
}

const parameters = ['bidderId', 'signature', 'bid', 'sentBefore', 'lang'];

/** Reads the bidder from the address of a request. */
export function bidderInUrl(c: Context): GivenBidder {
  return { bidderIds: c.req.queries('bidderId') ?? [], signatures: c.req.queries('signature') ?? [] };
}

/** Reads the bidder from a form of ours. */
export function bidderInForm(form: Form): GivenBidder {
  const listOf = (field: string | undefined) => (field === undefined ? [] : [field]);
  return { bidderIds: listOf(form.get('bidderId')), signatures: listOf(form.get('signature')) };
}

/**
 * @param given the bidder, by the address or by the form
 * @throws Refusal `auction_not_found`
 */
export async function visitAuction(c: Context, deps: PageDeps, given: GivenBidder): Promise<Visit> {
  const auctionId = c.req.param('auctionId') ?? '';
  const bidder = bidderOfUrl(
    given,
    Object.keys(c.req.query()).filter((name) => !parameters.includes(name)),
  );
  const known = readBrowser(c, deps.config.publicUrl);
  const page = await readPage(deps, auctionId, known, signedBidderOf(bidder));
  // An auction that does not exist names no browser.
  if (page === null) throw new Refusal('auction_not_found');
  return visitOf(c, deps, page, { browserId: known ?? nameBrowser(c, deps.config.publicUrl), bidder });
}

/**
 * The same for a browser that is known otherwise.
 *
 * @param who.bidsOf the bidder whose bids are shown
 *
 * @throws Refusal `auction_not_found`
 */
export async function visitAs(
  c: Context,
  deps: PageDeps,
  auctionId: string,
  who: { readonly browserId: string; readonly bidder: BidderOfUrl; readonly bidsOf: string },
): Promise<Visit> {
  const page = await readPage(deps, auctionId, who.browserId, signedBidderOf(who.bidder));
  if (page === null) throw new Refusal('auction_not_found');
  return visitOf(c, deps, page, who);
}

/**
 * The same for nobody in particular: no cookie is read or given, and no bid is anybody's own.
 *
 * @throws Refusal `auction_not_found`
 */
export async function visitOfNobody(c: Context, deps: PageDeps): Promise<Visit> {
  const page = await readPage(deps, c.req.param('auctionId') ?? '', null, null);
  if (page === null) throw new Refusal('auction_not_found');
  return visitOf(c, deps, page, { browserId: randomUUID(), bidder: bidderOfUrl(bidderInUrl(c)) });
}

function visitOf(
  c: Context,
  deps: PageDeps,
  { signingSecrets, ...page }: ReadPage,
  { browserId, bidder, bidsOf }: { readonly browserId: string; readonly bidder: BidderOfUrl; readonly bidsOf?: string },
): Visit {
  const { auction, card } = page;
  const gateway = gatewayFor(deps, auction);
  const { publicUrl } = deps.config;
  const isSigned = hasValidSignature(deps, auction, bidder, signingSecrets);
  // The bids of another `bidderId` in the same browser are another's. Without one, a bidder goes by the e-mail address.
  const own = page.own.filter(
    (bid) => (bid.isOfBrowser || isSigned) && bid.bidderId === (bidsOf ?? bidder.bidderId ?? bid.email),
  );
  const signatureFault = signatureFaultOf(bidder, auction, isSigned);
  return {
    ...page,
    own,
    gateway,
    provider: gateway === null ? null : deps.providerPages[gateway.name],
    bounds: bidBounds(auction, gateway),
    browserId,
    bidder,
    isSigned,
    signatureFault,
    // Without a bidder who may not bid: the page stays readable.
    links: pageLinks(publicUrl, auction.auctionId, signatureFault === null ? bidder : null, chosenLanguage(c)),
    locale: localeOf(c, card.language),
  };
}

function signedBidderOf({ bidderId, signature }: BidderOfUrl): string | null {
  return signature === null ? null : bidderId;
}

function hasValidSignature(
  { config }: PageDeps,
  { auctionId, sellerId }: PublicAuction,
  { bidderId, signature }: BidderOfUrl,
  signingSecrets: readonly string[],
): boolean {
  if (bidderId === null || signature === null) return false;
  return isSignedBy(config, signingSecrets, { sellerId, auctionId, bidderId, signature });
}

/** A signature that came must be right, also where none is required: nobody would notice a wrong one otherwise. */
function signatureFaultOf(
  { signature }: BidderOfUrl,
  { requiresSignature }: PublicAuction,
  isSigned: boolean,
): Visit['signatureFault'] {
  if (isSigned) return null;
  if (signature !== null) return 'wrong';
  return requiresSignature ? 'missing' : null;
}

/**
 * @returns `null`: the auction cannot take bids, because its seller cannot be paid, or is live and no provider is
 *   configured
 */
export function gatewayFor({ gateways, providerPages }: PageDeps, { mode, canBePaid }: PublicAuction): Gateway | null {
  const gateway = canBePaid ? findGateway(gateways, mode) : null;
  return gateway === null || providerPages[gateway.name] === null ? null : gateway;
}

/**
 * Counts a request that asks the payment provider about the browser's own bid again. A request that finds no bid of the browser
 * asks nobody, and costs what any other costs.
 *
 * @returns 0, or for how many seconds the answer is no
 */
export async function limitReread({ limits }: PageDeps, { browserId }: Visit): Promise<number> {
  return await limits.take('browser', browserId, rereadCosts - 1);
}
