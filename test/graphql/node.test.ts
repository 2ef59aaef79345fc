import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { sellerScopes } from '../../src/core/viewer.ts';
import { schema } from '../../src/api/graphql/schema.ts';
import { answerOf } from './pages.ts';
import { ongoing } from '../support/insert-auction.ts';
import { insertAccount } from '../support/insert-account.ts';
import { insertIntent } from '../support/insert-intent.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const seller = await service.seller();
const admin = await service.seller({ scopes: ['admin'] });
const ofKeys = await service.seller({ name: seller.name, scopes: ['keys:write'] });
const auction = await service.auction(seller, { ...ongoing, title: 'A walnut desk' });
const { bidId } = await service.bid(auction, { bidderId: 'ann', bidValueInCents: 900 });
const { authorizationId } = await insertIntent(service.db, {
  auctionId: auction.auctionId,
  sellerId: seller.sellerId,
  bidderId: 'ann',
  email: 'ann@example.com',
  valueInCents: 900,
  provider: 'simulated',
  submissionToken: 'a form',
  browserId: null,
});
const paymentId = Buffer.from(`Authorization:${authorizationId}`).toString('base64');
await insertAccount(service.db, seller);
const { endpointId } = await insertEndpoint(service.db, seller);
await seller.graphql(
  'mutation { banBidder(input: { bidderId: "eve", reason: "Never pays" }) { bannedBidder { bidderId } errors { code fault message path } } }',
);
await seller.graphql(
  `mutation { sendTestWebhook(input: { endpointId: "${endpointId}" }) { webhookDelivery { state } errors { code fault message path } } }`,
);
await seller.patch(`/v1/auctions/${auction.auctionId}`, { title: 'A desk of walnut' });
await service.db.query(`insert into settlement_holds (reason) values ('moved')`);

/** Where an object of each type is shown with its `id`, and a field of it. */
const shown: Record<string, readonly [by: Seller, document: string, field: string]> = {
  Auction: [seller, `{ auction(auctionId: "${auction.auctionId}") { id title } }`, 'title'],
  Bid: [seller, `{ bid(bidId: "${bidId}") { id bidValueInCents } }`, 'bidValueInCents'],
  SellerProfile: [seller, '{ sellerProfile { id displayName } }', 'displayName'],
  PaymentAccount: [seller, '{ paymentAccount { id accountId } }', 'accountId'],
  WebhookEndpoint: [seller, '{ webhookEndpoints { nodes { id url } } }', 'url'],
  WebhookDelivery: [
    seller,
    `{ webhookDeliveries(endpointId: "${endpointId}") { nodes { id createdAt } } }`,
    'createdAt',
  ],
  WebhookEvent: [seller, `{ webhookDeliveries(endpointId: "${endpointId}") { nodes { event { id body } } } }`, 'body'],
  BannedBidder: [seller, '{ bannedBidders { nodes { id reason } } }', 'reason'],
  Authorization: [admin, `{ node(id: "${paymentId}") { ... on Authorization { id email } } }`, 'email'],
  Seller: [admin, `{ seller(sellerId: "${seller.sellerId}") { id name } }`, 'name'],
  ApiKey: [ofKeys, '{ keys { nodes { id prefix } } }', 'prefix'],
  AuditEntry: [admin, `{ auditLog(sellerId: "${seller.sellerId}", first: 1) { nodes { id action } } }`, 'action'],
  SettlementHold: [admin, '{ settlementHolds { nodes { id reason } } }', 'reason'],
};

/** Finds the object with an `id`, wherever it is. */
function objectIn(value: unknown): Record<string, unknown> {
  const inner = Array.isArray(value) ? value[0] : value;
  return 'id' in inner ? inner : objectIn(Object.values(inner)[0]);
}

test('every type with an id is tried here', () => {
  const identified = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node'),
  );
  expect(identified.map(({ name }) => name).sort()).toEqual(Object.keys(shown).sort());
});

test.each(Object.entries(shown))('%s has an id, by which node finds it, for whom may see it', async (type, place) => {
  const [by, document, field] = place;
  const object = objectIn(await answerOf(by, document));
  const query = `query ($id: ID!) { node(id: $id) { __typename id ... on ${type} { ${field} } } }`;
  expect(await answerOf(by, query, { id: object['id'] })).toEqual({ node: { __typename: type, ...object } });
  // Of another seller it is nothing, and nothing without its scope.

  const [other, without] = [
    await service.seller({ scopes: sellerScopes }),
    await service.seller({ scopes: ['payments:write'] }),
  ];
  if (by !== admin) expect(await answerOf(other, query, { id: object['id'] })).toEqual({ node: null });
  const { body } = await without.graphql(query, { id: object['id'] });
  expect(body).toMatchObject({ data: { node: null }, errors: [{ extensions: { code: 'insufficient_scope' } }] });
});

