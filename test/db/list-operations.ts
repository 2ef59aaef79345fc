import type { Sample, Samples } from './sample-sellers.ts';

/** One way of asking for one of the seven operations. */
export interface ListOperation {
  readonly name: string;
  readonly whose: keyof Samples;
  readonly status: number;
  readonly ask: (sample: Sample) => Request;
  /** Of a read: one for all of it, which sees for itself whether the key still lives. */
  readonly statements?: number;
  /** What a plan that follows an index reads for it: the pages up to the one asked for. */
  readonly rows: number;
}

const auction = (sample: Sample) => `/auctions/${sample.auctionId}`;
const onAuction = ({ auctionId }: Sample) => `auctionId=${auctionId}`;
const ofBidder = ({ bidderId }: Sample) => `bidderId=${encodeURIComponent(bidderId)}`;

/** Every read, in each of the ways that have a plan of their own. */
export const readOperations: readonly ListOperation[] = [
  read('list auctions', 'typical', () => '/auctions', { rows: 101 }),
  read('list auctions', 'large', () => '/auctions', { rows: 101 }),
  read('list auctions, offset 700', 'typical', () => '/auctions?offset=700', { rows: 801 }),
  read('list auctions, offset 700', 'large', () => '/auctions?offset=700', { rows: 801 }),
  read('list auctions, upcoming, limit 5', 'large', () => '/auctions?status=upcoming&limit=5', { rows: 6 }),
  read('list auctions, ongoing, limit 5', 'large', () => '/auctions?status=ongoing&limit=5', { rows: 6 }),
  read('list auctions, completed', 'typical', () => '/auctions?status=completed', { rows: 101 }),
  read('list auctions, completed', 'large', () => '/auctions?status=completed', { rows: 101 }),
  read('list auctions, includeBids', 'typical', () => '/auctions?includeBids=true', { rows: 1_000 }),
  read('get an auction', 'typical', auction, { rows: 1 }),
  read('get an auction, includeBids', 'typical', (sample) => `${auction(sample)}?includeBids=true`, {
    rows: 100,
  }),
  read('get an auction with 3,000 bids, includeBids', 'large', (sample) => `${auction(sample)}?includeBids=true`, {
    rows: 3_000,
  }),
  read('list bids', 'typical', () => '/bids', { rows: 101 }),
  read('list bids', 'large', () => '/bids', { rows: 101 }),
  read('list bids, offset 3,000', 'typical', () => '/bids?offset=3000', { rows: 3_101 }),
  read('list bids, auctionId', 'typical', (sample) => `/bids?${onAuction(sample)}`, { rows: 101 }),
  read('list bids, auctionId with 3,000 bids', 'large', (sample) => `/bids?${onAuction(sample)}`, { rows: 101 }),
  read('list bids, bidderId', 'typical', (sample) => `/bids?${ofBidder(sample)}`, { rows: 101 }),
  read('list bids, bidderId', 'large', (sample) => `/bids?${ofBidder(sample)}`, { rows: 101 }),
  read('list bids, auctionId and bidderId', 'typical', (sample) => `/bids?${onAuction(sample)}&${ofBidder(sample)}`, {
    rows: 101,
  }),
  read('list bids, auctionId and bidderId', 'large', (sample) => `/bids?${onAuction(sample)}&${ofBidder(sample)}`, {
    rows: 101,
  }),
  read('get a bid', 'typical', ({ bidId }) => `/bids/${bidId}`, { rows: 1 }),
];

function read(
  name: string,
  whose: keyof Samples,
  path: (sample: Sample) => string,
  expected: { rows: number },
): ListOperation {
  const ask = (sample: Sample) => requestOf(sample, 'GET', path(sample));
  return { name, whose, status: 200, ask, statements: 1, ...expected };
}

export const createOperation: ListOperation = {
  name: 'create an auction',
  whose: 'typical',
  status: 201,
  ask: (sample) => {
    const startTimestamp = Math.floor(Date.now() / 1000) + 3_600;
    const biddingPeriod = { startTimestamp, endTimestamp: startTimestamp + 86_400 };
    return requestOf(sample, 'POST', '/auctions', {
      title: 'A walnut desk',
      minimumBidValueInCents: 500,
      biddingPeriod,
    });
  },
  rows: 1,
};

/** The sample's auction has to be upcoming or ongoing. */
export const updateOperation: ListOperation = {
  name: 'update an auction',
  whose: 'typical',
  status: 200,
  ask: (sample) => requestOf(sample, 'PATCH', auction(sample), { title: 'A walnut desk, restored' }),
  rows: 1,
};

/** The sample's auction has to be upcoming or ongoing, and is so no more. */
export const cancelOperation: ListOperation = {
  name: 'cancel an auction',
  whose: 'typical',
  status: 200,
  ask: (sample) => requestOf(sample, 'DELETE', auction(sample)),
  rows: 1,
};

function requestOf({ seller }: Sample, method: string, path: string, body?: object): Request {
  return new Request(`http://localhost/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${seller.key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
