import { describe, expect, test } from 'vitest';
import { sellerScopes, type Scope } from '../../src/core/viewer.ts';
import { upcoming } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { expectProblem } from './expect-problem.ts';
import { soundAuction } from './periods.ts';

const service = await sharedService();
const owner = await service.seller();
const { auctionId, sellerId } = await service.auction(owner);
const { bidId } = await service.bid({ auctionId, sellerId });

const keyWith = (...held: Scope[]) => service.seller({ name: owner.name, scopes: held });

const createDocument = `mutation ($biddingPeriod: BiddingPeriodInput!, $title: String!) {
  createAuction(input: { biddingPeriod: $biddingPeriod, title: $title }) { auction { auctionId } errors { code fault message path } }
}`;
/** A request by REST: its method, its path and its body. */
type Rest = readonly [method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object];

const auction = `/v1/auctions/${auctionId}`;
const anId = `auctionId: "${auctionId}"`;
const newTitle = { title: 'Another title' };

const operations: [operation: string, needed: Scope, rest: Rest, graphql: string, variables?: object][] = [
  ['list auctions', 'auctions:read', ['get', '/v1/auctions'], '{ auctions { nodes { title } } }'],
  ['get an auction', 'auctions:read', ['get', auction], `{ auction(${anId}) { title } }`],
  ['create an auction', 'auctions:write', ['post', '/v1/auctions', soundAuction], createDocument, soundAuction],
  [
    'update an auction',
    'auctions:write',
    ['patch', auction, newTitle],
    `mutation { updateAuction(input: { ${anId}, title: "Another" }) { auction { title } errors { code fault message path } } }`,
  ],
  ['list bids', 'bids:read', ['get', '/v1/bids'], '{ bids { nodes { bidId } } }'],
  ['get a bid', 'bids:read', ['get', `/v1/bids/${bidId}`], `{ bid(bidId: "${bidId}") { bidId } }`],
  // Last, because it ends the auction that the others are about.
  [
    'cancel an auction',
    'auctions:write',
    ['delete', auction],
    `mutation { cancelAuction(input: { ${anId} }) { success errors { code fault message path } } }`,
  ],
];

describe.each(operations)('%s', (_, needed, [method, path, body], document, variables) => {
  const byRest = (seller: Seller) => seller[method](path, body);
  const byGraphql = (seller: Seller) => seller.graphql(document, variables);

  test('a key with every other scope of a seller: 403, and nothing is done', async () => {
    const seller = await keyWith(...sellerScopes.filter((scope) => scope !== needed));
    const before = await service.db.prisma.auction.findMany();
    expectProblem(await byRest(seller), 'insufficient_scope');
    const { errors } = (await byGraphql(seller)).body;
    expect(errors).toHaveLength(1);
    expect(errors[0].extensions.code).toBe('insufficient_scope');
    expect(await service.db.prisma.auction.findMany()).toEqual(before);
  });

  test('a key with that scope alone is enough', async () => {
    const seller = await keyWith(needed);
    expect((await byRest(seller)).status).toBeLessThan(300);
    expect((await byGraphql(seller)).body.errors).toBeUndefined();
  });
});

describe('includeBids=true', () => {
  const paths = ['/v1/auctions', `/v1/auctions/${auctionId}`];

  test.each(paths)('GET %s: needs bids:read as well', async (path) => {
    const reader = await keyWith('auctions:read');
    expectProblem(await reader.get(`${path}?includeBids=true`), 'insufficient_scope');
    expect((await reader.get(`${path}?includeBids=false`)).status).toBe(200);
    expect((await (await keyWith('auctions:read', 'bids:read')).get(`${path}?includeBids=true`)).status).toBe(200);
  });

  test('a list without any auction needs it no less', async () => {
    const reader = await service.seller({ scopes: ['auctions:read'] });
    expectProblem(await reader.get('/v1/auctions?includeBids=true'), 'insufficient_scope');
  });

  test('a missing scope is named before a fault of the request', async () => {
    const reader = await keyWith('auctions:read');
    expectProblem(await reader.get('/v1/auctions?includeBids=true&limit=0'), 'insufficient_scope');
  });

  test('bids:read alone does not read an auction', async () => {
    expectProblem(await (await keyWith('bids:read')).get(`${paths[1]}?includeBids=true`), 'insufficient_scope');
  });
});

describe('GraphQL without a scope', () => {
  const bids = 'bids { nodes { bidId } }';

  test.each([
    ['alone', bids],
    ['beside others', `title ${bids}`],
    ['beside a resolver', `${bids} presentation { description }`],
  ])('leaves out the field that needs it, %s', async (_, fields) => {
    const reader = await service.seller({ scopes: ['auctions:read'] });
    await service.bid(await service.auction(reader));
    await service.auction(reader);
    const { data, errors } = (await reader.graphql(`{ auctions { nodes { ${fields} } } clock { now } }`)).body;
    expect(data.auctions.nodes.map((each: { bids: unknown }) => each.bids)).toEqual([null, null]);
    expect(data.clock.now).toEqual(expect.any(String));
    expect(errors).toMatchObject(
      [0, 1].map((index) => ({
        path: ['auctions', 'nodes', index, 'bids'],
        extensions: { code: 'insufficient_scope' },
      })),
    );
  });

  test('makes a change, and leaves out the field of its answer', async () => {
    const writer = await keyWith('auctions:write');
    const renamed = await service.auction(writer, upcoming);
    const change = `updateAuction(input: { auctionId: "${renamed.auctionId}", title: "Renamed" })`;
    const { data, errors } = (
      await writer.graphql(`mutation { ${change} { auction { title ${bids} } errors { code } } }`)
    ).body;
    expect(data.updateAuction).toEqual({ title: 'Renamed', bids: null });
    expect(errors).toMatchObject([{ path: ['updateAuction', 'auction', 'bids'] }]);
  });
});

test('writing answers with the auction, and needs no scope for reading', async () => {
  const writer = await keyWith('auctions:write');
  const { body } = await writer.post('/v1/auctions', soundAuction);
  expect(body.auction.title).toBe(soundAuction.title);
  expectProblem(await writer.get(`/v1/auctions/${body.auction.auctionId}`), 'insufficient_scope');
});
