import {
  getNamedType,
  getNullableType,
  graphql,
  type GraphQLEnumType,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { planOf } from '#one-statement/field-plan.ts';
import { makeContext } from '../../src/api/graphql/context.ts';
import { schema } from '../../src/api/graphql/schema.ts';
import type { Scope } from '../../src/core/viewer.ts';
import { authenticate } from '../../src/platform/auth/authenticate.ts';
import { cancelled, upcoming } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';

// The tests of the mutations read their answers flat. These read the payloads as they come.

const service = await sharedService();
const seller = await service.seller();

async function raw(by: Seller, query: string, headers: Record<string, string> = {}) {
  const { text, status } = await by.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return { status, ...(JSON.parse(text) as { data?: Record<string, unknown> | null; errors?: any[] }) };
}

const period = '{ startTimestamp: 4102444800, endTimestamp: 4102531200 }';
const create = (title: string, selection: string) =>
  `mutation { createAuction(input: { title: "${title}", biddingPeriod: ${period} }) { ${selection} errors { code fault message path } } }`;
const resolved = 'auction { title ledger { balance { heldInCents } } }';

/** The answers of a statement, and of resolvers. */
const ways = [
  ['a planned selection', 'auction { title }'],
  ['a selection with resolvers', resolved],
] as const;

test('names each malformed id at its place: in the payload of a change, and in the errors of a read', async () => {
  const pictures = '[{ pictureId: "desk", alternativeText: "A desk" }, { pictureId: "1", alternativeText: "A leg" }]';
  const input = `{ auctionId: "desk", pictures: ${pictures} }`;
  const change = `mutation { updateAuctionPresentation(input: ${input}) { errors { code fault path } } }`;
  const fault = { code: 'invalid_request', fault: 'invalid_value' };
  expect((await raw(seller, change)).data).toEqual({
    updateAuctionPresentation: {
      errors: [
        { ...fault, path: ['auctionId'] },
        { ...fault, path: ['pictures', '0', 'pictureId'] },
        { ...fault, path: ['pictures', '1', 'pictureId'] },
      ],
    },
  });
  const planned = 'mutation { cancelAuction(input: { auctionId: "desk" }) { errors { code fault path } } }';
  expect((await raw(seller, planned)).data).toEqual({ cancelAuction: { errors: [{ ...fault, path: ['auctionId'] }] } });
  const { errors } = await raw(seller, '{ auctions(filter: { ids: ["desk"] }) { nodes { title } } }');
  expect(errors!.map(({ extensions }) => extensions.errors.map(({ pointer }: any) => pointer))).toEqual([
    ['/filter/ids/0'],
  ]);
});

test('refuses the id of an object of another type, and names the wanted one', async () => {
  const { auctionId } = await service.auction(seller);
  const idAs = (type: string) => Buffer.from(`${type}:${auctionId}`).toString('base64');
  const detail = 'Must be the "id" or the UUID of an object of type Auction, as an answer showed it.';
  const read = (type: string) => raw(seller, `{ auction(auctionId: "${idAs(type)}") { auctionId } }`);
  expect((await read('Auction')).data).toEqual({ auction: { auctionId } });
  expect((await read('Bid')).errors).toMatchObject([
    { extensions: { errors: [{ pointer: '/auctionId', code: 'invalid_value', detail }] } },
  ]);
  const change = `mutation { cancelAuction(input: { auctionId: "${idAs('Seller')}" }) { errors { message path } } }`;
  expect((await raw(seller, change)).data).toEqual({
    cancelAuction: { errors: [{ message: detail, path: ['auctionId'] }] },
  });
});

const picture = Buffer.from(`AuctionPicture:${randomUUID()}`).toString('base64');
const act = 'reason: "x", confirm: false';
const actFaults = ['reason too_short', 'confirm invalid_value'];

test.each([
  ['updateAuction', 'auctionId: "desk", title: "x"', ['auctionId', 'title too_short']],
  [
    'updateAuctionPresentation',
    `auctionId: "desk", pictures: [{ pictureId: "${picture}", alternativeText: "" }]`,
    ['auctionId', 'pictures 0 alternativeText too_short'],
  ],
  ['updateSellerProfile', 'logoPictureId: "desk", displayName: ""', ['logoPictureId', 'displayName too_short']],
  ['refundPayment', 'auctionId: "desk", amountInCents: 0, reason: DUPLICATE', ['auctionId', 'amountInCents too_small']],
  [
    'simulatePaymentChange',
    'auctionId: "desk", change: REFUND, amountInCents: 0',
    ['auctionId', 'amountInCents too_small'],
  ],
  ['recordShipment', 'auctionId: "desk", carrier: ""', ['auctionId', 'carrier too_short', 'carrier blank']],
  ['updateWebhookEndpoint', 'endpointId: "desk", eventTypes: []', ['endpointId', 'eventTypes too_short']],
  ['rotateWebhookSecret', 'endpointId: "desk", overlapSeconds: -1', ['endpointId', 'overlapSeconds too_small']],
  [
    'replayFailedWebhookDeliveries',
    'endpointId: "desk", sinceTimestamp: -1',
    ['endpointId', 'sinceTimestamp too_small'],
  ],
  ['createKey', 'auctionIds: ["desk"], scopes: []', ['auctionIds 0', 'scopes required']],
  ['updateKey', 'apiKeyId: "desk", name: ""', ['apiKeyId', 'name too_short', 'name blank']],
  ['issueApiKey', 'sellerId: "desk", scopes: []', ['sellerId', 'scopes required']],
  ['connectPaymentAccount', 'sellerId: "desk", accountId: ""', ['sellerId', 'accountId too_short']],
  ['suspendSeller', 'sellerId: "desk", reason: "x"', ['sellerId', 'reason too_short']],
  ['endAuction', `auctionId: "desk", ${act}`, ['auctionId', ...actFaults]],
  ['voidBid', `bidId: "desk", ${act}`, ['bidId', ...actFaults]],
  ['readPayment', `authorizationId: "desk", ${act}`, ['authorizationId', ...actFaults]],
  ['clearSettlementHold', `holdId: "desk", ${act}`, ['holdId', ...actFaults]],
  ['disableSellersWebhookEndpoint', `endpointId: "desk", ${act}`, ['endpointId', ...actFaults]],
  ['adminEraseBidder', 'sellerId: "desk", bidderId: ""', ['sellerId', 'bidderId too_short']],
])('%s names a malformed id together with all other faults', async (mutation, input, expected) => {
  const { scope } = planOf(schema.getMutationType()!.getFields()[mutation]!).access;
  const caller = await service.seller({ scopes: [scope as Scope] });
  const { data } = await raw(caller, `mutation { ${mutation}(input: { ${input} }) { errors { fault path } } }`);
  const { errors } = data![mutation] as { errors: { fault: string; path: string[] }[] };
  const [malformed, ...others] = expected;
  expect(errors.map(({ fault, path }) => `${path.join(' ')} ${fault}`)).toEqual([
    `${malformed} invalid_value`,
    ...others,
  ]);
});

test.each(ways)('names the faults of an input in the payload, for %s, and changes nothing', async (_, selection) => {
  const owner = await service.seller();
  const { status, data, errors } = await raw(owner, create('x', selection));
  expect([status, errors]).toEqual([200, undefined]);
  expect(data).toEqual({
    createAuction: {
      auction: null,
      errors: [
        { code: 'invalid_request', fault: 'too_short', message: 'Must have at least 3 characters.', path: ['title'] },
      ],
    },
  });
  expect((await owner.get('/v1/auctions')).body.auctions).toEqual([]);
});

test.each(ways)('names the rule that refuses a change, for %s', async (_, selection) => {
  const { auctionId } = await service.auction(seller, cancelled);
  const query = `mutation {
    changed: updateAuction(input: { auctionId: "${auctionId}", title: "Another" }) {
      __typename ...Shown why: errors { __typename code fault path ... on UserError { said: message } }
    }
  } fragment Shown on UpdateAuctionPayload { ${selection} }`;
  const { data, errors } = await raw(seller, query);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    changed: {
      __typename: 'UpdateAuctionPayload',
      auction: null,
      why: [
        {
          __typename: 'UpdateAuctionUserError',
          code: 'auction_completed',
          fault: null,
          path: null,
          said: 'The auction is completed and can no longer be changed.',
        },
      ],
    },
  });
});

