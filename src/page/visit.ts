import type { Context } from 'hono';
import { findOwnBids, type OwnBid } from '../bids/find-own-bids.ts';
import { findPublicAuction, type PublicAuction } from '../bids/find-public-auction.ts';
import { Refusal } from '../core/refusal.ts';
import type { Gateway } from '../payments/gateway.ts';
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
  readonly bounds: BidBounds;
  readonly browserId: string;
  readonly bidder: BidderOfUrl;
  readonly links: PageLinks;
  readonly own: readonly OwnBid[];
}

/**
 * @param bidderIds each `bidderId` that was given
 * @throws Refusal `auction_not_found`
 */
export async function visitAuction(c: Context, deps: PageDeps, bidderIds: readonly string[]): Promise<Visit> {
  const { config, db } = deps;
  const auctionId = c.req.param('auctionId') ?? '';
  const auction = await findPublicAuction(db.pool, auctionId);
  if (auction === null) throw new Refusal('auction_not_found');
  const browserId = nameBrowser(c, config.publicUrl);
  const bidder = bidderOfUrl(bidderIds);
  const gateway = gatewayFor(deps, auction);
  return {
    auction,
    gateway,
    bounds: bidBounds(auction, gateway),
    browserId,
    bidder,
    links: pageLinks(config.publicUrl, auction.auctionId, bidder.bidderId),
    own: await findOwnBids(db.pool, { auctionId: auction.auctionId, browserId }),
  };
}
