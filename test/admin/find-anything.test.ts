import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { insertIntent } from '../support/insert-intent.ts';
import { ongoing, sold } from '../support/insert-auction.ts';
import { publicUrl, startService } from '../support/service.ts';

const logged: string[] = [];
const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
const service = await startService({ log });
afterAll(() => service[Symbol.asyncDispose]());
const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
const acme = await service.seller({ name: 'Acme Ltd' });
const auction = await service.auction(acme, { ...ongoing, title: 'A walnut desk' });
const { auctionId } = auction;
const { bidId } = await service.bid(auction, { bidderId: 'customer-42', bidValueInCents: 5_000 });
const { authorizationId } = await insertIntent(service.db, {
  auctionId,
  sellerId: acme.sellerId,
  bidderId: 'customer-42',
  email: 'ada@example.com',
  valueInCents: 5_000,
  provider: 'simulated',
  submissionToken: 'a form',
  browserId: null,
});
await service.db.query(`update authorizations set provider_reference = 'pay_77', bid_id = $1`, [bidId]);
const updated = await acme.patch(`/v1/auctions/${auctionId}`, { title: 'A desk of walnut' });
const requestId = updated.headers.get('x-request-id')!;

const what = `__typename ... on Auction { title } ... on Bid { bidValueInCents } ... on Authorization { email }
  ... on Seller { name } ... on ApiKey { prefix } ... on AuditEntry { action actorName }`;

async function found(text: string): Promise<unknown> {
  const { body } = await admin.graphql(`query ($text: String!) { find(text: $text) { ${what} } }`, { text });
  expect(body.errors).toBeUndefined();
  return body.data.find;
}

const theAuction = { __typename: 'Auction', title: 'A desk of walnut' };
const theBid = { __typename: 'Bid', bidValueInCents: 5_000 };
const thePayment = { __typename: 'Authorization', email: 'ada@example.com' };
const theSeller = { __typename: 'Seller', name: 'Acme Ltd' };
const theKey = { __typename: 'ApiKey', prefix: acme.key.slice(0, 15) };

test.each([
  ['the id of an auction', auctionId, [theAuction]],
  ['in capitals, between blanks', ` ${auctionId.toUpperCase()} `, [theAuction]],
  ['an auctionUrl', `${publicUrl}/auctions/${auctionId}`, [theAuction]],
  ['the link of a bidder', `${publicUrl}/auctions/${auctionId}?bidderId=customer-42&signature=x`, [theAuction]],
  ['the id of a bid', bidId, [theBid]],
  ['the id of a payment', authorizationId, [thePayment]],
  ['the provider’s name for a payment', 'pay_77', [thePayment]],
  ['an e-mail address', 'ada@example.com', [thePayment]],
  ['a bidder', 'customer-42', [theBid]],
  ['the id of a seller', acme.sellerId, [theSeller]],
  ['the name of a seller', 'Acme Ltd', [theSeller]],
  ['the id of a key', acme.apiKeyId, [theKey]],
  ['the prefix of a key', acme.key.slice(0, 15), [theKey]],
  ['a key', acme.key, [theKey]],
  ['a request', requestId, [{ __typename: 'AuditEntry', action: 'updateAuction', actorName: 'Acme Ltd' }]],
  ['a mistyped key', `${acme.key.slice(0, -1)}~`, []],
  ['nothing of the kind', 'nobody', []],
  ['an id of nothing', '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11', []],
])('%s', async (_, text, expected) => {
  expect(await found(text)).toEqual(expected);
});

test.each(['   ', 'a\u0000b', 'x'.repeat(2_001)])('%j is refused, and pointed at', async (text) => {
  const { body } = await admin.graphql('query ($text: String!) { find(text: $text) { __typename } }', { text });
  expect(body.errors).toMatchObject([{ extensions: { code: 'invalid_request', errors: [{ pointer: '/text' }] } }]);
});