test.each(ways)('has no errors after a change, for %s', async (_, selection) => {
  const { data } = await raw(seller, create('A desk', selection));
  expect(data).toMatchObject({ createAuction: { auction: { title: 'A desk' }, errors: [] } });
});

test('a plain GraphQL server answers the same payloads', async () => {
  const viewer = await authenticate(service.deps, `Bearer ${seller.key}`);
  for (const title of ['x', 'A plain desk']) {
    const source = create(title, 'auction { title }');
    const { data, errors } = await graphql({
      schema,
      source,
      contextValue: makeContext(service.deps, viewer, randomUUID()),
    });
    expect(errors?.map(String)).toBeUndefined();
    expect(JSON.parse(JSON.stringify(data))).toEqual((await raw(seller, source)).data);
  }
});

test('leaves the other changes of a document as they are, and both payloads say so', async () => {
  const { auctionId } = await service.auction(seller, { ...upcoming, title: 'Before' });
  const { data, errors } = await raw(
    seller,
    `mutation {
      one: updateAuction(input: { auctionId: "${auctionId}", title: "After" }) { auction { title } errors { code } }
      two: updateAuction(input: { auctionId: "${auctionId}", title: "x" }) { auction { title } errors { code } }
    }`,
  );
  expect([data, errors]).toEqual([
    { one: { auction: { title: 'After' }, errors: [] }, two: { auction: null, errors: [{ code: 'invalid_request' }] } },
    undefined,
  ]);
});

