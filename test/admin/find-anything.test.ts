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

const what = `__typename ... on AdminAuction { title } ... on AdminBid { bidValueInCents } ... on AdminPayment { email }
  ... on Seller { name } ... on ApiKey { prefix } ... on AuditEntry { action actorName }`;

async function found(text: string): Promise<unknown> {
  const { body } = await admin.graphql(`query ($text: String!) { find(text: $text) { ${what} } }`, { text });
  expect(body.errors).toBeUndefined();
  return body.data.find;
}

const theAuction = { __typename: 'AdminAuction', title: 'A desk of walnut' };
const theBid = { __typename: 'AdminBid', bidValueInCents: 5_000 };
const thePayment = { __typename: 'AdminPayment', email: 'ada@example.com' };
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
    const { body } = await admin.graphql(`{ adminBids(${args}) { nodes { bidValueInCents email sellerMode } } }`);
    expect(body.errors).toBeUndefined();
    return body.data.adminBids.nodes.map(({ bidValueInCents }: { bidValueInCents: number }) => bidValueInCents);
  };
  expect(await values('email: "ada@example.com"')).toEqual([5_000]);
  expect(await values('email: "ada@example.com", minValueInCents: 5001')).toEqual([]);
  expect(await values('email: "Ada@example.com"')).toEqual([]);
  expect(await values('minValueInCents: 5001')).toEqual([7_000]);
  expect(await values('minValueInCents: 5000, maxValueInCents: 6999')).toEqual([5_000]);
  expect(await values('maxValueInCents: 7000, last: 1')).toEqual([5_000]);
  expect(await values(`auctionId: "${auctionId}", placedBeforeTimestamp: 1704067201`)).toEqual([7_000]);
  expect(await values(`auctionId: "${auctionId}", placedFromTimestamp: 1704067201`)).toEqual([5_000]);
  expect(await values('bidderId: "ben", placedFromTimestamp: 1704067201')).toEqual([]);
  expect(await values('placedBeforeTimestamp: 1704067201')).toEqual([]);
  expect(await values('placedFromTimestamp: 1704067201')).toEqual([7_000, 5_000]);
});

test('auctions are found by outcome, by their highest bid and by the e-mail address of a bidder', async () => {
  await service.auction(acme, { ...sold, title: 'A lamp' });
  const titles = async (args: string) => {
    const { body } = await admin.graphql(`{ adminAuctions(${args}) { nodes { title sellerMode } } }`);
    expect(body.errors).toBeUndefined();
    return body.data.adminAuctions.nodes.map(({ title }: { title: string }) => title);
  };
  expect(await titles('outcome: SOLD')).toEqual(['A lamp']);
  expect(await titles('outcome: UNSOLD')).toEqual([]);
  expect(await titles('outcome: SOLD, titleContains: "desk"')).toEqual([]);
  expect(await titles('email: "ada@example.com"')).toEqual(['A desk of walnut']);
  expect(await titles(`email: "ada@example.com", sellerId: "${acme.sellerId}", status: ongoing`)).toEqual([
    'A desk of walnut',
  ]);
  expect(await titles('email: "nobody@example.com"')).toEqual([]);
  const desk = ['A desk of walnut'];
  expect(await titles('minHighestBidInCents: 7000')).toEqual(desk);
  expect(await titles('minHighestBidInCents: 7001')).toEqual([]);
  expect(await titles('maxHighestBidInCents: 7000, status: ongoing')).toEqual(desk);
  expect(await titles('maxHighestBidInCents: 6999')).toEqual([]);
});

test('the changes of one request are a filter of the audit log', async () => {
  const { body } = await admin.graphql(`{ auditLog(requestId: "${requestId}") { nodes { action subjectId } } }`);
  expect(body.data.auditLog.nodes).toEqual([{ action: 'updateAuction', subjectId: auctionId }]);
});