test.each([
  ['an auction', `adminAuctions(filter: { ids: ["${auction.auctionId}"] }) { nodes { id } }`, 'Auction', 'title'],
  ['a bid', `adminBids(filter: { auctionId: "${auction.auctionId}" }) { nodes { id } }`, 'Bid', 'bidderId'],
  ['a key', `seller(sellerId: "${seller.sellerId}") { keys { nodes { id } } }`, 'ApiKey', 'prefix'],
  [
    'a payment account',
    `seller(sellerId: "${seller.sellerId}") { paymentAccount { id } }`,
    'PaymentAccount',
    'accountId',
  ],
])('an operator sees %s of any seller, and reads it by its id', async (_, shownIn, type, field) => {
  const { id } = objectIn(await answerOf(admin, `{ ${shownIn} }`));
  const query = `query ($id: ID!) { node(id: $id) { __typename ... on ${type} { ${field} } } }`;
  expect(await answerOf(admin, query, { id })).toEqual({ node: { __typename: type, [field]: expect.any(String) } });
});

test('an id is the same where one statement answers, and where GraphQL runs over its rows', async () => {
  const fields = 'id auctionId bids { nodes { id } } seller { id }';
  const whole = await answerOf(seller, `{ auctions { nodes { ${fields} } } }`);
  const { auctions } = await answerOf(seller, `{ auctions { nodes { ${fields} ledger { entries { kind } } } } }`);
  expect(auctions.nodes.map(({ ledger: _, ...rest }: { ledger: unknown }) => rest)).toEqual(whole.auctions.nodes);
  expect(Buffer.from(whole.auctions.nodes[0].id, 'base64').toString()).toBe(`Auction:${auction.auctionId}`);
});

test('an attempt to bid has an id, which its authorization does not share', async () => {
  const { exportBidder } = await answerOf(seller, '{ exportBidder(bidderId: "ann") { attempts { nodes { id } } } }');
  const [{ id }] = exportBidder.attempts.nodes;
  expect(Buffer.from(id, 'base64').toString()).toBe(`BidAttempt:${authorizationId}`);
  expect((await answerOf(seller, 'query ($id: ID!) { node(id: $id) { id } }', { id })).node).toBeNull();
});

test('several are read in their order, null for what is not there', async () => {
  const idOf = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64');
  const ids = [idOf('Bid', bidId), idOf('Auction', bidId), idOf('Auction', auction.auctionId), idOf('AuditEntry', 'x')];
  const query = `query ($ids: [ID!]!) { nodes(ids: $ids) {
    ... on Auction { title presentation { pictures { url } } bids { nodes { bidderId } } ledger { entries { kind } } } ... on Bid { auction { title } }
  } }`;
  const { nodes } = await answerOf(seller, query, { ids: ids.slice(0, 3) });
  expect(nodes).toEqual([
    { auction: { title: 'A desk of walnut' } },
    null,
    {
      title: 'A desk of walnut',
      presentation: { pictures: [] },
      bids: { nodes: [{ bidderId: 'ann' }] },
      ledger: { entries: [] },
    },
  ]);
  const bad = ['x', '', idOf('LedgerEntry', '1'), idOf('Auction', 'x')];
  expect((await answerOf(seller, query, { ids: [...bad, ids[0]] })).nodes).toEqual([
    null,
    null,
    null,
    null,
    { auction: { title: 'A desk of walnut' } },
  ]);
  const { body } = await seller.graphql(query, { ids: Array.from({ length: 101 }, () => ids[0]) });
  expect(body.errors).toMatchObject([{ extensions: { code: 'invalid_request', errors: [{ pointer: '/ids' }] } }]);
});

test.each([
  ['no text of ours', 'x'],
  ['a type without an id', Buffer.from('LedgerEntry:1').toString('base64')],
  ['nothing', ''],
  ['a name of JavaScript', Buffer.from('constructor:1').toString('base64')],
])('%s is no id: refused, and pointed at', async (_, id) => {
  const { body } = await seller.graphql('query ($id: ID!) { node(id: $id) { id } }', { id });
  expect(body.errors).toMatchObject([{ extensions: { code: 'invalid_request', errors: [{ pointer: '/id' }] } }]);
});

test('counts the rows below a node, and refuses a list inside a list of the same type', async () => {
  const id = Buffer.from(`Auction:${auction.auctionId}`).toString('base64');
  const nodes = Array.from(
    { length: 5 },
    (_, i) => `n${i}: nodes(ids: $ids) { ... on Auction { bids { nodes { bidId } } } }`,
  );
  const many = await seller.graphql(`query ($ids: [ID!]!) { ${nodes.join(' ')} }`, { ids: [id] });
  expect(many.body.errors[0].message).toMatch(/may read \d+ rows/);
  const nested = '{ node(id: "x") { ... on Auction { bids { nodes { auction { bids { nodes { bidId } } } } } } } }';
  expect((await seller.graphql(nested)).body.errors[0].message).toMatch(/a list of Bid inside a list of Bid/);
});

test('a delivery has its endpoint as an object', async () => {
  const query = `{ webhookDeliveries(endpointId: "${endpointId}", first: 1) { nodes { endpointId endpoint { endpointId url } } } }`;
  const { nodes } = (await answerOf(seller, query)).webhookDeliveries;
  expect(nodes).toEqual([{ endpointId, endpoint: { endpointId, url: expect.stringMatching(/^https/) } }]);
});
