import type { Route } from '../../../src/api/v1/route-table.ts';
import { soundPeriod } from '../../contract/periods.ts';
import { type AuctionOptions, upcoming } from '../../support/insert-auction.ts';
import type { Seller } from '../../support/seller.ts';
import type { Service } from '../../support/service.ts';

export interface SoundRequest {
  readonly path: string;
  readonly init: RequestInit;
}

/** Makes requests that nothing is wrong with, each on an auction with a bid of its own. */
export function soundRequests(service: Service, seller: Seller) {
  return async (
    { method, path, body }: Route,
    options: AuctionOptions = upcoming,
    changes: object = { title: 'A walnut desk' },
  ): Promise<SoundRequest> => {
    const auction = await service.auction(seller, options);
    const { bidId } = await service.bid(auction);
    const id = path.includes(':bidId') ? bidId : auction.auctionId;
    const sent = method === 'POST' ? { title: 'A walnut desk', biddingPeriod: soundPeriod() } : changes;
    return {
      path: `/v1${path.replace(/:\w+/, id)}`,
      init: { method, ...(body !== undefined && jsonBody(JSON.stringify(sent))) },
    };
  };
}

export function jsonBody(body: string): RequestInit {
  return { headers: { 'content-type': 'application/json' }, body };
}

export function withHeaders(init: RequestInit, more: Record<string, string>): RequestInit {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return { ...init, headers };
}
