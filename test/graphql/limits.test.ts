import { getIntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { starters } from '../../src/api/graphql/graphiql/starters.ts';
import type { Answer } from '../support/answer.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { sharedService } from '../support/service.ts';
import { startProcess } from './sse-client.ts';

const service = await sharedService();
const seller = await service.seller();

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
  const steps = ['auctions', 'nodes', ...Array.from({ length: 4 }, () => ['leadingBid', 'auction']).flat()];
  const nested = (levels: number, fields = '__typename') =>
    steps.slice(0, levels - 1).reduceRight((inner, step) => `{ ${step} ${inner} }`, `{ ${fields} }`);

  test('10 are answered', async () => expectAnswered(await seller.graphql(nested(10))));
  test('11 are refused', async () => {
    expectRefused(await seller.graphql(nested(11)), /^The operation is nested too deeply: at most 10 levels\.$/);
  });

  test('are counted before the rules of GraphQL compare each two fields of a level', async () => {
    expectRefused(
      await seller.graphql(
        nested(
          11,
          repeated(800, () => 'title'),
        ),
      ),
      /nested too deeply/,
    );
  });

  test('a named fragment does not hide them', async () => {
    const fragments = (last: number) =>
      repeated(last, (i) => `fragment F${i} on Bid { auction { leadingBid { ...F${i + 1} } } }`);
    const inFragments = (last: number) =>
      seller.graphql(
        `{ bids { nodes { ... { ...F0 } } } } ${fragments(last)} fragment F${last} on Bid { auction { ... on Auction { title } } }`,
      );
    expectAnswered(await inFragments(3));
    expectRefused(await inFragments(4), /nested too deeply/);
  });

  test("a field's type can be written out through __type", async () => {
    const type = 'name ofType { name ofType { name ofType { name } } }';
    expectAnswered(await seller.graphql(`{ __type(name: "Query") { fields { args { type { ${type} } } } } }`));
  });
});

describe('aliases', () => {
  const aliased = (count: number) => `{ ${repeated(count, (i) => `a${i}: auctions(first: 1) { nodes { title } }`)} }`;

  test('30 are answered', async () => expectAnswered(await seller.graphql(aliased(30))));
  test('31 are refused', async () => {
    expectRefused(await seller.graphql(aliased(31)), /^The operation has too many aliases: at most 30\.$/);
  });
});

describe('fields of the same name', () => {
  const clocks = (count: number) => repeated(count, () => 'clock { timestamp }');

  test('30 in one place are answered', async () => expectAnswered(await seller.graphql(`{ ${clocks(30)} }`)));
  test.each([
    ['31', `{ ${clocks(31)} }`],
    ['499', `{ ${clocks(499)} }`],
    ['31 in inline fragments', `{ ${repeated(31, () => '... { clock { timestamp } }')} }`],
    [
      '31 in fragments',
      `{ ${repeated(31, (i) => `...F${i}`)} } ${repeated(31, (i) => `fragment F${i} on Query { clock { timestamp } }`)}`,
    ],
    ['6 times 6, one in the other', `{ ${repeated(6, () => `clock { ${repeated(6, () => 'timestamp')} }`)} }`],
    ['31 in a fragment that is not used', `{ __typename } fragment F on Query { ${clocks(31)} }`],
  ])('%s are refused with the limit', async (_, query) =>
    expectRefused(
      await seller.graphql(query),
      /^The document asks for (clock|timestamp) too often in one place: at most 30 times\.$/,
    ),
  );

  test('they are refused before the document is validated', async () => {
    const answer = await seller.graphql(`{ ${clocks(499)} nothing }`);
    expectRefused(answer, /at most 30 times/);
  });

  test('fragments that multiply the fields are refused with the limit', async () => {
    const asked = (operations: number) =>
      seller.post('/graphql', {
        query: `fragment F on Auction { ${repeated(30, () => 'title status')} }
          ${repeated(operations, (i) => `query Q${i} { auctions(first: 1) { nodes { ...F } } }`)}`,
        operationName: 'Q0',
      });
    expectAnswered(await asked(32));
    expectRefused(await asked(33), /^The document asks for too many fields: at most 2000\.$/);
  });
});

