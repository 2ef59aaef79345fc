import { expect, test } from 'vitest';
import type { Answer } from '../support/answer.ts';
import { freshDatabase } from '../support/database.ts';
import { serviceForFile, sharedService } from '../support/service.ts';

// A budget that hardly refills: the difference of two answers is what the request between them cost.
const { deps } = await sharedService();
const rateLimits = { ...deps.config.rateLimits, key: { points: 10_000, seconds: 1_000_000 } };
const database = await freshDatabase();
const service = await serviceForFile({ config: { ...deps.config, databaseUrl: database.url, rateLimits } }, database);
const seller = await service.seller();

const ask = (query: string, headers: Record<string, string> = { 'graphql-cost': '1' }) =>
  service.request('/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${seller.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
const leftAfter = ({ headers }: Answer) => Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1]);

/** Asks twice, as the first time pays for a new document, and compares the cost that is said with the budget. */
async function costOf(query: string): Promise<number> {
  await ask(query);
  const before = await ask('{ __typename }');
  const { body } = await ask(query);
  const after = await ask('{ __typename }');
  expect(body.extensions.cost).toEqual({ requests: leftAfter(before) - leftAfter(after) - 1 });
  return body.extensions.cost.requests;
}

test.each([
  ['a small query', '{ clock { timestamp } }', 1],
  [
    'a query that may read 10,000 rows',
    '{ auctions(first: 100) { nodes { bids(first: 100) { nodes { bidId } } } } }',
    11,
  ],
  [
    'three mutations',
    `mutation { ${['a', 'b', 'c'].map((name) => `${name}: unbanBidder(input: { bidderId: "x" }) { errors { code } }`).join(' ')} }`,
    3,
  ],
])('%s is answered with its cost, which its key is charged', async (_, query, requests) => {
  await ask('{ __typename }');
  expect(await costOf(query)).toBe(requests);
});

test('a new document costs one request more for each 250 characters', async () => {
  const query = `{ clock { timestamp } } # ${'long '.repeat(110)}`;
  expect((await ask(query)).body).toEqual({
    data: { clock: { timestamp: expect.any(Number) } },
    extensions: { cost: { requests: 3 } },
  });
  expect((await ask(query)).body.extensions.cost).toEqual({ requests: 1 });
});

test('an operation that fails is answered with its cost, too', async () => {
  const { body } = await ask('query ($id: ID!) { auction(auctionId: $id) { title } }');
  expect(body.errors).toHaveLength(1);
  expect(body.extensions).toEqual({ cost: { requests: 1 } });
});

test('a replay has the cost of its own request, and stays the same otherwise', async () => {
  const query = 'mutation { createPictureUpload { pictureUpload { pictureId } errors { code } } }';
  const headers = { 'graphql-cost': '1', 'idempotency-key': 'once' };
  const first = await ask(query, headers);
  const again = await ask(query, headers);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
  const { 'idempotency-key': key } = headers;
  expect((await ask(query, { 'idempotency-key': key })).body).toEqual({ data: first.body.data });
});

test('without the header an answer has no extensions', async () => {
  expect((await ask('{ clock { timestamp } }', {})).body).toEqual({
    data: { clock: { timestamp: expect.any(Number) } },
  });
});