test('a key that is looked for is in no log', async () => {
  log.info('The log is read.');
  await found(acme.key);
  await found(acme.key.slice(0, -1));
  const { body } = await admin.graphql(`{ find(text: "${acme.key}", texts: 1) { __typename } }`);
  expect(body.errors).toHaveLength(1);
  expect(logged.join('')).toContain('The log is read.');
  expect(logged.join('')).not.toContain(acme.key.slice(0, 30));
});

test('bids are found by e-mail, value and time', async () => {
  await service.bid(auction, { bidderId: 'ben', bidValueInCents: 7_000, placedAt: new Date('2024-01-01') });
  const values = async (args: string) => {
    const { body } = await admin.graphql(
      `{ adminBids(${args}) { nodes { bidValueInCents authorization { email } auction { sellerAccount { mode } } } } }`,
    );
    expect(body.errors).toBeUndefined();
    return body.data.adminBids.nodes.map(({ bidValueInCents }: { bidValueInCents: number }) => bidValueInCents);
  };
  expect(await values('filter: { email: "ada@example.com" }')).toEqual([5_000]);
  expect(await values('filter: { email: "ada@example.com", valueInCents: { atLeast: 5001 } }')).toEqual([]);
  expect(await values('filter: { email: "Ada@example.com" }')).toEqual([]);
  expect(await values('filter: { valueInCents: { atLeast: 5001 } }')).toEqual([7_000]);
  expect(await values('filter: { valueInCents: { atLeast: 5000, atMost: 6999 } }')).toEqual([5_000]);
  expect(await values('last: 1, filter: { valueInCents: { atMost: 7000 } }')).toEqual([5_000]);
  expect(await values(`filter: { auctionId: "${auctionId}", placed: { before: 1704067201 } }`)).toEqual([7_000]);
  expect(await values(`filter: { auctionId: "${auctionId}", placed: { from: 1704067201 } }`)).toEqual([5_000]);
  expect(await values('filter: { bidderId: "ben", placed: { from: 1704067201 } }')).toEqual([]);
  expect(await values('filter: { placed: { before: 1704067201 } }')).toEqual([]);
  expect(await values('filter: { placed: { from: 1704067201 } }')).toEqual([7_000, 5_000]);
});

test('auctions are found by outcome, by their highest bid and by the e-mail address of a bidder', async () => {
  await service.auction(acme, { ...sold, title: 'A lamp' });
  const titles = async (args: string) => {
    const { body } = await admin.graphql(`{ adminAuctions(${args}) { nodes { title sellerAccount { mode } } } }`);
    expect(body.errors).toBeUndefined();
    return body.data.adminAuctions.nodes.map(({ title }: { title: string }) => title);
  };
  expect(await titles('filter: { outcomes: [SOLD] }')).toEqual(['A lamp']);
  expect(await titles('filter: { outcomes: [UNSOLD] }')).toEqual([]);
  expect(await titles('filter: { outcomes: [SOLD], titleContains: "desk" }')).toEqual([]);
  expect(await titles('filter: { email: "ada@example.com" }')).toEqual(['A desk of walnut']);
  expect(
    await titles(`filter: { email: "ada@example.com", sellerId: "${acme.sellerId}", statuses: [ongoing] }`),
  ).toEqual(['A desk of walnut']);
  expect(await titles('filter: { email: "nobody@example.com" }')).toEqual([]);
  const desk = ['A desk of walnut'];
  expect(await titles('filter: { highestBidInCents: { atLeast: 7000 } }')).toEqual(desk);
  expect(await titles('filter: { highestBidInCents: { atLeast: 7001 } }')).toEqual([]);
  expect(await titles('filter: { highestBidInCents: { atMost: 7000 }, statuses: [ongoing] }')).toEqual(desk);
  expect(await titles('filter: { highestBidInCents: { atMost: 6999 } }')).toEqual([]);
});

test('the changes of one request are a filter of the audit log', async () => {
  const { body } = await admin.graphql(`{ auditLog(requestId: "${requestId}") { nodes { action subjectId } } }`);
  expect(body.data.auditLog.nodes).toEqual([{ action: 'updateAuction', subjectId: auctionId }]);
});
