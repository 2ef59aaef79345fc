import { execute, getOperationAST, parse, validate } from 'graphql';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { authenticate } from '../../src/auth/authenticate.ts';
import { makeContext } from '../../src/graphql/context.ts';
import { keyOf } from '../../src/api/plans/plan.ts';
import { prepareOperation } from '../../src/api/prepare.ts';
import { schema } from '../../src/graphql/schema.ts';
import { startService } from '../support/service.ts';
import { auctionSelection, bidSelection } from './generated-selections.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const seller = await service.seller();
const viewer = await authenticate(service.deps, `Bearer ${seller.key}`);
const other = await service.seller();

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
const auctionIds: string[] = [];
const bidIds: string[] = [];
for (const [index, title] of hardTitles.entries()) {
  for (const [startsInSeconds, endsInSeconds, status] of [
    [3_600, 7_200, 'upcoming'],
    [-3_600, 3_600, index % 2 === 0 ? 'ongoing' : 'upcoming'],
    [-7_200, -3_600, 'ongoing'],
  ] as const) {
    const auction = await service.auction(seller, { title, startsInSeconds, endsInSeconds, status });
    auctionIds.push(auction.auctionId);
    for (let bid = 0; bid < index % 4; bid += 1) {
      const { bidId } = await service.bid(auction, { bidValueInCents: 100 + bid, bidderId: title });
      bidIds.push(bidId);
    }
  }
}
const strange = await service.auction(other, {});

/** What an operation reads by its plan, and what its resolvers make of it. */
async function readBoth(query: string, variables: Record<string, unknown> = {}) {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const plan = prepareOperation(schema, service.deps.config, document, getOperationAST(document)!).planFor(variables);
  const fields = await Promise.all(
    (plan?.fields ?? []).map(async ({ node, run }) => [keyOf(node), (await run(service.deps, viewer, variables)).json]),
  );
  const text = `{${fields.map(([key, json]) => `"${key as string}":${[json].flat().join('')}`).join()}}`;
  const contextValue = makeContext(service.deps, viewer, '00000000-0000-4000-8000-000000000000');
  const plain = await execute({ schema, document, contextValue, variableValues: variables });
  return { isPlanned: plan !== null, text, plain };
}

const page = fc.record({ limit: fc.integer({ min: 1, max: 100 }), offset: fc.integer({ min: 0, max: 40 }) });
const operation = fc.oneof(
  fc
    .tuple(
      page,
      fc.constantFrom('', ', status: upcoming', ', status: ongoing', ', status: completed'),
      auctionSelection,
    )
    .map(
      ([{ limit, offset }, status, selected]) =>
        `auctions(limit: ${limit}, offset: ${offset}${status}) { hasNext auctions ${selected} }`,
    ),
  fc
    .tuple(fc.constantFrom(...auctionIds), auctionSelection)
    .map(([id, selected]) => `auction(auctionId: "${id}") { auction ${selected} }`),
  fc
    .tuple(
      page,
      fc.constantFrom('', `, auctionId: "${auctionIds[9]}"`, `, auctionId: "${auctionIds[9]}", orderBy: HIGHEST_FIRST`),
      bidSelection,
    )
    .map(
      ([{ limit, offset }, filter, selected]) =>
        `bids(limit: ${limit}, offset: ${offset}${filter}) { bids ${selected} hasNext }`,
    ),
  fc.tuple(fc.constantFrom(...bidIds), bidSelection).map(([id, selected]) => `bid(bidId: "${id}") { bid ${selected} }`),
);

test('one statement answers what the resolvers answer, whatever is selected', async () => {
  let bytes = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 3 }), fc.boolean(), async (operations, listed) => {
      const fields = operations.map((field, index) => `f${index}: ${field}`).join(' ');
      const usesVariable = fields.includes('$listed');
      const { text, plain } = await readBoth(
        `query ${usesVariable ? '($listed: Boolean!)' : ''} { ${fields} }`,
        usesVariable ? { listed } : {},
      );
      expect(plain.errors).toBeUndefined();
      expect(inOrder(JSON.parse(text))).toEqual(inOrder(JSON.parse(JSON.stringify(plain.data))));
      // Not a byte more than the same values take.
      expect(text).toBe(JSON.stringify(JSON.parse(text)));
      bytes += text.length;
    }),
    { numRuns: 150 },
  );
  expect(bytes).toBeGreaterThan(10_000);
});

/** An auction's bids are in any order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === 'bids' && Array.isArray(each) ? each.map((bid) => JSON.stringify(bid)).toSorted() : inOrder(each),
    ]),
  );
}

test.each([
  '{ auctions { auctions { title @skip(if: true) } } }',
  '{ auctions { auctions { bids { bidId @skip(if: true) } leadingBid { bidId @include(if: false) } } } }',
  '{ auctions { auctions @skip(if: true) { title } hasNext @skip(if: true) } }',
  '{ auctions @skip(if: true) { hasNext } }',
])('what is left of a selection may be nothing: %s', async (query) => {
  const { text, plain } = await readBoth(query);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(plain.data)));
});

test('what is not there, or is another seller’s, is refused', async () => {
  for (const id of ['01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11', strange.auctionId]) {
    await expect(readBoth(`{ auction(auctionId: "${id}") { auction { title } } }`)).rejects.toMatchObject({
      code: 'auction_not_found',
    });
  }
});

test('what takes arguments, or is told by nobody but its resolver, is not planned', async () => {
  for (const field of ['settlement { bidId }', 'bidConnection { edges { node { bidId } } }']) {
    const { isPlanned } = await readBoth(`{ auctions { auctions { title ${field} } } }`);
    expect(isPlanned).toBe(false);
  }
});
