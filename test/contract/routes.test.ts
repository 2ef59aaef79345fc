import { describe, expect, test } from 'vitest';
import type { Answer } from '../support/answer.ts';
import { sharedService } from '../support/service.ts';
import { expectProblem } from './expect-problem.ts';

const service = await sharedService();
const seller = await service.seller();
const auction = await service.auction(seller);
const { bidId } = await service.bid(auction);
await service.auction(seller);

const auctionPath = `/v1/auctions/${auction.auctionId}`;
const bidPath = `/v1/bids/${bidId}`;

/** Every path of the document, with its methods; HEAD goes with GET. */
const methodsOf: Record<string, readonly string[]> = {
  '/v1/auctions': ['GET', 'HEAD', 'POST'],
  [auctionPath]: ['GET', 'HEAD', 'PATCH', 'DELETE'],
  '/v1/bids': ['GET', 'HEAD'],
  [bidPath]: ['GET', 'HEAD'],
};

describe.each(Object.entries(methodsOf))('%s', (path, methods) => {
  test.each(
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].filter((method) => !methods.includes(method)),
  )('%s: 405 with Allow', async (method) => {
    const answer = await seller.request(path, { method });
    expectProblem(answer, 'method_not_allowed');
    expect(answer.headers.get('allow')!.split(', ').sort()).toEqual(methods.toSorted());
  });

  test.each(['', '?limit=1', '?limit=0', '?foo=1'])('HEAD %s: as GET without a body', async (query) => {
    const got = await seller.get(`${path}${query}`);
    const headed = await seller.request(`${path}${query}`, { method: 'HEAD' });
    expect(headed.text).toBe('');
    expect(headed.status).toBe(got.status);
    expect(headersOf(headed)).toEqual(headersOf(got));
  });

  test.each(['/', '/x', '/bids', '/x/y'])('%s behind it: not found', async (rest) => {
    // One step below a list is an id.
    const isId = /^\/v1\/\w+$/.test(path) && /^\/\w+$/.test(rest);
    const answer = await seller.get(`${path}${rest}`);
    expectProblem(answer, isId ? (path === '/v1/bids' ? 'bid_not_found' : 'auction_not_found') : 'not_found');
  });
});

describe('unknown paths', () => {
  test.each([
    '/v1',
    '/v1/',
    '/v1/auction',
    '/v1/Auctions',
    '/v1//auctions',
    '/v1/auctions.json',
    '/v1/%61uctions/',
    '/v1/sellers',
  ])('%s', async (path) => {
    expectProblem(await seller.get(path), 'not_found');
  });

  test.each(['/', '/v2/auctions', '/auctions', '/.env'])('%s, with no key needed to learn it', async (path) => {
    expectProblem(await service.request(path), 'not_found');
  });

  // What SOFA would mount by itself: anyone could make the service POST to any address.
  test.each([
    ['POST', '/v1/webhook'],
    ['POST', '/v1/webhook/01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11'],
    ['DELETE', '/v1/webhook/01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11'],
    ['GET', '/v1/docs'],
    ['GET', '/v1/openapi.json'],
    ['GET', `/v1/auction/${auction.auctionId}`],
    ['GET', `/v1/bid/${bidId}`],
    ['POST', '/v1/create-auction'],
    ['POST', '/v1/update-auction'],
    ['POST', '/v1/cancel-auction'],
  ])('%s %s, a route of the generator, not of the document', async (method, path) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await seller.request(path, { method, ...(method === 'POST' && { headers, body: '{}' }) });
    expectProblem(answer, 'not_found');
  });
});

test('an id in upper case is the same id', async () => {
  expect((await seller.get(`/v1/auctions/${auction.auctionId.toUpperCase()}`)).body.auction.auctionId).toBe(
    auction.auctionId,
  );
  expect((await seller.get(`/v1/bids/${bidId.toUpperCase()}`)).body.bid.bidId).toBe(bidId);
});

test('every answer has a requestId of its own', async () => {
  const answers = [
    await seller.get('/v1/auctions'),
    await seller.get('/v1/auctions'),
    await service.request('/v1/bids'),
  ];
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(3);
});

test('the type of each problem links to a page that explains the code', async () => {
  const { body } = await seller.get('/v1/nothing');
  const { pathname, hash } = new URL(body.type);
  const page = await service.request(pathname);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page.text).toContain(`id="${hash.slice(1)}"`);
});

function headersOf({ headers }: Answer): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id'));
}
