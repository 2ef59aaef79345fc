import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../support/answer.ts';
import { countFor } from '../support/depth.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const seller = await service.seller();

const anId = '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11';
const json = { 'content-type': 'application/json' };
const times = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join(' ');

/** Whatever is sent, each error has our words for it, and nothing breaks. */
function expectToldOff(answer: Answer, code = 'invalid_request'): void {
  expect(answer.status).toBeLessThan(500);
  expect(answer.body.errors.length).toBeGreaterThan(0);
  for (const { message, extensions } of answer.body.errors) {
    expect(message).toMatch(/./);
    expect(extensions).toMatchObject({ code, requestId: answer.headers.get('x-request-id') });
  }
}

describe('a malformed request', () => {
  const post = (body: BodyInit, headers: Record<string, string> = json) =>
    seller.request('/graphql', { method: 'POST', body, headers });
  const get = (query: string) => seller.request(`/graphql?${query}`);

  test.each([
    ['nothing', () => seller.request('/graphql')],
    ['half of a JSON', () => post('{"query":')],
    ['null', () => post('null')],
    ['a number', () => post('1')],
    ['an empty batch', () => post('[]')],
    ['a batch', () => post(JSON.stringify([{ query: '{ __typename }' }, { query: '{ __typename }' }]))],
    ['an unknown parameter', () => post('{"query":"{ __typename }","id":"ab"}')],
    ['a prototype', () => post('{"query":"{ __typename }","__proto__":{"query":"{ a }"}}')],
    ['a query that is an object', () => post('{"query":{}}')],
    ['a name that is an object', () => post('{"query":"{ __typename }","operationName":{}}')],
    ['variables in the address that are no JSON', () => get('query={__typename}&variables={')],
  ])('%s', async (_, ask) => {
    const answer = await ask();
    expectToldOff(answer);
    expect(answer.status).toBe(400);
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'query={__typename}'],
    ['a bare document', 'application/graphql', '{ __typename }'],
    ['text', 'text/plain', '{"query":"{ __typename }"}'],
    ['a file', 'multipart/form-data; boundary=x', '--x--'],
    ['JSON in another charset', 'application/json; charset=iso-8859-1', '{"query":"{ __typename }"}'],
  ])('%s', async (_, type, body) => {
    const answer = await post(body, { 'content-type': type });
    expectToldOff(answer, 'unsupported_media_type');
    expect(answer.status).toBe(415);
  });

  test('a mutation over GET', async () => {
    const mutation = `mutation { cancelAuction(input: { auctionId: "${anId}" }) { success errors { code fault message path } } }`;
    const answer = await get(`query=${encodeURIComponent(mutation)}`);
    expectToldOff(answer, 'method_not_allowed');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('%s', async (method) => {
    const answer = await seller.request('/graphql', { method });
    expectToldOff(answer, 'method_not_allowed');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, POST');
  });

  test('HEAD', async () => {
    const { status, text } = await seller.request('/graphql?query={__typename}', { method: 'HEAD' });
    expect({ status, text }).toEqual({ status: 405, text: '' });
  });
});

describe('a document made to hurt', () => {
  test.each([
    [
      'fragments that double each time',
      `{ ...F0 } ${times(100, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F100 on Query { __typename }`,
    ],
    ['inline fragments in one another', `${'{ ...'.repeat(400)} { __typename } ${'}'.repeat(400)}`],
  ])('%s: one field, at once', async (_, query) => {
    const beganAtMs = performance.now();
    expect((await seller.graphql(query)).body).toEqual({ data: { __typename: 'Query' } });
    expect(performance.now() - beganAtMs).toBeLessThan(2_000);
  });

  test.each([
    ['fragments in a circle', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
    ['a fragment in itself', '{ ...A } fragment A on Query { ...A }'],
    ['a directive many times', `{ __typename ${times(250, () => '@skip(if: false)')} }`],
    ['unknown directives', `{ __typename ${times(990, (i) => `@a${i % 10}`)} }`],
    ['a thousand unknown fields', `{ ${times(990, (i) => `f${i}`)} }`],
    ['one field, endlessly long', `{ ${'x'.repeat(60_000)} }`],
    ['lists in one another', `{ auctions(limit: ${'['.repeat(900)}${']'.repeat(900)}) { __typename } }`],
    ['objects in one another', `{ auctions(first: ${'{a:'.repeat(600)}1${'}'.repeat(600)}) { nodes { __typename } } }`],
    ['a type in a type in a type', `{ __type(name: "Bid") ${'{ ofType '.repeat(300)} { name } ${'}'.repeat(300)} }`],
    ['two operations without a name', '{ __typename } { __typename }'],
    ['a subscription', 'subscription { auctions }'],
    ['a deferred part', '{ ... @defer { __typename } }'],
    ['a subscription to nothing', `subscription { bidPlaced(auctionId: "${anId}") @skip(if: true) { bidId } }`],
    [
      'a subscription to nothing, behind fragments',
      'subscription { ...A } fragment A on Subscription { ... @include(if: false) { ...A __typename } }',
    ],
    ['an empty document', ''],
    ['a NUL', '{ \0 }'],
    ['half a surrogate', '{ \ud800 }'],
    ['a string without an end', '{ auctions(status: """ '],
    [
      'a number beyond all numbers',
      'mutation { createAuction(input: { title: "abc", biddingPeriod: { startTimestamp: 1e999, endTimestamp: 1 } }) { auction { title } errors { code fault message path } } }',
    ],
  ])('%s', async (_, query) => expectToldOff(await seller.graphql(query)));

  const words = String.raw`{ } ( ) : ... @ $ ! [ ] = | & " """ # \u 1 -0 1e9 , A $a null true`
    .split(' ')
    .concat('query mutation auctions bids limit offset __schema __typename'.split(' '))
    .concat(
      'fragment A on Query',
      '@skip(if: true)',
      '{ __typename }',
      '{ bids(first: 1) { nodes { __typename } } }',
      '\n',
    );

  test('any mixture of words', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 25 }), fc.jsonValue(), async (document, a) => {
        const { status, body } = await seller.graphql(document.join(' '), { a });
        expect(status).toBeLessThan(500);
        for (const { extensions } of body.errors ?? []) expect(extensions.code).toBe('invalid_request');
      }),
      { numRuns: countFor({ usually: 100, full: 500 }) },
    );
  });
});

