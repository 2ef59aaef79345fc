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
  statementsOfLargeRead,
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

interface Read extends Partial<Pick<ApiOperation, 'maxStatements'>> {
  readonly perRound: number;
  /** The goal: our cost divided by Mercurius's. */
  readonly most: number;
  readonly query: string;
  /** The same for the usual earlier version, if its schema differs. */
  readonly before?: string;
  readonly variables?: (place: Place) => object;
}

function read(
  name: string,
  { perRound, most, query, before = query, variables = () => ({}), maxStatements = 1 }: Read,
): ApiOperation {
  const ask =
    (text: string): Ask =>
    (material) =>
      each(material, (place) => request(place.key, text, variables(place)));
  return {
    name: `GraphQL ${name}`,
    asks: { ours: ask(query), before: ask(before), mercurius: ask(query) },
    status: 200,
    isRepeatable: true,
    perRound,
    goals: { mercurius: most },
    maxStatements,
  };
}

interface Write {
  readonly query: string;
  /** The same for the usual earlier version, whose schema differs. */
  readonly before: string;
  readonly changes: (material: Material) => readonly Change[] | Promise<readonly Change[]>;
}

interface Change {
  readonly key: string;
  readonly variables: object;
}

function write(name: string, { query, before, changes }: Write): ApiOperation {
  const ask =
    (text: string): Ask =>
    async (material) =>
      (await changes(material)).map(({ key, variables }) => request(key, text, variables));
  return {
    name: `GraphQL ${name}`,
    asks: { ours: ask(query), before: ask(before), mercurius: ask(query) },
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
  capturedInCents refundedInCents disputedInCents netInCents
  reversals { kind state amountInCents providerReference madeAt changedAt }
}`;
const errors = 'errors { code fault message path }';
const settlement = 'settlement { bidId requestedAt answeredAt result reason }';

/** @param after where each seller's page begins, `null`: at the beginning */
export function connection(
  name: string,
  after: (material: Material) => (string | null)[] | Promise<(string | null)[]>,
): ApiOperation {
  const ask =
    (field: string): Ask =>
    async (material) =>
      (await after(material)).map((cursor, index) => {
        const query = `query ($after: String) { ${field}(first: 100, after: $after) { edges { node { ${auction} } } } }`;
        return request(material.seeded.sellers[index]!.key, query, { after: cursor });
      });
  return {
    name: `GraphQL ${name}`,
    asks: { ours: ask('auctions'), before: ask('auctionConnection') },
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
    before: `query ($auctionId: UUID!) { auction(auctionId: $auctionId) { ${auction} } }`,
    variables: ({ auctionId }) => ({ auctionId }),
  }),
  read('list 100', {
    perRound: 1_000,
    most: 1,
    query: `{ auctions { nodes { ${auction} } } }`,
    before: `{ auctions { ${auction} } }`,
  }),
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
    before: `{ auctions(limit: 20) { ${auction} bids { ${bid} } } }`,
    maxStatements: statementsOfLargeRead,
  }),
  read('list 20 with payment', {
    perRound: 600,
    most: 1,
    query: `{ auctions(first: 20) { nodes { ${auction} ${payment} } } }`,
    before: `{ auctions(limit: 20) { ${auction} ${payment} } }`,
    maxStatements: statementsOfLargeRead,
  }),
  read('list 20 with settlement', {
    perRound: 600,
    most: 1,
    query: `{ auctions(first: 20) { nodes { ${auction} ${settlement} } } }`,
    before: `{ auctions(limit: 20) { ${auction} ${settlement} } }`,
    maxStatements: statementsOfLargeRead,
  }),
  write('create', {
    query: `mutation ($title: String!, $minimumBidValueInCents: Cents, $biddingPeriod: BiddingPeriodInput!) {
      createAuction(input: { title: $title, minimumBidValueInCents: $minimumBidValueInCents, biddingPeriod: $biddingPeriod }) { auction { ${auction} } ${errors} } }`,
    before: `mutation ($title: String!, $minimumBidValueInCents: Int, $biddingPeriod: BiddingPeriodInput!) {
      createAuction(title: $title, minimumBidValueInCents: $minimumBidValueInCents, biddingPeriod: $biddingPeriod) { ${auction} } }`,
    changes: (material) => auctionsToCreate(material).map(({ key, auction: variables }) => ({ key, variables })),
  }),
  write('update', {
    query: `mutation ($auctionId: ID!, $title: String, $minimumBidValueInCents: Cents) {
      updateAuction(input: { auctionId: $auctionId, title: $title, minimumBidValueInCents: $minimumBidValueInCents }) { auction { ${auction} } ${errors} } }`,
    before: `mutation ($auctionId: UUID!, $title: String, $minimumBidValueInCents: Int) {
      updateAuction(auctionId: $auctionId, title: $title, minimumBidValueInCents: $minimumBidValueInCents) { ${auction} } }`,
    changes: async (material) =>
      (await newAuctions(material)).map(({ key, auctionId }) => ({ key, variables: { auctionId, ...aChange } })),
  }),
  write('cancel', {
    query: `mutation ($auctionId: ID!) { cancelAuction(input: { auctionId: $auctionId }) { success ${errors} } }`,
    before: 'mutation ($auctionId: UUID!) { cancelAuction(auctionId: $auctionId) { success } }',
    changes: async (material) =>
      (await newAuctions(material)).map(({ key, auctionId }) => ({ key, variables: { auctionId } })),
  }),
];
