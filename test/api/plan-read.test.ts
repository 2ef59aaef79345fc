import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { graphql } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { limits } from '../../src/api/limits/operation-limits.ts';
import { makePrepare } from '../../src/api/prepare.ts';
import { authenticate } from '../../src/platform/auth/authenticate.ts';
import { makeContext } from '../../src/api/graphql/context.ts';
import { schema } from '../../src/api/graphql/schema.ts';
import {
  type AuctionOptions,
  cancelled,
  ongoing,
  settling,
  sold,
  unsold,
  upcoming,
} from '../support/insert-auction.ts';
import type { InsertedBid } from '../support/insert-bid.ts';
import { sharedService } from '../support/service.ts';
import { auctionValue, expectedAnswer, type WrittenAuction } from './expected-answer.ts';
import { auctionSelection, bidSelection } from './generated-selections.ts';

const service = await sharedService();
const seller = await service.seller();
const strange = await service.auction(await service.seller(), {});

/** What is hard to write in JSON, or in SQL. */
const hardTitles = [
  'A "desk"',
  "O'Hara's \\ desk",
  'Tab\tand\nline',
  '\u0001\u001f\u007f\u0085',
  '漢字 🪑',
  '\u2028</script>',
  '%s $1 {}',
];
/** How an auction is written, and how it is shown: by the clock, and not by what its row says. */
const states: readonly [AuctionOptions, Pick<WrittenAuction, 'status' | 'phase' | 'outcome'>][] = [
  [upcoming, { status: 'upcoming', phase: 'UPCOMING', outcome: null }],
  [ongoing, { status: 'ongoing', phase: 'OPEN', outcome: null }],
  [
    { ...ongoing, status: 'upcoming' },
    { status: 'ongoing', phase: 'OPEN', outcome: null },
  ],
  [unsold, { status: 'completed', phase: 'FINAL', outcome: 'UNSOLD' }],
  [settling, { status: 'ongoing', phase: 'SETTLING', outcome: null }],
  [sold, { status: 'completed', phase: 'FINAL', outcome: 'SOLD' }],
  [cancelled, { status: 'completed', phase: 'FINAL', outcome: 'CANCELLED' }],
];

let written = 0;
/** Another instant for each row, so that their order is known. */
const nextInstant = () => new Date(Date.UTC(2025, 0, 1) + 130 * (written += 1));

/** All auctions, the newest first, and their bids. */
const auctions: WrittenAuction[] = [];
for (const [index, title] of hardTitles.entries()) {
  for (const [state, shown] of states) {
    const auction = await service.auction(seller, { ...state, title, createdAt: nextInstant() });
    const bids: InsertedBid[] = [];
    for (let bid = index % 4; bid > 0; bid -= 1) {
      const isWinningBid = shown.outcome === 'SOLD' && bids.length === 0;
      const options = { bidValueInCents: 100 + bid, bidderId: title, isWinningBid, placedAt: nextInstant() };
      bids.push(await service.bid(auction, options));
    }
    auctions.unshift({ ...auction, title, ...shown, cancelledAt: state.cancelledAt ?? null, bids });
  }
}
const newestBids = auctions.flatMap(({ bids }) => bids.toReversed());

interface ListArguments {
  readonly first: number;
  readonly filter?: { readonly statuses?: readonly string[]; readonly auctionId?: string };
  readonly orderBy?: { readonly field: string };
}

function pageOf<Item>(items: readonly Item[], { first }: ListArguments) {
  return { nodes: items.slice(0, first) };
}

const rows = {
  auctions(args: ListArguments) {
    const statuses = args.filter?.statuses;
    const found = auctions.filter(({ status }) => statuses?.includes(status) ?? true);
    return pageOf(found.map(auctionValue), args);
  },
  auction: ({ auctionId }: { auctionId: string }) =>
    auctionValue(auctions.find((auction) => auction.auctionId === auctionId)!),
  bids(args: ListArguments) {
    const found = newestBids.filter(({ auctionId }) => [undefined, auctionId].includes(args.filter?.auctionId));
    return pageOf(args.orderBy?.field === 'VALUE' ? found.toReversed() : found, args);
  },
  bid: ({ bidId }: { bidId: string }) => newestBids.find((bid) => bid.bidId === bidId),
  clock: {},
};

const prepare = makePrepare(schema, service.deps.config);

const contextOfSeller = async () =>
  makeContext(service.deps, await authenticate(service.deps, `Bearer ${seller.key}`), randomUUID());
const yoga = createYoga({ schema, context: contextOfSeller, logging: false });

// Other servers, on the schema alone: graphql-js, and a Yoga without plugins of the service.

async function runByGraphql(query: string, variableValues: object): Promise<unknown> {
  const contextValue = await contextOfSeller();
  return await graphql({ schema, source: query, variableValues: { ...variableValues }, contextValue });
}

async function runByYoga(query: string, variables: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const asked = { method: 'POST', headers, body: JSON.stringify({ query, variables }) };
  return await (await yoga.fetch('http://localhost/graphql', asked)).json();
}

/** Asks the same in four ways: planned as a whole, in part, next to a field with a resolver, and by two other servers. */
async function expectRows(fields: string, variables: Record<string, boolean> = {}): Promise<number> {
  const head = fields.includes('$listed') ? 'query ($listed: Boolean!)' : 'query';
  let bytes = 0;
  for (const [way, query, runElsewhere] of [
    ['planned', `${head} { ${fields} }`, runByGraphql],
    ['planned_in_part', `${head} { ${fields} clock { __typename } }`, runByYoga],
  ] as const) {
    expect(prepare(query).operation(null)!.planFor(variables).way, query).toBe(
      fields.startsWith('auctions @skip') && way !== 'planned' ? 'resolved' : way,
    );
    const { text, body } = await seller.graphql(query, variables);
    const expected = { data: await expectedAnswer(rows, query, variables) };
    expect(body).toEqual(expected);
    expect(JSON.parse(JSON.stringify(await runElsewhere(query, variables)))).toEqual(expected);
    // Not a byte more than the same values take.
    expect(text).toBe(JSON.stringify(body));
    bytes += text.length;
  }
  return bytes;
}

