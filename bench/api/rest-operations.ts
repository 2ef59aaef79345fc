import {
  aChange,
  type ApiOperation,
  type Ask,
  auctionsToCreate,
  authorized,
  each,
  newAuctions,
  type Place,
  sendsJson,
  statementsOfLargeRead,
} from './operation.ts';

type Path = (place: Place) => string;

function get(path: Path): Ask {
  return (material) =>
    each(material, (place) => ({ method: 'GET', path: `/v1${path(place)}`, headers: authorized(place.key) }));
}

/** @param theirPath where SOFA by the book has a route of its own for it */
function read(
  name: string,
  {
    path,
    theirPath = path,
    ...rest
  }: Pick<ApiOperation, 'perRound' | 'goals' | 'maxStatements'> & {
    path: Path;
    theirPath?: Path;
  },
): ApiOperation {
  const ask = get(path);
  const asks = { ours: ask, 'fastify-pg': ask, 'express-prisma': ask, 'by-the-book': get(theirPath) };
  return { name, asks, status: 200, isRepeatable: true, maxStatements: 1, ...rest };
}

/** Changes one auction of each request, which is there unless the request creates it. */
function write(method: 'POST' | 'PATCH' | 'DELETE', body?: object): ApiOperation {
  const ask: Ask = async (material) => {
    const changed =
      method === 'POST'
        ? auctionsToCreate(material).map(({ key, auction }) => ({ key, path: '', sent: auction }))
        : (await newAuctions(material)).map(({ key, auctionId }) => ({ key, path: `/${auctionId}`, sent: body }));
    return changed.map(({ key, path, sent }) => ({
      method,
      path: `/v1/auctions${path}`,
      ...(sent === undefined
        ? { headers: authorized(key) }
        : { headers: authorized(key, sendsJson), body: JSON.stringify(sent) }),
    }));
  };
  return {
    name: method,
    asks: { ours: ask, 'fastify-pg': ask, 'by-the-book': ask },
    status: method === 'POST' ? 201 : 200,
    isRepeatable: false,
    perRound: 2_000,
    goals: { 'fastify-pg': 1.4, 'by-the-book': 0.5 },
  };
}

/** A page of 100, which nobody else is asked for. */
export function listFrom(list: 'auctions' | 'bids', offset = 0): ApiOperation {
  const name = `list 100${list === 'bids' ? ' bids' : ''}${offset === 0 ? '' : `, offset ${offset.toLocaleString('en')}`}`;
  const asks = { ours: get(() => `/${list}?offset=${offset}`) };
  const perRound = offset < 10_000 ? 1_500 : 200;
  return { name, asks, status: 200, isRepeatable: true, perRound, maxStatements: 1 };
}

const ofOne = { 'fastify-pg': 1.4, 'express-prisma': 0.5, 'by-the-book': 0.4 };

export const restOperations: readonly ApiOperation[] = [
  read('GET one', { perRound: 6_000, goals: ofOne, path: ({ auctionId }) => `/auctions/${auctionId}` }),
  read('GET bid', { perRound: 6_000, goals: ofOne, path: ({ bidId }) => `/bids/${bidId}` }),
  read('list 20', {
    perRound: 3_000,
    goals: { 'fastify-pg': 1.3, 'express-prisma': 0.5, 'by-the-book': 0.3 },
    path: () => '/auctions?limit=20',
  }),
  read('list 100', {
    perRound: 1_500,
    goals: { 'fastify-pg': 1, 'express-prisma': 0.4, 'by-the-book': 0.3 },
    path: () => '/auctions',
  }),
  read('list 100 with bids', {
    perRound: 400,
    goals: { 'fastify-pg': 0.4, 'express-prisma': 0.2, 'by-the-book': 0.3 },
    path: () => '/auctions?includeBids=true',
    theirPath: () => '/auctions-with-bids',
    maxStatements: statementsOfLargeRead,
  }),
  listFrom('bids'),
  write('POST'),
  write('PATCH', aChange),
  write('DELETE'),
];
