import { type ApiOperation, type Ask, authorized, each, type Goal, type Place, sendsJson } from './api-operation.ts';
import type { WireRequest } from './load-types.ts';
import { aChange, anAuction, newAuctions } from './new-auctions.ts';

function get(path: (place: Place) => string): Ask {
  return (asked) =>
    each(asked, (place) => ({ method: 'GET', path: `/v1${path(place)}`, headers: authorized(place.key) }));
}

const againstExpress = { 'express-prisma': { app: 0.3 } };

function read(name: string, perRound: number, path: (place: Place) => string, goal?: Goal): ApiOperation {
  const ask = get(path);
  return {
    name,
    asks: { ours: ask, 'fastify-pg': ask, 'express-prisma': ask },
    status: 200,
    isRepeatable: true,
    perRound,
    goals: { ...(goal && { 'fastify-pg': goal }), ...againstExpress },
    maxRoundTrips: 1,
  };
}

/** The same, asked by somebody who has the answer already. */
function unchanged({ name, asks, ...operation }: ApiOperation): ApiOperation {
  const ask: Ask = async (asked) => {
    const requests: WireRequest[] = [];
    for (const { headers, ...request } of await asks.ours(asked)) {
      const answer = await fetch(asked.origin + request.path, { headers });
      await answer.body?.cancel();
      requests.push({ ...request, headers: { ...headers, 'if-none-match': answer.headers.get('etag')! } });
    }
    return requests;
  };
  return {
    ...operation,
    name: `${name}, unchanged`,
    asks: { ours: ask, 'fastify-pg': ask, 'express-prisma': ask },
    status: 304,
    goals: againstExpress,
  };
}

function write(name: string, status: number, ask: Ask): ApiOperation {
  return {
    name,
    asks: { ours: ask, 'fastify-pg': ask },
    status,
    isRepeatable: false,
    perRound: 2_000,
    goals: { 'fastify-pg': { app: 1.3, both: 1.2 } },
    maxRoundTrips: 2,
  };
}

/** A page of 100. */
export function listFrom(list: 'auctions' | 'bids', offset: number): ApiOperation {
  const name = `list 100${list === 'bids' ? ' bids' : ''}${offset === 0 ? '' : `, offset ${offset.toLocaleString('en')}`}`;
  return read(name, offset < 10_000 ? 800 : 200, () => `/${list}?offset=${offset}`);
}

const one = { app: 1, both: 1 };
const list = { app: 0.8, both: 1 };
const listWithBids = { app: 0.4, both: 0.8 };

const getOne = read('GET one', 6_000, ({ auctionId }) => `/auctions/${auctionId}`, one);
const list100 = read('list 100', 1_500, () => '/auctions', list);

export const restOperations: readonly ApiOperation[] = [
  getOne,
  unchanged(getOne),
  read('GET one with bids', 4_000, ({ auctionId }) => `/auctions/${auctionId}?includeBids=true`),
  read('GET bid', 6_000, ({ bidId }) => `/bids/${bidId}`, one),
  read('list 20', 3_000, () => '/auctions?limit=20'),
  list100,
  unchanged(list100),
  read('list 100 with bids', 400, () => '/auctions?includeBids=true', listWithBids),
  read('list 100 bids', 1_500, () => '/bids'),
  read('list 100 bids of an auction', 3_000, ({ auctionId }) => `/bids?auctionId=${auctionId}`),
  listFrom('auctions', 800),
  write('POST', 201, ({ seeded: { writers }, count }) =>
    Array.from({ length: count }, (_, index) => ({
      method: 'POST',
      path: '/v1/auctions',
      headers: authorized(writers[index % writers.length]!.key, sendsJson),
      body: JSON.stringify(anAuction(index)),
    })),
  ),
  write('PATCH', 200, async (asked) =>
    (await newAuctions(asked)).map(({ key, auctionId }) => ({
      method: 'PATCH',
      path: `/v1/auctions/${auctionId}`,
      headers: authorized(key, sendsJson),
      body: JSON.stringify(aChange),
    })),
  ),
  write('DELETE', 200, async (asked) =>
    (await newAuctions(asked)).map(({ key, auctionId }) => ({
      method: 'DELETE',
      path: `/v1/auctions/${auctionId}`,
      headers: authorized(key),
    })),
  ),
];