const page = fc.integer({ min: 1, max: 60 });

const busy = auctions.find(({ bids }) => bids.length === 3)!.auctionId;
const onBusy = `, filter: { auctionId: "${busy}" }`;
const operation = fc.oneof(
  fc
    .tuple(page, fc.constantFrom('', 'upcoming', 'ongoing', 'completed'), auctionSelection)
    .map(
      ([first, status, selected]) =>
        `auctions(first: ${first}, filter: { ${status === '' ? '' : `statuses: ${status}`} }) { nodes ${selected} }`,
    ),
  fc
    .tuple(fc.constantFrom(...auctions), auctionSelection)
    .map(([{ auctionId }, selected]) => `auction(auctionId: "${auctionId}") ${selected}`),
  fc
    .tuple(page, fc.constantFrom('', onBusy, `${onBusy}, orderBy: { field: VALUE, direction: DESC }`), bidSelection)
    .map(([first, filter, selected]) => `bids(first: ${first}${filter}) { nodes ${selected} }`),
  fc
    .tuple(fc.constantFrom(...newestBids), bidSelection)
    .map(([{ bidId }, selected]) => `bid(bidId: "${bidId}") ${selected}`),
);
const operations = fc
  .array(operation, { minLength: 1, maxLength: 3 })
  .map((fields) => fields.map((field, index) => `f${index}: ${field}`).join(' '))
  .filter((fields) => fields.match(/\b(?:a|b_1|f\d): /g)!.length <= limits.aliases)
  // An auction with all that can be selected counts for some 400 rows, of the 25,000 that an operation may read.
  .filter((fields) => [...fields.matchAll(/\bfirst: (\d+)/g)].reduce((sum, [, first]) => sum + Number(first), 0) <= 60);

test('a query answers what was written, whatever is selected', async () => {
  let bytes = 0;
  await fc.assert(
    fc.asyncProperty(operations, fc.boolean(), async (fields, listed) => {
      bytes += await expectRows(fields, fields.includes('$listed') ? { listed } : {});
    }),
    { numRuns: 150 },
  );
  expect(bytes).toBeGreaterThan(20_000);
});

test.each([
  'auctions { nodes { title @skip(if: true) } }',
  'auctions { nodes { bids { nodes { bidId @skip(if: true) } } leadingBid { bidId @include(if: false) } } }',
  'auctions @skip(if: true) { nodes { title } }',
])('plans a selection of which nothing is left: %s', async (fields) => {
  await expectRows(fields);
});

test('refuses an unknown id and another seller’s', async () => {
  for (const id of ['01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11', strange.auctionId]) {
    for (const more of ['', 'clock { __typename }']) {
      const { body } = await seller.graphql(`{ auction(auctionId: "${id}") { title } ${more} }`);
      expect(body).toMatchObject({ data: { auction: null }, errors: [{ extensions: { code: 'auction_not_found' } }] });
    }
  }
});

test.each([
  ['auctions { nodes { __typename title } }', 'planned'],
  ['a: auctions { nodes { title } } b: auctions { nodes { status bids { nodes { bidId } } } }', 'planned'],
  ['auctions { nodes { bids(first: 2) { totalCount edges { cursor node { bidId } } } } }', 'planned'],
  ['auctions { pageInfo { endCursor } edges { node { title leadingBid { bidId } } } }', 'planned'],
  ['auctions { nodes { settlement { result } payment { netInCents reversals { state } } } }', 'planned'],
  ['bids { edges { node { auction { title ledger { balance { heldInCents } } } } } }', 'planned_in_part'],
  ['auctions { nodes { title ledger { balance { heldInCents } } } }', 'planned_in_part'],
  ['auctions { nodes { title } } clock { now }', 'planned_in_part'],
  ['clock { now }', 'resolved'],
])('an operation is planned as a whole, in part, or not: %s', (fields, way) => {
  expect(prepare(`{ ${fields} }`).operation(null)!.planFor({}).way).toBe(way);
});

test('rows are read under any alias, also next to fields with resolvers', async () => {
  const { auctionId } = auctions.find(({ bids }) => bids.length === 3)!;
  const selection = `
    one: auctions(first: 1) { nodes { __typename a: title t: status } }
    two: auction(auctionId: "${auctionId}") {
      auctionId: title
      x: bids(first: 1, orderBy: { field: VALUE, direction: DESC }) { n: totalCount e: edges { c: node { v: bidValueInCents auction { title } } } }
      y: bids(last: 1) { pageInfo { hasPreviousPage hasNextPage } edges { node { bidValueInCents } } }
    }`;
  const whole = await seller.graphql(`{ ${selection} }`);
  const part = await seller.graphql(
    `{ ${selection.replace('auctionId: title', 'auctionId: title ledger { balance { heldInCents } }')} }`,
  );
  const { ledger, ...auction } = part.body.data.two;
  expect(ledger).toMatchObject({ balance: {} });
  expect({ ...part.body.data, two: auction }).toEqual(whole.body.data);
  expect(whole.body.data.two.x).toMatchObject({ n: 3, e: [{ c: { v: 103 } }] });
  expect(whole.body.data.two.y.pageInfo).toEqual({ hasPreviousPage: true, hasNextPage: false });
});
