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
} from './operation.ts';

/** The key and the variables of each request. */
type Calls = (material: Material) => readonly Call[] | Promise<readonly Call[]>;

interface Call {
  readonly key: string;
  readonly variables?: object;
}

/** @param before the same for the usual earlier version, if its schema differs */
function operation(
  name: string,
  { query, before = query, calls }: { readonly query: string; readonly before?: string; readonly calls: Calls },
  rest: Pick<ApiOperation, 'perRound' | 'isRepeatable' | 'maxStatements'>,
): ApiOperation {
  const ask =
    (text: string): Ask =>
    async (material) =>
      (await calls(material)).map(({ key, variables = {} }) => ({
        method: 'POST',
        path: '/graphql',
        headers: authorized(key, { ...sendsJson, accept: 'application/json' }),
        body: JSON.stringify({ query: text, variables }),
      }));
  return { name: `GraphQL ${name}`, asks: { ours: ask(query), before: ask(before) }, status: 200, ...rest };
}

/** @param most the goal: our cost divided by Mercurius's */
function besideMercurius(of: ApiOperation, most: number, mercurius: Ask = of.asks.ours): ApiOperation {
  return { ...of, asks: { ...of.asks, mercurius }, goals: { mercurius: most } };
}

interface Read {
  readonly perRound: number;
  readonly most: number;
  readonly query: string;
  readonly before?: string;
  /** The same for Mercurius and the usual earlier version, where lists have no nodes. */
  readonly flat?: string;
  readonly variables?: (place: Place) => object;
  readonly maxStatements?: number;
}

function read(
  name: string,
  { perRound, most, query, flat, before = flat ?? query, variables, maxStatements = 1 }: Read,
): ApiOperation {
  const calls: Calls = (material) =>
    each(material, (place) => ({ key: place.key, ...(variables && { variables: variables(place) }) }));
  const of = operation(name, { query, before, calls }, { perRound, isRepeatable: true, maxStatements });
  return besideMercurius(of, most, flat === undefined ? of.asks.ours : of.asks.before);
}

function write(name: string, asked: Parameters<typeof operation>[1]): ApiOperation {
  return besideMercurius(operation(name, asked, { perRound: 1_000, isRepeatable: false }), 1.2);
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
  const query = `query ($after: String) { auctions(first: 100, after: $after) { edges { node { ${auction} } } } }`;
  const before = query.replace('auctions', 'auctionConnection');
  const calls: Calls = async (material) =>
    (await after(material)).map((cursor, index) => ({
      key: material.seeded.sellers[index]!.key,
      variables: { after: cursor },
    }));
  return operation(name, { query, before, calls }, { perRound: 800, isRepeatable: true, maxStatements: 1 });
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
    flat: `{ auctions { ${auction} } }`,
  }),
  {
    ...firstPage,
    // SOFA, Yoga and Prisma by the book have `prismaConnection`; nothing is aimed at.
    asks: { ...firstPage.asks, 'by-the-book': firstPage.asks.before! },
    goalOfOwn: { operation: 'GraphQL list 100', most: 1.3 },
  },
  read('list 20 with bids', {
    perRound: 600,
    most: 0.6,
    query: `{ auctions(first: 20) { nodes { ${auction} bids { nodes { ${bid} } } } } }`,
    flat: `{ auctions(limit: 20) { ${auction} bids { ${bid} } } }`,
  }),
  read('list 20 with payment', {
    perRound: 600,
    most: 1,
    query: `{ auctions(first: 20) { nodes { ${auction} ${payment} } } }`,
    flat: `{ auctions(limit: 20) { ${auction} ${payment} } }`,
  }),
  read('list 20 with settlement', {
    perRound: 600,
    most: 1,
    query: `{ auctions(first: 20) { nodes { ${auction} ${settlement} } } }`,
    flat: `{ auctions(limit: 20) { ${auction} ${settlement} } }`,
  }),
  write('create', {
    query: `mutation ($title: String!, $minimumBidValueInCents: Cents, $biddingPeriod: BiddingPeriodInput!) {
      createAuction(input: { title: $title, minimumBidValueInCents: $minimumBidValueInCents, biddingPeriod: $biddingPeriod }) { auction { ${auction} } ${errors} } }`,
    before: `mutation ($title: String!, $minimumBidValueInCents: Int, $biddingPeriod: BiddingPeriodInput!) {
      createAuction(title: $title, minimumBidValueInCents: $minimumBidValueInCents, biddingPeriod: $biddingPeriod) { ${auction} } }`,
    calls: (material) => auctionsToCreate(material).map(({ key, auction: variables }) => ({ key, variables })),
  }),
  write('update', {
    query: `mutation ($auctionId: ID!, $title: String, $minimumBidValueInCents: Cents) {
      updateAuction(input: { auctionId: $auctionId, title: $title, minimumBidValueInCents: $minimumBidValueInCents }) { auction { ${auction} } ${errors} } }`,
    before: `mutation ($auctionId: UUID!, $title: String, $minimumBidValueInCents: Int) {
      updateAuction(auctionId: $auctionId, title: $title, minimumBidValueInCents: $minimumBidValueInCents) { ${auction} } }`,
    calls: async (material) =>
      (await newAuctions(material)).map(({ key, auctionId }) => ({ key, variables: { auctionId, ...aChange } })),
  }),
  write('cancel', {
    query: `mutation ($auctionId: ID!) { cancelAuction(input: { auctionId: $auctionId }) { success ${errors} } }`,
    before: 'mutation ($auctionId: UUID!) { cancelAuction(auctionId: $auctionId) { success } }',
    calls: async (material) =>
      (await newAuctions(material)).map(({ key, auctionId }) => ({ key, variables: { auctionId } })),
  }),
];
