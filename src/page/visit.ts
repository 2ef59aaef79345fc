import type { Context } from 'hono';
import { findOwnBids, type OwnBid } from '../bids/find-own-bids.ts';
import { findPublicAuction, type PublicAuction } from '../bids/find-public-auction.ts';
import { findItemCard, type ItemCard } from '../presentation/find-item-card.ts';
import { Refusal } from '../core/refusal.ts';
import type { Gateway } from '../payments/gateway.ts';
import type { ProviderPage } from '../payments/provider-page.ts';
import { type BidBounds, bidBounds } from './bid-bounds.ts';
import { type BidderOfUrl, bidderOfUrl } from './bidder-of-url.ts';
import { nameBrowser } from './browser-cookie.ts';
import { gatewayFor } from './gateway-for.ts';
import type { PageDeps } from './page-deps.ts';
import { type PageLinks, pageLinks } from './page-links.ts';

/** Somebody with one browser at one auction: what every step of the page begins with. */
export interface Visit {
  readonly auction: PublicAuction;
  /** `null`: the auction cannot take bids, because its seller is live and no provider is configured. */
  readonly gateway: Gateway | null;
  /** The side of the page of that gateway's provider. */
  readonly provider: ProviderPage | null;
  readonly bounds: BidBounds;
  readonly browserId: string;
  readonly bidder: BidderOfUrl;
  readonly links: PageLinks;
  readonly own: readonly OwnBid[];
  /** The words and the looks that the seller has chosen. */
  readonly card: ItemCard;
  /** Whether this browser has placed the leading bid. */
  readonly isOwnLead: boolean;
}

const parameters = ['bidderId', 'bid', 'sentBefore'];

/**
 * @param bidderIds each `bidderId` that was given
 * @throws Refusal `auction_not_found`
 */
export async function visitAuction(c: Context, deps: PageDeps, bidderIds: readonly string[]): Promise<Visit> {
  const auctionId = c.req.param('auctionId') ?? '';
  const bidder = bidderOfUrl(
    bidderIds,
    Object.keys(c.req.query()).filter((name) => !parameters.includes(name)),
  );
  // An auction that does not exist names no browser.
  const auction = await findPublicAuction(deps.db, auctionId);
  if (auction === null) throw new Refusal('auction_not_found');
  return await visitOf(deps, auction, { browserId: nameBrowser(c, deps.config.publicUrl), bidder });
}

/**
 * The same for a browser that is known otherwise.
 *
 * @throws Refusal `auction_not_found`
 */
export async function visitAs(
  deps: PageDeps,
  auctionId: string,
  who: { readonly browserId: string; readonly bidder: BidderOfUrl },
): Promise<Visit> {
  const auction = await findPublicAuction(deps.db, auctionId);
  if (auction === null) throw new Refusal('auction_not_found');
  return await visitOf(deps, auction, who);
}

async function visitOf(
  deps: PageDeps,
  auction: PublicAuction,
  { browserId, bidder }: { readonly browserId: string; readonly bidder: BidderOfUrl },
): Promise<Visit> {
  const gateway = gatewayFor(deps, auction);
  const { auctionId, sellerId } = auction;
  const [own, card] = await Promise.all([
    findOwnBids(deps.db, { auctionId, browserId }),
    findItemCard(deps.db, { auctionId, sellerId }),
  ]);
  return {
    auction,
    gateway,
    provider: gateway === null ? null : deps.providerPages[gateway.name],
    bounds: bidBounds(auction, gateway),
    browserId,
    bidder,
    links: pageLinks(deps.config.publicUrl, auction.auctionId, bidder.bidderId),
    own,
    card,
    isOwnLead: own.some(({ bidId }) => bidId !== null && bidId === auction.leadingBidId),
  };
}
