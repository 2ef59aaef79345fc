import {
  aChange,
  type ApiOperation,
  type Ask,
  auctionsToCreate,
  authorized,
  each,
  type Material,
  newAuctions,
  type Place,
  sendsJson,
  type WireRequest,
} from './operation.ts';

function request(key: string, query: string, variables: object = {}): WireRequest {
  return {
    method: 'POST',
    path: '/graphql',
    headers: authorized(key, { ...sendsJson, accept: 'application/json' }),
    body: JSON.stringify({ query, variables }),
  };
}

interface Read {
  readonly perRound: number;
  /** The goal: our cost divided by Mercurius's. */
  readonly most: number;
  readonly query: string;
  readonly variables?: (place: Place) => object;
}

function read(name: string, { perRound, most, query, variables = () => ({}) }: Read): ApiOperation {
  const ask: Ask = (material) => each(material, (place) => request(place.key, query, variables(place)));
  return {
    name: `GraphQL ${name}`,
    asks: { ours: ask, mercurius: ask },
    status: 200,
    isRepeatable: true,
    perRound,
    goals: { mercurius: most },
    maxStatements: 1,
  };
}

function write(name: string, ask: Ask): ApiOperation {
  return {
    name: `GraphQL ${name}`,
    asks: { ours: ask, mercurius: ask },
    status: 200,
    isRepeatable: false,
    perRound: 1_000,
    goals: { mercurius: 1.2 },
    maxStatements: null,
  };
}

const auction =
  'auctionId createdAt biddingPeriodStartsAt biddingPeriodEndsAt type minimumBidValueInCents title status auctionUrl';
const bid = 'bidId bidderId placedAt bidValueInCents auctionId isWinningBid';
const payment = `payment {
  capturedInCents refundedInCents disputedInCents netInCents applicationFeeInCents
  reversals { kind state amountInCents providerReference madeAt changedAt }
}`;
const settlement = 'settlement { bidId requestedAt answeredAt result reason }';

/** @param after where each seller's page begins, `null`: at the beginning */
export function connection(
  name: string,
  after: (material: Material) => (string | null)[] | Promise<(string | null)[]>,
): ApiOperation {
  const query = `query ($after: String) { auctions(first: 100, after: $after) { edges { node { ${auction} } } } }`;
  const ask: Ask = async (material) =>
    (await after(material)).map((cursor, index) =>
      request(material.seeded.sellers[index]!.key, query, { after: cursor }),
    );
  return {
    name: `GraphQL ${name}`,
    asks: { ours: ask },
    status: 200,
    isRepeatable: true,
    perRound: 800,
    goals: {},
    maxStatements: 1,
  };
}

const firstPage = connection('connection 100', ({ seeded }) => seeded.sellers.map(() => null));

export const graphqlOperations: readonly ApiOperation[] = [
  read('one auction', {
    perRound: 4_000,
    most: 1.2,
    query: `query ($auctionId: ID!) { auction(auctionId: $auctionId) { ${auction} } }`,
    variables: ({ auctionId }) => ({ auctionId }),
  }),
  read('list 100', { perRound: 1_000, most: 1, query: `{ auctions { nodes { ${auction} } } }` }),
  {
    ...firstPage,
    // SOFA, Yoga and Prisma by the book have `prismaConnection`; nothing is aimed at.
    asks: { ...firstPage.asks, 'by-the-book': firstPage.asks.ours },
    goalOfOwn: { operation: 'GraphQL list 100', most: 1.3 },
  },
  read('list 20 with bids', {
    perRound: 600,
    most: 0.6,
    query: `{ auctions(first: 20) { nodes { ${auction} bids { nodes { ${bid} } } } } }`,
  }),
  read('list 20 with payment', {
    perRound: 600,
    most: 1,
    query: `{ auctions(first: 20) { nodes { ${auction} ${payment} } } }`,
  }),
  read('list 20 with settlement', {
    perRound: 600,
    most: 1,
    query: `{ auctions(first: 20) { nodes { ${auction} ${settlement} } } }`,
  }),
  write('create', (material) =>
    auctionsToCreate(material).map(({ key, auction: created }) =>
      request(
        key,
        `mutation ($title: String!, $minimumBidValueInCents: Int, $biddingPeriod: BiddingPeriodInput!) {
          createAuction(input: { title: $title, minimumBidValueInCents: $minimumBidValueInCents, biddingPeriod: $biddingPeriod }) { auction { ${auction} } errors { code fault message path } } }`,
        created,
      ),
    ),
  ),
  write('update', async (material) =>
    (await newAuctions(material)).map(({ key, auctionId }) =>
      request(
        key,
        `mutation ($auctionId: ID!, $title: String, $minimumBidValueInCents: Int) {
          updateAuction(input: { auctionId: $auctionId, title: $title, minimumBidValueInCents: $minimumBidValueInCents }) { auction { ${auction} } errors { code fault message path } } }`,
        { auctionId, ...aChange },
      ),
    ),
  ),
  write('cancel', async (material) =>
    (await newAuctions(material)).map(({ key, auctionId }) =>
      request(
        key,
        'mutation ($auctionId: ID!) { cancelAuction(input: { auctionId: $auctionId }) { success errors { code fault message path } } }',
        { auctionId },
      ),
    ),
  ),
];
