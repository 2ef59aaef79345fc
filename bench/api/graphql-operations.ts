import { type ApiOperation, type Ask, type Asked, authorized, each, type Place, sendsJson } from './api-operation.ts';
import type { WireRequest } from './load-types.ts';
import { aChange, anAuction, newAuctions } from './new-auctions.ts';

function request(key: string, query: string, variables: object): WireRequest {
  return {
    method: 'POST',
    path: '/graphql',
    headers: authorized(key, { ...sendsJson, accept: 'application/json' }),
    body: JSON.stringify({ query, variables }),
  };
}

function ask(query: string, variables: (place: Place) => object): Ask {
  return (asked) => each(asked, (place) => request(place.key, query, variables(place)));
}

/** @param theirs the same in PostGraphile's words, which takes the seller of the key as the variable `sellerId` */
function read(
  name: string,
  perRound: number,
  { query, theirs, variables = () => ({}) }: { query: string; theirs: string; variables?: (place: Place) => object },
): ApiOperation {
  return {
    name: `GraphQL ${name}`,
    asks: {
      ours: ask(query, variables),
      mercurius: ask(query, variables),
      postgraphile: ask(theirs, (place) => ({ sellerId: place.sellerId, ...variables(place) })),
    },
    status: 200,
    isRepeatable: true,
    perRound,
    goals: { mercurius: { app: 1.3 }, postgraphile: { app: 0.5 } },
    maxRoundTrips: 1,
  };
}

function write(name: string, asking: Ask): ApiOperation {
  return {
    name: `GraphQL ${name}`,
    asks: { ours: asking, mercurius: asking },
    status: 200,
    isRepeatable: false,
    perRound: 1_000,
    goals: { mercurius: { app: 1.3 } },
    maxRoundTrips: 2,
  };
}

const theirAuction =
  'auctionId createdAt biddingPeriodStartsAt biddingPeriodEndsAt type minimumBidValueInCents title status';
const auction = `${theirAuction} auctionUrl`;
const bid = 'bidId bidderId placedAt bidValueInCents auctionId isWinningBid';

/** @param after where each seller's page begins, `null`: at the beginning */
export function connection(
  name: string,
  after: (asked: Asked) => (string | null)[] | Promise<(string | null)[]>,
): ApiOperation {
  return {
    name: `GraphQL ${name}`,
    asks: {
      ours: async (asked) => {
        const { sellers } = asked.seeded;
        const query = `query ($after: String) { auctionConnection(first: 100, after: $after) { edges { node { ${auction} } } } }`;
        return (await after(asked)).map((cursor, index) => request(sellers[index]!.key, query, { after: cursor }));
      },
    },
    status: 200,
    isRepeatable: true,
    perRound: 800,
    goals: {},
    maxRoundTrips: null,
  };
}

export const graphqlOperations: readonly ApiOperation[] = [
  read('one auction', 4_000, {
    query: `query ($auctionId: UUID!) { auction(auctionId: $auctionId) { auction { ${auction} } } }`,
    theirs: `query ($auctionId: UUID!) { auctionByAuctionId(auctionId: $auctionId) { ${theirAuction} } }`,
    variables: ({ auctionId }) => ({ auctionId }),
  }),
  read('one bid', 4_000, {
    query: `query ($bidId: UUID!) { bid(bidId: $bidId) { bid { ${bid} } } }`,
    theirs: `query ($bidId: UUID!) { bidByBidId(bidId: $bidId) { ${bid} } }`,
    variables: ({ bidId }) => ({ bidId }),
  }),
  read('list 100', 1_000, {
    query: `{ auctions { auctions { ${auction} } } }`,
    theirs: `query ($sellerId: UUID!) { allAuctions(condition: { sellerId: $sellerId }, first: 100, orderBy: [CREATED_AT_DESC]) { nodes { ${theirAuction} } } }`,
  }),
  read('list 20 with bids', 600, {
    query: `{ auctions(limit: 20) { auctions { ${auction} bids { ${bid} } } } }`,
    theirs: `query ($sellerId: UUID!) { allAuctions(condition: { sellerId: $sellerId }, first: 20, orderBy: [CREATED_AT_DESC]) { nodes { ${theirAuction} bidsByAuctionId { nodes { ${bid} } } } } }`,
  }),
  read('list 100 bids', 1_000, {
    query: `{ bids { bids { ${bid} } } }`,
    theirs: `query ($sellerId: UUID!) { allBids(condition: { sellerId: $sellerId }, first: 100, orderBy: [PLACED_AT_DESC]) { nodes { ${bid} } } }`,
  }),
  write('create', ({ seeded: { writers }, count }) =>
    Array.from({ length: count }, (_, index) =>
      request(
        writers[index % writers.length]!.key,
        `mutation ($title: String!, $minimumBidValueInCents: Int, $biddingPeriod: BiddingPeriodInput!) {
          createAuction(title: $title, minimumBidValueInCents: $minimumBidValueInCents, biddingPeriod: $biddingPeriod) { auction { ${auction} } } }`,
        anAuction(index),
      ),
    ),
  ),
  write('update', async (asked) =>
    (await newAuctions(asked)).map(({ key, auctionId }) =>
      request(
        key,
        `mutation ($auctionId: UUID!, $title: String, $minimumBidValueInCents: Int) {
          updateAuction(auctionId: $auctionId, title: $title, minimumBidValueInCents: $minimumBidValueInCents) { auction { ${auction} } } }`,
        { auctionId, ...aChange },
      ),
    ),
  ),
  write('cancel', async (asked) =>
    (await newAuctions(asked)).map(({ key, auctionId }) =>
      request(key, 'mutation ($auctionId: UUID!) { cancelAuction(auctionId: $auctionId) { success } }', { auctionId }),
    ),
  ),
];
