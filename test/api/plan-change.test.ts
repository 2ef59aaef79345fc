import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makePrepare } from '../../src/api/prepare.ts';
import { schema } from '../../src/api/graphql/schema.ts';
import { countFor } from '../support/depth.ts';
import { ongoing, upcoming } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { auctionValue, expectedAnswer, type WrittenAuction } from './expected-answer.ts';
import { auctionSelection } from './generated-selections.ts';

const service = await sharedService();
const seller = await service.seller();
const begun = await service.auction(seller, ongoing);
const shared = { outcome: null, cancelledAt: null };
const auctions: readonly Omit<WrittenAuction, 'title'>[] = [
  { ...(await service.auction(seller, upcoming)), ...shared, status: 'upcoming', phase: 'UPCOMING', bids: [] },
  {
    ...begun,
    ...shared,
    status: 'ongoing',
    phase: 'OPEN',
    bids: [await service.bid(begun, { bidValueInCents: 900 })],
  },
];

const prepare = makePrepare(schema, service.deps.config);
const planFor = (query: string, variables = {}) => prepare(query).operation(null)!.planFor(variables);

test('a change answers what was written, whatever is selected', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...auctions),
      auctionSelection.filter((selected) => !selected.includes('$listed')),
      fc.constantFrom('', 'changed: '),
      async (auction, selected, alias) => {
        // Next to a field with a resolver, GraphQL runs over the rows of the same statement.
        for (const [way, more] of [
          ['planned', ''],
          ['planned_in_part', ' ledger { __typename }'],
        ] as const) {
          const variables = { id: auction.auctionId, title: `Desk "${(count += 1)}" 🪑 O'Hara's \\` };
          const selection = selected.replace(/ }$/, `${more} }`);
          const query = `mutation ($id: ID!, $title: String!) {
            ${alias}updateAuction(input: { auctionId: $id, title: $title }) { auction ${selection} }
          }`;
          expect(planFor(query).way).toBe(way);
          const { text } = await seller.graphql(query, variables);
          const updateAuction = ({ input: { title } }: { input: { title: string } }) => ({
            auction: auctionValue({ ...auction, title }),
          });
          const answer: unknown = JSON.parse(text);
          expect(answer).toEqual({ data: await expectedAnswer({ updateAuction }, query, variables) });
          expect(text).toBe(JSON.stringify(answer));
        }
      },
    ),
    { numRuns: countFor({ usually: 50, full: 150 }) },
  );
});

test('a cancellation, and what it is answered with', async () => {
  for (const { auctionId } of auctions) {
    const field = `cancelAuction(input: { auctionId: "${auctionId}" }) { ok: success }`;
    const shown = `cancelAuction(input: { auctionId: "${auctionId}" }) { success auction { status outcome ledger { entries { kind } } } errors { code fault message path } }`;
    expect((await seller.graphql(`mutation { ${field} }`)).text).toBe('{"data":{"cancelAuction":{"ok":true}}}');
    const auction = { status: 'completed', outcome: 'CANCELLED', ledger: { entries: [] } };
    expect((await seller.graphql(`mutation { ${shown} }`)).body.data.cancelAuction).toEqual({ success: true, auction });
    const { body } = await seller.graphql(`mutation { a: ${field} b: ${field} }`);
    expect(body).toEqual({ data: { a: { ok: true }, b: { ok: true } } });
  }
});

test('a cancellation shows the instant that is stored, to the millisecond', async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  const shown = 'cancelledAt seller { language displayName }';
  const { body } = await seller.graphql(
    `mutation { cancelAuction(input: { auctionId: "${auctionId}" }) { auction { ${shown} } errors { code fault message path } } }`,
  );
  const { auction } = (await seller.graphql(`{ auction(auctionId: "${auctionId}") { ${shown} } }`)).body.data;
  expect(body.data.cancelAuction).toEqual({ auction });
  expect(auction).toEqual({ cancelledAt: auction.cancelledAt, seller: { language: null, displayName: null } });
  expect(auction.cancelledAt).toMatch(/\.\d{3}\+00:00$/);
});

const anId = '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11';
const cancel = `cancelAuction(input: { auctionId: "${anId}" })`;

test.each([
  ['several fields', 'planned_in_part', `mutation { a: ${cancel} { success } b: ${cancel} { success } }`],
  [
    'another operation',
    'resolved',
    `mutation { deleteWebhookEndpoint(input: { endpointId: "${anId}" }) { deletedWebhookEndpointId errors { code fault message path } } }`,
  ],
])('GraphQL runs: %s', (_, way, query) => expect(planFor(query).way).toBe(way));

test('a change shows a page of bids', async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  const query = `mutation { updateAuction(input: { auctionId: "${auctionId}", title: "It's \\\\ a desk" }) { auction {
    title bids(filter: { bidderId: "O'Hara\\\\'; --" }, first: 1) { totalCount edges { node { bidId } } }
  } errors { code fault message path } } }`;
  expect(planFor(query).way).toBe('planned');
  const { body } = await seller.graphql(query);
  const updateAuction = { title: "It's \\ a desk", bids: { totalCount: 0, edges: [] } };
  expect(body).toEqual({ data: { updateAuction } });
});

test('a change whose page of bids is asked for wrongly changes nothing', async () => {
  const { auctionId } = await service.auction(seller, { ...ongoing, title: 'A desk' });
  const { body } =
    await seller.graphql(`mutation { updateAuction(input: { auctionId: "${auctionId}", title: "Another desk" }) { auction {
    bids(first: 0) { totalCount }
  } errors { code fault message path } } }`);
  expect(body.errors).toMatchObject([{ extensions: { code: 'invalid_request' } }]);
  expect((await seller.get(`/v1/auctions/${auctionId}`)).body.auction.title).toBe('A desk');
});

test.each([
  ['a fragment', `mutation { ...Cancel } fragment Cancel on Mutation { ${cancel} { success } }`, 1],
  ['a directive', `mutation { ${cancel} @skip(if: true) { success } }`, 0],
  ['a directive with a variable', `mutation ($yes: Boolean = true) { ${cancel} @include(if: $yes) { success } }`, 0],
])('is planned: %s', (_, query, count) => {
  expect(planFor(query, { yes: false })).toMatchObject({ way: 'planned', fields: { size: count } });
});
