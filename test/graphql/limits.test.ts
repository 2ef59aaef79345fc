import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { starters } from '../../src/graphql/graphiql/starters.ts';
import type { Answer } from '../support/answer.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import type { Seller } from '../support/seller.ts';
import { startService } from '../support/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

let seller: Seller;
beforeAll(async () => {
  seller = await service.seller();
});

const repeated = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join(' ');

function expectAnswered({ status, body }: Answer): void {
  expect(body.errors).toBeUndefined();
  expect(status).toBe(200);
}

function expectRefused({ status, body, headers }: Answer, message: RegExp): void {
  expect(body.errors).toHaveLength(1);
  expect(body.errors[0].message).toMatch(message);
  expect(body.errors[0].extensions).toEqual({ code: 'invalid_request', requestId: headers.get('x-request-id') });
  expect(body.data).toBeUndefined();
  expect(status).toBe(400);
}

describe('tokens', () => {
  // Each operation has 5.
  const document = (last: string) => `${repeated(399, (i) => `query Q${i} { __typename }`)} query Last { ${last} }`;
  const ask = (query: string) => seller.post('/graphql', { query, operationName: 'Last' });

  test('a document of 2000 is answered', async () => expectAnswered(await ask(document('__typename'))));
  test('a document of 2001 is refused', async () => {
    expectRefused(await ask(document('__typename __typename')), /^The document is too long: at most 2000 tokens\.$/);
  });
});

describe('levels', () => {
  const nested = (levels: number) => `${'{ ...'.repeat(levels - 1)} { __typename } ${'}'.repeat(levels - 1)}`;

  test('10 are answered', async () => expectAnswered(await seller.graphql(nested(10))));
  test('11 are refused', async () => {
    expectRefused(await seller.graphql(nested(11)), /^The operation is nested too deeply: at most 10 levels\.$/);
  });

  test('a named fragment does not hide them', async () => {
    const fragments = repeated(12, (i) => `fragment F${i} on Query { ...F${i + 1} }`);
    const answer = await seller.graphql(`{ ...F0 } ${fragments} fragment F12 on Query { __typename }`);
    expectRefused(answer, /nested too deeply/);
  });

  test("a field's type can be written out through __type", async () => {
    const type = 'name ofType { name ofType { name ofType { name } } }';
    expectAnswered(await seller.graphql(`{ __type(name: "Query") { fields { args { type { ${type} } } } } }`));
  });
});

describe('aliases', () => {
  const aliased = (count: number) => `{ ${repeated(count, (i) => `a${i}: auctions(limit: 1) { hasNext }`)} }`;

  test('30 are answered', async () => expectAnswered(await seller.graphql(aliased(30))));
  test('31 are refused', async () => {
    expectRefused(await seller.graphql(aliased(31)), /^The operation has too many aliases: at most 30\.$/);
  });
});

describe('cost', () => {
  const auctionFields = `auctionId createdAt biddingPeriodStartsAt biddingPeriodEndsAt type minimumBidValueInCents title
    status auctionUrl outcome cancelledAt bids { bidId bidderId placedAt bidValueInCents auctionId isWinningBid }`;
  const lists = (count: number) =>
    `{ ${repeated(count, (i) => `a${i}: auctions { hasNext auctions { ${auctionFields} } }`)} }`;

  // 272 scalars two levels down are 617.
  const scalars = (prefix: string, count: number) => repeated(count, (i) => `${prefix}${i}: __typename`);
  const document = (atTheTop: number) => `{ ${scalars('a', atTheTop)} ... { ... { ${scalars('b', 272)} } } }`;

  test('1000 is answered', async () => expectAnswered(await seller.graphql(document(383))));
  test('1001 is refused', async () => expectRefused(await seller.graphql(document(384)), /asks for too much at once/));

  test('17 lists of auctions with everything are answered', async () =>
    expectAnswered(await seller.graphql(lists(17))));
  test('18 are refused', async () => expectRefused(await seller.graphql(lists(18)), /asks for too much at once/));
});

describe('bytes of the body', () => {
  const ask = (bytes: number, headers: Record<string, string>) => {
    const body = JSON.stringify({ query: '{ __typename }' }).padEnd(bytes, ' ');
    return service.request('/graphql', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  };

  test.each([
    ['told', { 'content-length': `${64 * 1024}` }],
    ['not told', {}],
  ] as const)('64 KiB are answered, the length %s', async (_, headers) =>
    expectAnswered(await ask(64 * 1024, headers)),
  );

  test.each([
    ['told', { 'content-length': `${64 * 1024 + 1}` }],
    ['not told', {}],
  ] as const)('one more is refused, the length %s', async (_, headers) => {
    const { status, body } = await ask(64 * 1024 + 1, headers);
    expect(status).toBe(413);
    expect(body.errors[0].extensions.code).toBe('payload_too_large');
  });
});

describe('what must fit', () => {
  test("GraphiQL's introspection, without a key", async () => {
    const query = getIntrospectionQuery({
      descriptions: true,
      schemaDescription: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      inputValueDeprecation: true,
    });
    const answer = await service.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, operationName: 'IntrospectionQuery' }),
    });
    expectAnswered(answer);
    expect(answer.body.data.__schema.types.length).toBeGreaterThan(15);
  });

  test('introspection that goes round in circles is refused', async () => {
    const circles = '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }';
    const { body } = await seller.graphql(circles);
    expect(body.errors[0].message).toBe('Maximum introspection depth exceeded');
    expect(body.errors[0].extensions.code).toBe('invalid_request');
  });

  test.each(starters)('the starter that begins $query', async ({ query, variables = '{}' }) => {
    const { auctionId } = await service.auction(seller);
    const { endpointId } = await insertEndpoint(service.db, seller);
    const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
    const filled = variables
      .replace('00000000-0000-0000-0000-000000000000', variables.includes('endpointId') ? endpointId : auctionId)
      .replace('$tomorrow', `${tomorrow}`)
      .replace('$theDayAfter', `${tomorrow + 86_400}`);
    expectAnswered(await seller.graphql(query, JSON.parse(filled)));
  });
});
