import { z } from 'zod';
import { createAuctionBody, findAuctionsInput, updateAuctionBody } from '../../auctions/auction-input.ts';
import { type Check, checkOf, checkOfUpdate } from '../../auctions/auction-faults.ts';
import { findBidsInput } from '../../auctions/bids/reads.ts';

/** One of the seven routes: the GraphQL operation it runs, and the parts of a request that it takes. */
export interface Route {
  readonly operation: `${'Query' | 'Mutation'}.${string}`;
  /** The name in the interface document. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below `/v1`; a parameter is an argument of the operation and always a UUID. */
  readonly path: string;
  readonly status: 200 | 201;
  /** For a change that obeys `If-Match`: the operation whose plain answers have the tags. */
  readonly taggedBy?: Route['operation'];
  readonly query: z.ZodObject;
  readonly body?: {
    readonly schema: z.ZodObject;
    readonly check: Check;
  };
}

const nothing = z.strictObject({});
const withBids = { includeBids: z.boolean().default(false) };

/** All routes of `/v1`. */
export const routes: readonly Route[] = [
  {
    operation: 'Query.auctions',
    name: 'List auctions',
    method: 'GET',
    path: '/auctions',
    status: 200,
    query: findAuctionsInput.extend(withBids),
  },
  {
    operation: 'Query.auction',
    name: 'Get an auction',
    method: 'GET',
    path: '/auctions/:auctionId',
    status: 200,
    query: z.strictObject(withBids),
  },
  {
    operation: 'Mutation.createAuction',
    name: 'Create an auction',
    method: 'POST',
    path: '/auctions',
    status: 201,
    query: nothing,
    body: { schema: createAuctionBody, check: checkOf(createAuctionBody) },
  },
  {
    operation: 'Mutation.updateAuction',
    name: 'Update an auction',
    method: 'PATCH',
    path: '/auctions/:auctionId',
    status: 200,
    taggedBy: 'Query.auction',
    query: nothing,
    body: { schema: updateAuctionBody, check: checkOfUpdate(updateAuctionBody) },
  },
  {
    operation: 'Mutation.cancelAuction',
    name: 'Cancel an auction',
    method: 'DELETE',
    path: '/auctions/:auctionId',
    status: 200,
    taggedBy: 'Query.auction',
    query: nothing,
  },
  {
    operation: 'Query.bids',
    name: 'List bids',
    method: 'GET',
    path: '/bids',
    status: 200,
    query: findBidsInput,
  },
  {
    operation: 'Query.bid',
    name: 'Get a bid',
    method: 'GET',
    path: '/bids/:bidId',
    status: 200,
    query: nothing,
  },
];
