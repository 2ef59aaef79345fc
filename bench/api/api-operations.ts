import type { WireRequest } from './load-types.ts';
import type { SeededApi } from './seed-api.ts';

/** What a request names. */
interface Place {
  readonly sellerId: string;
  readonly auctionId: string;
  readonly bidId: string;
}

/** The files of `bench/peers`. */
export type Peer = 'fastify-pg' | 'express-prisma' | 'postgraphile' | 'mercurius';

/** One thing to ask for, of the service and of the peers that can answer it. */
export interface ApiOperation {
  readonly name: string;
  /** Requests of one round; the nth of each server name the same things. */
  readonly ours: (seeded: SeededApi) => WireRequest[];
  readonly peers: Partial<Record<Peer, (seeded: SeededApi) => WireRequest[]>>;
  /** The same bytes are wanted, in any order of the keys. PostGraphile has words of its own. */
  readonly status: number;
  /** How many a round takes; each round of a write needs as many of its own. */
  readonly perRound: number;
}

const samples = 400;

function each(seeded: SeededApi, ask: (place: Place & { key: string }) => WireRequest): WireRequest[] {
  return Array.from({ length: samples }, (_, index) => {
    const seller = index % seeded.sellers.length;
    const auctions = seeded.auctions[seller]!;
    return ask({
      ...seeded.sellers[seller]!,
      ...auctions[Math.floor(index / seeded.sellers.length) % auctions.length]!,
    });
  });
}

function get(path: (place: Place) => string) {
  return (seeded: SeededApi) =>
    each(seeded, (place) => ({
      method: 'GET',
      path: `/v1${path(place)}`,
      headers: { authorization: `Bearer ${place.key}` },
    }));
}

function graphql(query: string, variables: (place: Place) => object = () => ({})) {
  return (seeded: SeededApi) =>
    each(seeded, (place) => ({
      method: 'POST',
      path: '/graphql',
      headers: { authorization: `Bearer ${place.key}`, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query, variables: variables(place) }),
    }));
}

function rest(name: string, path: (place: Place) => string, perRound: number): ApiOperation {
  return {
    name,
    ours: get(path),
    peers: { 'fastify-pg': get(path), 'express-prisma': get(path) },
    status: 200,
    perRound,
  };
}

const auctionFields = `auctionId createdAt biddingPeriodStartsAt biddingPeriodEndsAt type minimumBidValueInCents title status auctionUrl`;
const bidFields = `bidId bidderId placedAt bidValueInCents auctionId isWinningBid`;
const theirAuctionFields = `auctionId createdAt biddingPeriodStartsAt biddingPeriodEndsAt type minimumBidValueInCents title status`;
const theirBidFields = `bidId bidderId placedAt bidValueInCents auctionId isWinningBid`;

function read(
  name: string,
  query: string,
  theirs: string,
  variables: (place: Place) => object,
  perRound: number,
): ApiOperation {
  return {
    name: `GraphQL ${name}`,
    ours: graphql(query, variables),
    peers: {
      mercurius: graphql(query, variables),
      postgraphile: graphql(theirs, (place) => ({ sellerId: place.sellerId, ...variables(place) })),
    },
    status: 200,
    perRound,
  };
}

const none = () => ({});

export const reads: readonly ApiOperation[] = [
  rest('GET one', ({ auctionId }) => `/auctions/${auctionId}`, 6_000),
  rest('GET one with bids', ({ auctionId }) => `/auctions/${auctionId}?includeBids=true`, 4_000),
  rest('GET bid', ({ bidId }) => `/bids/${bidId}`, 6_000),
  rest('list 20', () => '/auctions?limit=20', 3_000),
  rest('list 100', () => '/auctions', 1_500),
  rest('list 100 with bids', () => '/auctions?includeBids=true', 400),
  rest('list 100 bids', () => '/bids', 1_500),
  rest('list 100 bids of an auction', ({ auctionId }) => `/bids?auctionId=${auctionId}`, 3_000),
  rest('list 100, offset 800', () => '/auctions?offset=800', 800),
  read(
    'one auction',
    `query ($auctionId: UUID!) { auction(auctionId: $auctionId) { auction { ${auctionFields} } } }`,
    `query ($auctionId: UUID!) { auctionByAuctionId(auctionId: $auctionId) { ${theirAuctionFields} } }`,
    ({ auctionId }) => ({ auctionId }),
    4_000,
  ),
  read(
    'list 100',
    `{ auctions { auctions { ${auctionFields} } } }`,
    `query ($sellerId: UUID!) { allAuctions(condition: { sellerId: $sellerId }, first: 100, orderBy: [CREATED_AT_DESC]) { nodes { ${theirAuctionFields} } } }`,
    none,
    1_000,
  ),
  read(
    'list 20 with bids',
    `{ auctions(limit: 20) { auctions { ${auctionFields} bids { ${bidFields} } } } }`,
    `query ($sellerId: UUID!) { allAuctions(condition: { sellerId: $sellerId }, first: 20, orderBy: [CREATED_AT_DESC]) { nodes { ${theirAuctionFields} bidsByAuctionId { nodes { ${theirBidFields} } } } } }`,
    none,
    600,
  ),
];
