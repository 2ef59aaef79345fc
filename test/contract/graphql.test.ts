import { buildClientSchema, getIntrospectionQuery, type GraphQLObjectType, type IntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { cancelled, ongoing, settling, sold, unsold, upcoming } from '../support/insert-auction.ts';
import { serviceForFile, startService } from '../support/service.ts';
import { soundAuction, soundPeriod } from './periods.ts';

const service = await serviceForFile();
const seller = await service.seller();
const auction = await service.auction(seller, ongoing);
const bid = await service.bid(auction);

const createDocument = `mutation ($biddingPeriod: BiddingPeriodInput!, $title: String!, $minimum: Cents, $type: AuctionType) {
  createAuction(input: { biddingPeriod: $biddingPeriod, title: $title, minimumBidValueInCents: $minimum, type: $type }) { auction { auctionId biddingPeriodEndsAt } errors { code fault message path } }
}`;

const introspected = async () => {
  const { data } = (await seller.graphql(getIntrospectionQuery())).body;
  return buildClientSchema(data as IntrospectionQuery);
};
const fieldsOf = (type: GraphQLObjectType | null | undefined) => Object.keys(type?.getFields() ?? {});

describe('the schema', () => {
  test('has nothing by which a seller places, changes or retracts a bid', async () => {
    const mutations = fieldsOf((await introspected()).getMutationType());
    expect(mutations.filter((name) => /bid(?!der)|offer/i.test(name))).toEqual([]);
  });

  test('may be read without a key', async () => {
    const answer = await service.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename __schema { queryType { name } } }' }),
    });
    expect(answer.body).toEqual({ data: { __typename: 'Query', __schema: { queryType: { name: 'Query' } } } });
  });
});

describe('answers', () => {
  test('date-times are in UTC with milliseconds and a numeric offset', async () => {
    const dates = 'createdAt biddingPeriodStartsAt biddingPeriodEndsAt bids { nodes { placedAt } }';
    // The ledger is left to the resolvers.
    const query = `{ auctions { nodes { ${dates} ledger { entries { at } } } } }`;
    const planned = (await seller.graphql(`{ auctions { nodes { ${dates} } } }`)).body.data;
    const resolved = (await seller.graphql(query)).body.data;
    const instant = (date: Date) => date.toISOString().replace('Z', '+00:00');
    const shown = {
      createdAt: instant(auction.createdAt),
      biddingPeriodStartsAt: instant(auction.biddingPeriodStartsAt),
      biddingPeriodEndsAt: instant(auction.biddingPeriodEndsAt),
      bids: { nodes: [{ placedAt: instant(bid.placedAt) }] },
    };
    expect(planned.auctions.nodes).toEqual([shown]);
    expect(resolved.auctions.nodes).toEqual([{ ...shown, ledger: { entries: [] } }]);
  });

  test('timestamps beyond 2038, as variables and as literals', async () => {
    const variables = {
      ...soundAuction,
      biddingPeriod: soundPeriod({ startTimestamp: 4_294_967_296, seconds: 3_600 }),
    };
    expect((await seller.graphql(createDocument, variables)).body.data.createAuction.biddingPeriodEndsAt).toBe(
      '2106-02-07T07:28:16.000+00:00',
    );
    const literal = `mutation { createAuction(input: { title: "abc", biddingPeriod: { startTimestamp: 4294967296, endTimestamp: 4294970896 } }) { auction { biddingPeriodEndsAt } errors { code fault message path } } }`;
    expect((await seller.graphql(literal)).body.data.createAuction.biddingPeriodEndsAt).toBe(
      '2106-02-07T07:28:16.000+00:00',
    );
  });

  test.each([
    ['upcoming', upcoming, null, 'UPCOMING'],
    ['ongoing', ongoing, null, 'OPEN'],
    ['ended and not yet settled', settling, null, 'SETTLING'],
    ['unsold', unsold, 'UNSOLD', 'FINAL'],
    ['sold', sold, 'SOLD', 'FINAL'],
    ['cancelled', cancelled, 'CANCELLED', 'FINAL'],
  ])('outcome and phase: %s', async (_, state, outcome, phase) => {
    const { auctionId } = await service.auction(seller, state);
    const query = `{ auction(auctionId: "${auctionId}") { outcome phase cancelledAt } }`;
    expect((await seller.graphql(query)).body.data.auction).toEqual({
      outcome,
      phase,
      cancelledAt: outcome === 'CANCELLED' ? '2026-01-01T00:00:00.000+00:00' : null,
    });
  });
});

describe('errors', () => {
  const errorsOf = (answer: Awaited<ReturnType<typeof seller.graphql>>) => {
    const errors = answer.body.errors as { message: string; extensions: Record<string, unknown> }[];
    for (const { extensions } of errors) expect(extensions['requestId']).toBe(answer.headers.get('x-request-id'));
    return errors.map(({ extensions }) => extensions);
  };

  test.each([
    ['a title that is a number', { title: 123 }],
    ['no title', { title: undefined }],
    ['a minimum that is text', { minimum: '100' }],
    ['a minimum with a fraction', { minimum: 1.5 }],
    ['a minimum beyond whole numbers of JavaScript', { minimum: 2 ** 53 }],
    ['a type that is none', { type: 'english' }],
    ['a timestamp that is text', { biddingPeriod: { startTimestamp: '4102444800', endTimestamp: 4_102_531_200 } }],
    [
      'a timestamp with a fraction',
      { biddingPeriod: { startTimestamp: 4_102_444_800.5, endTimestamp: 4_102_531_200 } },
    ],
    ['half a period', { biddingPeriod: { startTimestamp: 4_102_444_800 } }],
    ['an unknown field of the period', { biddingPeriod: { ...soundPeriod(), timezone: 'UTC' } }],
  ])('%s: invalid_request', async (_, variables) => {
    const errors = errorsOf(await seller.graphql(createDocument, { ...soundAuction, ...variables }));
    expect(errors.map(({ code }) => code)).toEqual(['invalid_request']);
  });

  test.each([
    ['a syntax error', '{ auctions {'],
    ['an unknown field', '{ auctions { nodes { nothing } } }'],
    ['an unknown argument', '{ auctions(page: 2) { nodes { __typename } } }'],
    ['an unknown status', '{ auctions(filter: { statuses: [cancelled] }) { nodes { __typename } } }'],
    ['an id that is no UUID', '{ auction(auctionId: "banana") { title } }'],
  ])('%s: invalid_request', async (_, query) => {
    const errors = errorsOf(await seller.graphql(query));
    expect(errors.map(({ code }) => code)).toEqual(['invalid_request']);
  });

  test('masks an unforeseen error in GraphQL and in REST', async () => {
    const broken = await startService();
    const other = await broken.seller();
    await broken.db.query('alter table auctions rename column title to secret_column');
    const byGraphql = await other.graphql('{ auctions { nodes { title } } }');
    expect(errorsOf(byGraphql).map(({ code }) => code)).toEqual(['internal_error']);
    expect(byGraphql.text).not.toMatch(/does not exist|secret_column/);
    const byRest = await other.get('/v1/auctions');
    expect(byRest.status).toBe(500);
    expect(byRest.headers.get('content-type')).toBe('application/problem+json');
    expect(byRest.body).toMatchObject({
      status: 500,
      code: 'internal_error',
      requestId: byRest.headers.get('x-request-id'),
    });
    expect(byRest.text).not.toMatch(/does not exist|secret_column/);
    await broken[Symbol.asyncDispose]();
  });
});
