import { expect } from 'vitest';
import type { Answer } from '../support/answer.ts';
import type { Seller } from '../support/seller.ts';
import { type ErrorCode, readFaults, readProblem, type Refused } from './expect-problem.ts';

/** What came of an operation: its result, in the envelope that `/v1` puts around it, or the refusal. */
export type Outcome =
  | { readonly payload: any; readonly refused?: never }
  | { readonly payload?: never; readonly refused: Refused };

/** The seven operations, behind REST and GraphQL: what a rule says, both doors say. */
export interface Door {
  readonly name: 'REST' | 'GraphQL';
  /** How a fault points at a list's parameter. */
  parameter(name: string): string;
  auctions(seller: Seller, parameters?: object): Promise<Outcome>;
  auction(seller: Seller, auctionId: string): Promise<Outcome>;
  createAuction(seller: Seller, fields: object): Promise<Outcome>;
  updateAuction(seller: Seller, auctionId: string, fields: object): Promise<Outcome>;
  cancelAuction(seller: Seller, auctionId: string): Promise<Outcome>;
  bids(seller: Seller, parameters?: object): Promise<Outcome>;
  bid(seller: Seller, bidId: string): Promise<Outcome>;
}

export const rest: Door = {
  name: 'REST',
  parameter: (name) => name,
  auctions: async (seller, parameters) => readRest(await seller.get(`/v1/auctions${queryOf(parameters)}`)),
  auction: async (seller, auctionId) => readRest(await seller.get(`/v1/auctions/${auctionId}?includeBids=true`)),
  createAuction: async (seller, fields) => readRest(await seller.post('/v1/auctions', fields)),
  updateAuction: async (seller, auctionId, fields) => readRest(await seller.patch(`/v1/auctions/${auctionId}`, fields)),
  cancelAuction: async (seller, auctionId) => readRest(await seller.delete(`/v1/auctions/${auctionId}`)),
  bids: async (seller, parameters) => readRest(await seller.get(`/v1/bids${queryOf(parameters)}`)),
  bid: async (seller, bidId) => readRest(await seller.get(`/v1/bids/${bidId}`)),
};

const bidFields = 'bidId bidderId placedAt bidValueInCents auctionId isWinningBid';
const auctionFields =
  'auctionId createdAt biddingPeriodStartsAt biddingPeriodEndsAt type minimumBidValueInCents title status auctionUrl';

const pageInfo = 'pageInfo { hasNextPage endCursor }';

interface Parameters {
  readonly status?: string;
  readonly auctionId?: string;
  readonly bidderId?: string;
  readonly limit?: number;
  readonly offset?: number;
}

/** Reads the part of a connection that an offset names, by its cursors. */
async function listed(
  seller: Seller,
  document: string,
  filter: object,
  { limit, offset = 0 }: Parameters,
): Promise<Outcome> {
  const items: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const outcome = await operate(seller, document, { filter, after, first: offset === 0 ? limit : undefined });
    if (outcome.refused !== undefined) return outcome;
    const [[name, page]] = Object.entries<any>(outcome.payload as object) as [[string, any]];
    items.push(...page.nodes);
    after = page.pageInfo.endCursor;
    if (offset > 0 && page.pageInfo.hasNextPage === true && items.length < offset + (limit ?? 100)) continue;
    return { payload: { [name]: items.slice(offset, offset + (limit ?? 100)) } };
  }
}