test('names the first 20 of many faults, and says so', async () => {
  const { body } = await seller.graphql(`{ ${repeated(21, (i) => `nothing${i}`)} }`);
  expect(body.errors).toHaveLength(21);
  expect(body.errors[20].message).toBe('The document has more faults: at most 20 are named.');
  expect((await seller.graphql(`{ ${repeated(20, (i) => `nothing${i}`)} }`)).body.errors).toHaveLength(20);
});

describe('cost', () => {
  const auctionFields = `auctionId createdAt biddingPeriodStartsAt biddingPeriodEndsAt type minimumBidValueInCents title
    status auctionUrl outcome cancelledAt bids { nodes { bidId bidderId placedAt bidValueInCents auctionId isWinningBid } }`;
  const lists = (count: number) =>
    `{ ${repeated(count, (i) => `a${i}: auctions(first: 8) { nodes { ${auctionFields} } }`)} }`;

  // 272 scalars two levels down are 617, whether or not fragments name them again.
  const scalars = (prefix: string, count: number) => repeated(count, (i) => `${prefix}${i}: __typename`);
  const document = (atTheTop: number) =>
    `{ ${scalars('a', atTheTop)} ... { auctions { nodes { ${scalars('b', 272)} } } } ...Again } fragment Again on Query { auctions { nodes { b0: __typename } } }`;

  test('1000 is answered', async () => expectAnswered(await seller.graphql(document(383))));
  test('1001 is refused', async () => expectRefused(await seller.graphql(document(384)), /asks for too much at once/));

  test('a page costs the same whether its size is written out, a variable or left out', async () => {
    const pages = (size: string) =>
      repeated(10, (i) => `a${i}: auctions${size} { edges { cursor node { auctionId title status } } }`);
    for (const query of [pages(''), pages('(first: 100)'), pages('(last: 100)')]) {
      expectAnswered(await seller.graphql(`{ ${query} }`));
    }
    expectAnswered(await seller.graphql(`query ($first: Int) { ${pages('(first: $first)')} }`, { first: 100 }));
  });

  test("a front end's page of auctions with everything fits three times, and no fourth", async () => {
    const bid = 'bidId bidderId placedAt bidValueInCents isWinningBid';
    const page = (fields: string) =>
      `{ totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { ${fields} } } }`;
    const auction = `auctionId createdAt biddingPeriodStartsAt biddingPeriodEndsAt type minimumBidValueInCents title status
      auctionUrl outcome cancelledAt phase bidCount leadingBid { ${bid} } winningBid { ${bid} }
      settlement { bidId requestedAt answeredAt result reason } bids(first: 5, orderBy: { field: VALUE, direction: DESC }) ${page(bid)}`;
    const pages = (count: number) => `{ ${repeated(count, (i) => `a${i}: auctions(first: 20) ${page(auction)}`)} }`;
    expectAnswered(await seller.graphql(pages(3)));
    expectRefused(await seller.graphql(pages(4)), /asks for too much at once/);
  });

  test('14 lists of auctions with everything are answered', async () =>
    expectAnswered(await seller.graphql(lists(14))));
  test('15 are refused', async () => expectRefused(await seller.graphql(lists(15)), /asks for too much at once/));
});

describe('rows', () => {
  // A list of 100 auctions with their bids counts as 10,100.
  const withBids = (count: number, size: string) =>
    repeated(count, (i) => `a${i}: auctions(first: ${size}) { nodes { bids { nodes { bidId } } } }`);

  test('24,846 are answered, as is the same number of aliases with smaller pages', async () => {
    expectAnswered(
      await seller.graphql(
        `{ ${withBids(2, '100')} more: auctions(first: 46) { nodes { bids { nodes { bidId } } } } }`,
      ),
    );
    expectAnswered(await seller.graphql(`{ ${withBids(15, '16')} }`));
  });

  test.each([
    ['fifteen aliases', `{ ${withBids(15, '100')} }`, {}],
    [
      'a page too many',
      `{ ${withBids(2, '100')} more: auctions(first: 48) { nodes { bids { nodes { bidId } } } } }`,
      {},
    ],
    ['behind a fragment', `{ ...Lists } fragment Lists on Query { ${withBids(3, '100')} }`, {}],
    ['by a variable', `query ($n: Int) { ${withBids(3, '$n')} }`, { n: 100 }],
  ])('more are refused before any is read: %s', async (_, query, variables) =>
    expectRefused(await seller.graphql(query, variables), /^The operation may read \d+ rows, of at most 25000:/),
  );

  test('pages are as large as their variable says', async () =>
    expectAnswered(await seller.graphql(`query ($n: Int) { ${withBids(3, '$n')} }`, { n: 10 })));
});