describe('values made to hurt', () => {
  test.each([
    ['a null in place of a default', `query ($id: ID = "${anId}") { auction(auctionId: $id) { title } }`, { id: null }],
    ['a text for a number', 'query ($limit: Int) { auctions(first: $limit) { nodes { __typename } } }', { limit: 'x' }],
    [
      'a list for an object',
      'mutation ($p: BiddingPeriodInput!) { createAuction(input: { title: "abc", biddingPeriod: $p }) { auction { title } errors { code fault message path } } }',
      { p: [] },
    ],
    [
      'a NUL in a text',
      'query ($id: String) { bids(filter: { bidderId: $id }) { nodes { __typename } } }',
      { id: '\0' },
    ],
    [
      'half a surrogate in a text',
      'query ($id: String) { bids(filter: { bidderId: $id }) { nodes { __typename } } }',
      { id: '\ud800' },
    ],
    [
      'an endless text',
      'query ($id: String) { bids(filter: { bidderId: $id }) { nodes { __typename } } }',
      { id: 'x'.repeat(60_000) },
    ],
    [
      'a word that is no status',
      'query ($status: AuctionStatus) { auctions(filter: { statuses: [$status] }) { nodes { __typename } } }',
      { status: '__proto__' },
    ],
  ])('%s', async (_, query, variables) => expectToldOff(await seller.graphql(query, variables)));

  test('a NUL in what an admin looks for', async () => {
    const admin = await service.seller({ scopes: ['admin'] });
    for (const query of [
      'query ($text: String) { sellers(nameContains: $text) { nodes { __typename } } }',
      'query ($text: String) { adminAuctions(filter: { titleContains: $text }) { pageInfo { hasNextPage endCursor } } }',
      'query ($text: String) { auditLog(action: $text) { nodes { __typename } } }',
    ]) {
      expectToldOff(await admin.graphql(query, { text: '\0' }));
    }
  });

  test('lists nested to the last byte of the body', async () => {
    const nested = `{"query":"query($p: BiddingPeriodInput) { __typename @skip(if: $p) }","variables":{"p":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`;
    expectToldOff(await seller.request('/graphql', { method: 'POST', headers: json, body: nested }));
  });

  test('a variable that is wrong is named', async () => {
    const { body } = await seller.graphql('query ($limit: Int) { auctions(first: $limit) { nodes { __typename } } }', {
      limit: 'x',
    });
    expect(body.errors[0].message).toMatch(/^Variable "\$limit" got invalid value "x"/);
  });

  const starting = (at: string) =>
    `createAuction(input: { title: "abc", biddingPeriod: { startTimestamp: ${at}, endTimestamp: 4102531200 } }) { auction { biddingPeriodStartsAt } errors { code } }`;

  test.each(['2100-01-01T00:00:00Z', '2100-01-01T02:00:00.000+02:00'])(
    'an instant in ISO 8601 is read as its seconds: %s',
    async (at) => {
      const { body } = await seller.graphql(
        `mutation ($at: UnixTimestamp!) { written: ${starting(`"${at}"`)} sent: ${starting('$at')} }`,
        { at },
      );
      const auction = { biddingPeriodStartsAt: '2100-01-01T00:00:00.000+00:00' };
      expect(body.data).toEqual({ written: auction, sent: auction });
    },
  );

  test.each(['2100-01-01T00:00:00.5Z', '2100-01-01', '2100-02-30T00:00:00Z', '4102444800'])(
    'no other text is read as an instant: %s',
    async (at) => {
      expect((await seller.graphql(`mutation { ${starting(`"${at}"`)} }`)).body.errors).toHaveLength(1);
      const sent = await seller.graphql(`mutation ($at: UnixTimestamp!) { ${starting('$at')} }`, { at });
      expect(sent.body.errors).toHaveLength(1);
    },
  );

  test.each([
    ['biddingPeriod: { endTimestamp: 2, startTimestamp: ', '1.5', 'A unix timestamp is whole seconds'],
    ['biddingPeriod: { endTimestamp: 2, startTimestamp: ', '"now"', 'invalid date-time-string'],
    ['minimumBidValueInCents: ', '"500"', 'whole number of cents'],
    ['ifUnchangedSince: ', '"now"', 'invalid date-time-string'],
    ['ifUnchangedSince: ', '5', 'a text in ISO 8601'],
  ])('a literal that is wrong has a place: %s%s', async (before, literal, message) => {
    const begun = `mutation { updateAuction(input: { auctionId: "x", ${before}`;
    const end = before.includes('{') ? '} })' : '})';
    const { body } = await seller.graphql(`${begun}${literal} ${end} { errors { code } } }`);
    const locations = [{ line: 1, column: begun.length + 1 }];
    expect(body.errors).toMatchObject([{ message: expect.stringContaining(message), locations }]);
  });
});
