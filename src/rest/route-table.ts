import { z } from 'zod';
import { auctionFaults } from '../auctions/auction-faults.ts';
import { createAuctionInput, findAuctionsInput, updateAuctionInput } from '../auctions/auction-input.ts';
import { updateFaults } from '../auctions/update-auction.ts';
import { findBidsInput } from '../bids/bid-input.ts';
import type { Fault, RefusalCode } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';

/** One of the seven routes: the GraphQL operation it runs, and what of a request it takes. */
export interface Route {
  readonly operation: `${'Query' | 'Mutation'}.${string}`;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/v1`; a parameter is an argument of the operation and always a UUID. */
  readonly path: string;
  readonly status: 200 | 201;
  /** What an id that is no UUID is refused with, as an unknown one is. */
  readonly notFound?: RefusalCode;
  readonly query: z.ZodObject;
  readonly body?: {
    readonly schema: z.ZodObject;
    /** Every fault of the body, those included that only the database's clock can tell. */
    faults(connection: Connection, viewer: Viewer, raw: unknown): Promise<Fault[]>;
  };
}

const nothing = z.strictObject({});
const withBids = { includeBids: z.boolean().optional() };

/** Everything that `/v1` is. */
export const routes: readonly Route[] = [
  {
    operation: 'Query.auctions',
    method: 'GET',
    path: '/auctions',
    status: 200,
    query: findAuctionsInput.extend(withBids),
  },
  {
    operation: 'Query.auction',
    method: 'GET',
    path: '/auctions/:auctionId',
    status: 200,
    notFound: 'auction_not_found',
    query: z.strictObject(withBids),
  },
  {
    operation: 'Mutation.createAuction',
    method: 'POST',
    path: '/auctions',
    status: 201,
    query: nothing,
    body: {
      schema: createAuctionInput,
      faults: (connection, viewer, raw) => auctionFaults(connection, viewer, createAuctionInput, raw),
    },
  },
  {
    operation: 'Mutation.updateAuction',
    method: 'PATCH',
    path: '/auctions/:auctionId',
    status: 200,
    notFound: 'auction_not_found',
    query: nothing,
    body: { schema: updateAuctionInput, faults: updateFaults },
  },
  {
    operation: 'Mutation.cancelAuction',
    method: 'DELETE',
    path: '/auctions/:auctionId',
    status: 200,
    notFound: 'auction_not_found',
    query: nothing,
  },
  { operation: 'Query.bids', method: 'GET', path: '/bids', status: 200, query: findBidsInput },
  {
    operation: 'Query.bid',
    method: 'GET',
    path: '/bids/:bidId',
    status: 200,
    notFound: 'bid_not_found',
    query: nothing,
  },
];