export const graphql: Door = {
  name: 'GraphQL',
  parameter: (name) => ({ limit: '/first', bidderId: '/filter/bidderId' })[name] ?? `/${name}`,
  auctions: (seller, { status, ...part }: Parameters = {}) =>
    listed(
      seller,
      `query ($filter: AuctionFilter, $first: Int, $after: String) {
        auctions(filter: $filter, first: $first, after: $after) { nodes { ${auctionFields} } ${pageInfo} }
      }`,
      status === undefined ? {} : { statuses: [status] },
      part,
    ),
  auction: async (seller, auctionId) => {
    const outcome = await operate(
      seller,
      `query ($auctionId: ID!) { auction(auctionId: $auctionId) { ${auctionFields} bids { nodes { ${bidFields} } } } }`,
      { auctionId },
    );
    if (outcome.refused !== undefined) return outcome;
    const { bids, ...auction } = outcome.payload.auction;
    return { payload: { auction: { ...auction, bids: bids.nodes } } };
  },
  createAuction: (seller, fields) =>
    operate(
      seller,
      `mutation ($biddingPeriod: BiddingPeriodInput!, $title: String!, $minimumBidValueInCents: Cents, $type: AuctionType) {
        createAuction(input: {
          biddingPeriod: $biddingPeriod, title: $title, minimumBidValueInCents: $minimumBidValueInCents, type: $type
        }) { auction { ${auctionFields} } errors { code fault message path } }
      }`,
      fields,
    ),
  updateAuction: (seller, auctionId, fields) =>
    operate(
      seller,
      `mutation (
        $auctionId: ID!, $biddingPeriod: BiddingPeriodInput, $title: String, $minimumBidValueInCents: Cents, $type: AuctionType
      ) {
        updateAuction(input: {
          auctionId: $auctionId, biddingPeriod: $biddingPeriod, title: $title,
          minimumBidValueInCents: $minimumBidValueInCents, type: $type
        }) { auction { ${auctionFields} } errors { code fault message path } }
      }`,
      { auctionId, ...fields },
    ),
  cancelAuction: (seller, auctionId) =>
    operate(
      seller,
      'mutation ($auctionId: ID!) { cancelAuction(input: { auctionId: $auctionId }) { success errors { code fault message path } } }',
      { auctionId },
    ),
  bids: (seller, { auctionId, bidderId, ...part }: Parameters = {}) =>
    listed(
      seller,
      `query ($filter: BidFilter, $first: Int, $after: String) {
        bids(filter: $filter, first: $first, after: $after) { nodes { ${bidFields} } ${pageInfo} }
      }`,
      { auctionId, bidderId },
      part,
    ),
  bid: (seller, bidId) => operate(seller, `query ($bidId: ID!) { bid(bidId: $bidId) { ${bidFields} } }`, { bidId }),
};

export const doors = [rest, graphql];

/** @param faults every fault that the refusal lists, in any order */
export function expectRefused({ refused }: Outcome, code: ErrorCode, faults: readonly string[] = []): void {
  expect(refused).toEqual({ code, faults: [...faults].sort() });
}

/** The envelope of a success; fails the test with the refusal where there is one. */
export function payloadOf({ payload, refused }: Outcome): any {
  expect(refused).toBeUndefined();
  return payload;
}

/** The names around results in `/v1`, where there is one, by their operations. */
const envelopes: Readonly<Record<string, string>> = {
  auctions: 'auctions',
  auction: 'auction',
  createAuction: 'auction',
  updateAuction: 'auction',
  bids: 'bids',
  bid: 'bid',
};

function readRest(answer: Answer): Outcome {
  return answer.status < 400 ? { payload: answer.body } : { refused: readProblem(answer) };
}

async function operate(seller: Seller, document: string, variables: object = {}): Promise<Outcome> {
  const answer = await seller.graphql(document, variables);
  const { data, errors } = answer.body;
  if (errors === undefined) {
    const [[field, result]] = Object.entries(data) as [[string, unknown]];
    const envelope = envelopes[field];
    return { payload: envelope === undefined ? result : { [envelope]: result } };
  }
  expect(errors).toHaveLength(1);
  const { message, extensions } = errors[0];
  expect(message).toEqual(expect.stringMatching(/./));
  // An error in a payload has no id of the request.
  const isInPayload = !answer.text.startsWith('{"errors"');
  expect(extensions.requestId).toBe(isInPayload ? undefined : answer.headers.get('x-request-id'));
  return { refused: { code: extensions.code, faults: readFaults(extensions) } };
}

function queryOf(parameters: object = {}): string {
  return `?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))}`;
}