test('a refused payload leaves its Idempotency-Key free', async () => {
  const { auctionId } = await service.auction(seller, upcoming);
  const update = (title: string) =>
    raw(
      seller,
      `mutation { updateAuction(input: { auctionId: "${auctionId}", title: "${title}" }) { auction { title } errors { code } } }`,
      { 'idempotency-key': `key-of-${auctionId}` },
    );
  expect((await update('x')).data).toEqual({ updateAuction: { auction: null, errors: [{ code: 'invalid_request' }] } });
  expect((await update('A table')).data).toEqual({ updateAuction: { auction: { title: 'A table' }, errors: [] } });
});

describe('errors of the operation', () => {
  test('a missing scope is no error of the payload', async () => {
    const reader = await service.seller({ scopes: ['auctions:read'] });
    const { data, errors } = await raw(reader, create('A desk', 'auction { title }'));
    expect([data, errors!.map(({ extensions }) => extensions.code)]).toEqual([
      { createAuction: null },
      ['insufficient_scope'],
    ]);
  });

  test('a key that was revoked meanwhile is refused with 401, although a rule refuses the change, too', async () => {
    const owner = await service.seller();
    await raw(owner, create('A desk', 'auction { title }'));
    await service.db.query('update api_keys set revoked_at = now() where api_key_id = $1', [owner.apiKeyId]);
    for (const [, selection] of ways) {
      const { status, data, errors } = await raw(owner, create('x', selection));
      expect([status, data, errors!.map(({ extensions }) => extensions.code)]).toEqual([
        401,
        undefined,
        ['invalid_api_key'],
      ]);
    }
  });

  test('a page of the answer that is asked for wrongly is no error of the payload, and nothing is changed', async () => {
    const { auctionId } = await service.auction(seller, { ...upcoming, title: 'A desk' });
    const { data, errors } = await raw(
      seller,
      `mutation { updateAuction(input: { auctionId: "${auctionId}", title: "Another" }) {
        auction { bids(first: 0) { totalCount } } errors { code }
      } }`,
    );
    expect([data, errors!.map(({ extensions }) => extensions.code)]).toEqual([
      { updateAuction: null },
      ['invalid_request'],
    ]);
    expect((await seller.get(`/v1/auctions/${auctionId}`)).body.auction.title).toBe('A desk');
  });
});

const mutations = Object.values(schema.getMutationType()!.getFields());

describe.each(mutations.map((field) => [field.name, field] as const))('%s', (name, field) => {
  const capital = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const payload = getNamedType(field.type) as GraphQLObjectType;

  test('takes one input, if it takes anything, and returns a payload whose parts are nullable', () => {
    for (const { name: argument, type } of field.args) {
      expect([argument, String(type)]).toEqual(['input', `${capital}Input!`]);
      expect(isInputObjectType(getNullableType(type))).toBe(true);
    }
    expect([field.args.length <= 1, isNonNullType(field.type), payload.name]).toEqual([
      true,
      false,
      `${capital}Payload`,
    ]);
    const { errors, ...parts } = payload.getFields();
    expect(String(errors!.type)).toBe(`[${capital}UserError!]!`);
    expect(Object.values(parts).filter(({ type }) => isNonNullType(type))).toEqual([]);
    expect(Object.keys(parts).length).toBeGreaterThan(0);
  });

  test('has an enum of the codes that may refuse it', () => {
    const error = getNamedType(payload.getFields()['errors']!.type);
    const code = isObjectType(error) ? getNamedType(error.getFields()['code']!.type) : null;
    expect(isEnumType(code)).toBe(true);
    const declared = planOf(field).refuses.codes ?? [];
    const ofInput = field.args.length > 0 ? ['invalid_request'] : [];
    const names = (code as GraphQLEnumType).getValues().map((value) => value.name);
    expect(new Set(names)).toEqual(new Set([...declared, ...ofInput]));
  });
});

test('the test clock takes exactly one way to advance', async () => {
  const input = schema.getType('AdvanceTestClockInput');
  expect(isInputObjectType(input) && input.isOneOf).toBe(true);
  for (const given of ['{}', '{ bySeconds: 1, toTimestamp: 4102444800 }']) {
    const { data, errors } = await raw(seller, `mutation { advanceTestClock(input: ${given}) { errors { code } } }`);
    expect([data, errors!.map(({ extensions }) => extensions.code)]).toEqual([undefined, ['invalid_request']]);
  }
});
