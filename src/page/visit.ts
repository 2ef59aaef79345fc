import type { Context } from 'hono';
import { findOwnBids, type OwnBid } from '../bids/find-own-bids.ts';
import { findPublicAuction, type PublicAuction } from '../bids/find-public-auction.ts';
import { findSigningSecrets, isSignedBy } from '../bidders/signature.ts';
import { findItemCard, type ItemCard } from '../presentation/find-item-card.ts';
import { Refusal } from '../core/refusal.ts';
import type { Gateway } from '../payments/gateway.ts';
import type { ProviderPage } from '../payments/provider-page.ts';
import { type BidBounds, bidBounds } from './bid-bounds.ts';
import { type BidderOfUrl, bidderOfUrl, type GivenBidder } from './bidder-of-url.ts';
import { chosenLanguage, localeOf } from './choose-language.ts';
import { nameBrowser } from './browser-cookie.ts';
import { gatewayFor } from './gateway-for.ts';
import type { Locale } from './locale.ts';
import type { PageDeps } from './page-deps.ts';
import { type PageLinks, pageLinks } from './page-links.ts';

/** Somebody with one browser at one auction: what every step of the page begins with. */
export interface Visit {
  readonly auction: PublicAuction;
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
  readonly own: readonly OwnBid[];
  /** The words and the looks that the seller has chosen. */
  readonly card: ItemCard;
  /** Whether this browser has placed the leading bid. */
  readonly isOwnLead: boolean;
  readonly locale: Locale;
}

const parameters = ['bidderId', 'signature', 'bid', 'sentBefore', 'lang'];

/** Reads the bidder from the address of a request. */
export function bidderInUrl(c: Context): GivenBidder {
  return { bidderIds: c.req.queries('bidderId') ?? [], signatures: c.req.queries('signature') ?? [] };
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
  // An auction that does not exist names no browser.
  const auction = await findPublicAuction(deps, auctionId);
  if (auction === null) throw new Refusal('auction_not_found');
  return await visitOf(c, deps, auction, { ...nameBrowser(c, deps.config.publicUrl), bidder });
}

/**
 * The same for a browser that is known otherwise.
 *
 * @throws Refusal `auction_not_found`
 */
export async function visitAs(
  c: Context,
  deps: PageDeps,
  auctionId: string,
  who: { readonly browserId: string; readonly bidder: BidderOfUrl },
): Promise<Visit> {
  const auction = await findPublicAuction(deps, auctionId);
  if (auction === null) throw new Refusal('auction_not_found');
  return await visitOf(c, deps, auction, { ...who, isNew: false });
}

async function visitOf(
  c: Context,
  deps: PageDeps,
  auction: PublicAuction,
  { browserId, isNew, bidder }: { readonly browserId: string; readonly isNew: boolean; readonly bidder: BidderOfUrl },
): Promise<Visit> {
  const gateway = gatewayFor(deps, auction);
  const { auctionId, sellerId } = auction;
  const { publicUrl } = deps.config;
  const [own, card, isSigned] = await Promise.all([
    // A browser that has just been named has no bids.
    isNew ? [] : findOwnBids(deps.db, { auctionId, browserId }),
    findItemCard(deps.db, { auctionId, sellerId }),
    hasValidSignature(deps, auction, bidder),
  ]);
  const signatureFault = signatureFaultOf(bidder, auction, isSigned);
  return {
    auction,
    gateway,
    provider: gateway === null ? null : deps.providerPages[gateway.name],
    bounds: bidBounds(auction, gateway),
    browserId,
    bidder,
    isSigned,
    signatureFault,
    // Without a bidder who may not bid: the page stays readable.
    links: pageLinks(publicUrl, auctionId, signatureFault === null ? bidder : null, chosenLanguage(c)),
    own,
    card,
    isOwnLead: own.some(({ bidId }) => bidId !== null && bidId === auction.leadingBidId),
    locale: localeOf(c, card.language),
  };
}

async function hasValidSignature(
  { config, db }: PageDeps,
  { auctionId, sellerId }: PublicAuction,
  { bidderId, signature }: BidderOfUrl,
): Promise<boolean> {
  if (bidderId === null || signature === null) return false;
  return isSignedBy(config, await findSigningSecrets(db, sellerId), { sellerId, auctionId, bidderId, signature });
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
