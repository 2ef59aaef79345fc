import { findPublicAuction } from '../bids/find-public-auction.ts';
import { Refusal } from '../core/refusal.ts';
import { auctionState, type AuctionState } from './auction-state.ts';
import { bidBounds } from './bid-bounds.ts';
import { gatewayFor } from './gateway-for.ts';
import type { PageDeps } from './page-deps.ts';

/** @throws Refusal `auction_not_found` */
export async function readState(deps: PageDeps, auctionId: string): Promise<AuctionState> {
  const auction = await findPublicAuction(deps, auctionId);
  if (auction === null) throw new Refusal('auction_not_found');
  return auctionState(auction, bidBounds(auction, gatewayFor(deps, auction)));
}
