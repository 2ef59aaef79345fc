import { describe, expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const seller = await service.seller();

const post = (body: unknown) =>
  service.request('/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${seller.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a value that an enum does not have is answered with those it has', () => {
  const values = 'Give one of upcoming, ongoing, completed.';
  test.each([
    ['a name', '{ auctions(filter: { statuses: [open] }) { nodes { __typename } } }', {}],
    ['a string', '{ auctions(filter: { statuses: ["open"] }) { nodes { __typename } } }', {}],
    ['a near miss', '{ auctions(filter: { statuses: [complete] }) { nodes { __typename } } }', {}],
    [
      'a variable',
      'query ($status: AuctionStatus!) { auctions(filter: { statuses: [$status] }) { nodes { __typename } } }',
      { status: 'open' },
    ],
    [
      'a number',
      'query ($status: AuctionStatus!) { auctions(filter: { statuses: [$status] }) { nodes { __typename } } }',
      { status: 1 },
    ],
  ])('%s', async (_, query, variables) => {
    const { body } = await post({ query, variables });
    expect(body.errors[0].message).toContain(values);
    expect(body.errors[0].message).not.toContain('Did you mean');
    expect(body.errors[0].extensions.code).toBe('invalid_request');
  });
});

test('a batch is refused with what to do instead', async () => {
  const { status, body } = await post([{ query: '{ __typename }' }]);
  expect(status).toBe(400);
  expect(body.errors[0].message).toMatch(/batches are not supported\. Send one operation a request/);
});

test('a hash without its document is refused with the message that Apollo Client and urql know', async () => {
  const hash = { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } };
  const { status, body } = await post(hash);
  expect([status, body.errors.map(({ message }: { message: string }) => message)]).toEqual([
    200,
    ['PersistedQueryNotSupported'],
  ]);
});

test('a hash in the address of a GET is refused with the same message', async () => {
  const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } });
  const address = `/graphql?operationName=Auctions&extensions=${encodeURIComponent(extensions)}`;
  const { status, body } = await seller.get(address);
  expect([status, body.errors.map(({ message }: { message: string }) => message)]).toEqual([
    200,
    ['PersistedQueryNotSupported'],
  ]);
});

test('If-Match is refused, which only /v1 obeys, and nothing is changed', async () => {
  const { auctionId } = await service.auction(seller, { title: 'A desk' });
  const query = `mutation { updateAuction(input: { auctionId: "${auctionId}", title: "A chair" }) { auction { title } errors { code fault message path } } }`;
  const headers = { authorization: `Bearer ${seller.key}`, 'content-type': 'application/json', 'if-match': '"a tag"' };
  const { body } = await service.request('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
  expect(body.errors[0].extensions).toMatchObject({ code: 'invalid_request', errors: [{ pointer: 'If-Match' }] });
  expect((await seller.get(`/v1/auctions/${auctionId}`)).body.auction.title).toBe('A desk');
});

test('an empty operationName counts as no name, over POST and over GET', async () => {
  const query = '{ __typename }';
  const answers = [
    await post({ query, operationName: '' }),
    await seller.get(`/graphql?operationName=&query=${encodeURIComponent(query)}`),
  ];
  for (const { body } of answers) expect(body).toEqual({ data: { __typename: 'Query' } });
});

test.each([
  ['query One { __typename }', 'Two', '"operationName" names no operation of the document.'],
  ['query One { __typename } query Two { __typename }', undefined, 'Name one of the operations in "operationName".'],
  ['fragment One on Query { __typename }', undefined, 'The document has no operation.'],
])('in %s, the operation %s is refused with what to do instead', async (query, operationName, message) => {
  const { body } = await post({ query, operationName });
  expect(body.errors).toMatchObject([{ message, extensions: { code: 'invalid_request' } }]);
});

test.each([
  ['by id', { id: 'a' }],
  ['by document id', { documentId: 'a' }],
])('a persisted query %s is refused with what to do instead', async (_, body) => {
  const answer = await post(body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0].message).toMatch(/^Persisted queries are not supported: send the whole document/);
});

test('a document that comes with the hash of a persisted query runs', async () => {
  const { body } = await post({
    query: '{ __typename }',
    extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } },
  });
  expect(body).toEqual({ data: { __typename: 'Query' } });
});