describe('introspection', () => {
  const asks = (count: number) => `{ ${repeated(count, (i) => `a${i}: __schema { types { name } }`)} }`;
  test('4 times is answered', async () => expectAnswered(await seller.graphql(asks(4))));
  test.each([
    ['5 times', asks(5)],
    ['thirty aliases', asks(30)],
    [
      'by fragments',
      `{ ${repeated(5, (i) => `...S${i}`)} } ${repeated(5, (i) => `fragment S${i} on Query { a${i}: __schema { types { name } } }`)}`,
    ],
  ])('%s is refused', async (_, query) => expectRefused(await seller.graphql(query), /asks for the schema too often/));
});

describe('lists in lists', () => {
  const [listOf, inListOf] = [
    (item: string) => new RegExp(`^The operation asks for a list of ${item} inside a list of ${item}:`),
    (field: string) => `{ auctions { nodes { bids { nodes { auction { ${field} } } } } } }`,
  ];

  test.each([
    ['an auction of each bid of each auction', inListOf('title leadingBid { auction { winningBid { bidId } } }')],
    [
      'bids of an auction of a bid',
      '{ bid(bidId: "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11") { auction { bids { nodes { bidId } } } } }',
    ],
    ['bids beside bids', '{ auctions { nodes { bids { nodes { bidId } } bids { edges { node { bidId } } } } } }'],
    ['settlements of the auctions of bids', '{ bids { nodes { auction { settlement { bidId } } } } }'],
  ])('%s: answered', async (_, query) => {
    const { body } = await seller.graphql(query);
    for (const { extensions } of body.errors ?? []) expect(extensions.code).toBe('bid_not_found');
  });

  test.each([
    ['bids of the auctions of bids', '{ bids { nodes { auction { bids { nodes { bidId } } } } } }'],
    ['bids of the auctions of bids of auctions', inListOf('bids { nodes { bidId } }')],
    ['a page of them', inListOf('bids(first: 1) { edges { node { bidId } } }')],
    ['them in a page', '{ bids { edges { node { auction { bids { nodes { bidId } } } } } } }'],
    [
      'them behind fragments',
      `{ ...A } fragment A on Query { bids { nodes { ... on Bid { auction { ...B } } } } } fragment B on Auction { bids { nodes { bidId } } }`,
    ],
    [
      'them in a fragment that also stands elsewhere',
      `{ auctions { nodes { ...B } } bids { nodes { auction { ...B } } } } fragment B on Auction { bids { nodes { bidId } } }`,
    ],
  ])('%s: refused', async (_, query) => expectRefused(await seller.graphql(query), listOf('Bid')));

  test('fragments that double each time are looked at once', async () => {
    const fragments = repeated(8, (i) => `fragment F${i} on Query { ${repeated(8, () => `...F${i + 1}`)} }`);
    const query = `{ ...F0 } ${fragments} fragment F8 on Query { bids { nodes { auction { bids { nodes { bidId } } } } } }`;
    expect((await seller.graphql(query)).body.errors).toHaveLength(1);
  });
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

describe('usual documents are accepted', () => {
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
      .replace('"startTimestamp": 0', `"startTimestamp": ${tomorrow}`)
      .replace('"endTimestamp": 0', `"endTimestamp": ${tomorrow + 86_400}`)
      .replace('https://…', 'https://example.com/webhooks');
    if (!query.includes('\nsubscription')) return expectAnswered(await seller.graphql(query, JSON.parse(filled)));
    await using process = startProcess(service);
    await using stream = await process.subscribe(seller.key, query, JSON.parse(filled));
    expect(await stream.next()).toMatchObject({ phase: 'UPCOMING' });
  });
});
