import { type DocumentNode, execute, getOperationAST, parse, validate } from 'graphql';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { authenticate } from '../../src/auth/authenticate.ts';
import { makeContext } from '../../src/graphql/context.ts';
import { keyOf } from '../../src/api/plans/plan.ts';
import { prepareOperation } from '../../src/api/prepare.ts';
import { schema } from '../../src/graphql/schema.ts';
import { ongoing, upcoming } from '../support/insert-auction.ts';
import { startService } from '../support/service.ts';
import { auctionSelection } from './generated-selections.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const seller = await service.seller();
const viewer = await authenticate(service.deps, `Bearer ${seller.key}`);
const auctions = [await service.auction(seller, upcoming), await service.auction(seller, ongoing)];
await service.bid(auctions[1]!, { bidValueInCents: 900 });

const prepared = (document: DocumentNode, variables = {}) =>
  prepareOperation(schema, service.deps.config, document, getOperationAST(document)!).planFor(variables);

/** Makes a change by its plan, and then again by the resolvers, which find it made. */
async function changeBoth(field: string) {
  const document = parse(`mutation { ${field} }`);
  expect(validate(schema, document)).toEqual([]);
  const [plan] = prepared(document)!.fields;
  const { json } = await plan!.run(service.deps, viewer, {});
  const planned = { key: keyOf(plan!.node), json: json as string };
  const contextValue = makeContext(service.deps, viewer, '00000000-0000-4000-8000-000000000000');
  const resolved = await execute({ schema, document, contextValue });
  return { planned, resolved };
}

test('the statement that changes an auction answers what the resolvers answer, whatever is selected', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...auctions),
      auctionSelection.filter((selected) => !selected.includes('$listed')),
      fc.boolean(),
      async ({ auctionId }, selected, isCalled) => {
        count += 1;
        const called = isCalled ? 'changed: ' : '';
        const { planned, resolved } = await changeBoth(
          `${called}updateAuction(auctionId: "${auctionId}", title: "Desk \\"${count}\\" 🪑") { auction ${selected} }`,
        );
        expect(resolved.errors).toBeUndefined();
        expect({ [planned.key]: JSON.parse(planned.json) }).toEqual(JSON.parse(JSON.stringify(resolved.data)));
        expect(planned.json).toBe(JSON.stringify(JSON.parse(planned.json)));
      },
    ),
    { numRuns: 150 },
  );
});

test('a cancellation, and what it is answered with', async () => {
  for (const { auctionId } of auctions) {
    const { planned, resolved } = await changeBoth(`cancelAuction(auctionId: "${auctionId}") { ok: success }`);
    expect(planned.json).toBe('{"ok":true}');
    expect(resolved.data).toEqual({ cancelAuction: { ok: true } });
  }
});

const documentOf = (fields: string) =>
  parse(
    `mutation ($id: UUID!, $yes: Boolean = true) { ${fields} } fragment Cancel on Mutation { cancelAuction(auctionId: $id) { success } }`,
  );
const variables = { id: auctions[0]!.auctionId, yes: false };

test.each([
  ['several fields', 'a: cancelAuction(auctionId: $id) { success } b: cancelAuction(auctionId: $id) { success }'],
  ['another operation', 'deleteWebhookEndpoint(endpointId: $id) { success }'],
])('runs its resolvers: %s', (_, fields) => expect(prepared(documentOf(fields), variables)).toBeNull());

test.each([
  ['a fragment', '...Cancel', 1],
  ['a directive', 'cancelAuction(auctionId: $id) @skip(if: true) { success }', 0],
  ['a directive with a variable', 'cancelAuction(auctionId: $id) @include(if: $yes) { success }', 0],
])('is planned: %s', (_, fields, count) => {
  expect(prepared(documentOf(fields), variables)!.fields).toHaveLength(count);
});
