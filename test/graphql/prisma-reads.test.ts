import { expect, test, vi } from 'vitest';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const admin = await service.seller({ name: 'Operators', mode: 'live', scopes: ['admin'] });
const seller = await service.seller({ scopes: ['auctions:read', 'bids:read', 'webhooks:write'] });

/** The statements that Prisma sends for a document: it alone quotes the schema. */
async function statementsOf(document: string, by = admin): Promise<string[]> {
  const spy = vi.spyOn(service.db.pool, 'query');
  const { body } = await by.graphql(document);
  const texts = spy.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text);
  spy.mockRestore();
  expect(body.errors).toBeUndefined();
  return texts.filter((text) => text.includes('FROM "public"."'));
}

const sellerId = seller.sellerId;

test.each([
  ['auditLog', '{ auditLog(limit: 3) { action } }', ['audit_log'], admin],
  ['sellers', '{ sellers(limit: 3) { name } }', ['sellers'], admin],
  [
    'seller, with its keys and its account',
    `{ seller(sellerId: "${sellerId}") { name keys { prefix } paymentAccount { state } } }`,
    ['sellers', 'api_keys', 'payment_accounts'],
    admin,
  ],
  ['webhookEndpoints', '{ webhookEndpoints(limit: 3) { url } }', ['webhook_endpoints'], seller],
  ['bannedBidders', '{ bannedBidders(limit: 3) { reason } }', ['banned_bidders'], seller],
  ['paymentAccount', '{ paymentAccount { accountId readAt } }', ['payment_accounts'], seller],
])('Prisma reads %s, each table once', async (_, document, tables, by) => {
  const statements = await statementsOf(document, by);
  const read = statements.flatMap((text) => /FROM "public"\."(\w+)"/.exec(text)?.[1] ?? []);
  expect(read.toSorted()).toEqual(tables.toSorted());
});

test('Prisma reads the columns that are selected, and never a digest', async () => {
  const [first, ...others] = await statementsOf(
    `{ seller(sellerId: "${sellerId}") { createdAt keys { apiKeyId prefix scopes } } }`,
  );
  expect(first).toContain('"created_at"');
  expect(first).not.toContain('"name"');
  expect(others.join()).toContain('"prefix"');
  expect(others.join()).not.toContain('"digest"');
});
