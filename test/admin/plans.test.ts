import { afterAll, expect, test } from 'vitest';
import { openService } from '../support/open-service.ts';
import { planFaults } from '../support/plan-faults.ts';
import { sampleSellers } from '../db/sample-sellers.ts';
import { seedLists } from '../db/seed-lists.ts';
import { watchPlans } from '../support/watch-plans.ts';
import { freshDatabase } from '../support/database.ts';
import { recordedAlarms } from '../support/recorded-alarms.ts';
import { makeSeller } from '../support/seller.ts';
import { readAnswer } from '../support/answer.ts';

// Admins look across all sellers: what that reads depends on what they ask for, and not on how much there is.

const closing = new AsyncDisposableStack();
afterAll(() => closing.disposeAsync());

const database = closing.use(await freshDatabase());
const samples = await sampleSellers(database.db, await seedLists(database.db, { auctions: 20_000, days: 20 }));
const [large] = samples.large as [(typeof samples.large)[number]];
await database.db.query(
  `insert into audit_log (at, api_key_id, seller_id, action, subject_type, subject_id)
   select clock_timestamp() - n * interval '1 minute', uuidv7(), seller_id,
     case when n % 1000 = 0 then 'cancelAuction' else 'createAuction' end, 'auction', uuidv7()
   from generate_series(20000, 1, -1) n, lateral (select seller_id from sellers order by seller_id offset n % 7 limit 1) s`,
);
await database.db.query('vacuum analyze audit_log');

await database.db.query(
  `insert into authorizations (auction_id, seller_id, bidder_id, email, value_in_cents, provider, provider_reference, submission_token, state, failure_code, closed_at)
   select auction_id, seller_id, bidder_id, bidder_id, bid_value_in_cents, 'simulated', 'pay_' || bid_id, bid_id::text, 'failed', 'card_declined', clock_timestamp()
   from bids order by bid_id limit 20000`,
);
await database.db.query('vacuum analyze authorizations');

const watched = closing.use(await watchPlans(database.url));
const service = closing.use(
  openService(watched.db, {
    alarms: recordedAlarms(),
    keyUse: { note: () => undefined, flush: async () => {}, [Symbol.asyncDispose]: async () => {} },
  }),
);
const admin = await makeSeller(
  database.db,
  async (path, init) => readAnswer(await service.app.fetch(new Request(new URL(path, 'http://localhost'), init))),
  { scopes: ['admin'] },
);
// From now on its key is known.
await admin.graphql('{ auditLog(first: 1) { nodes { action } } }');

const hourAgo = Math.floor(Date.now() / 1000) - 3_600;
const theirs = `sellerId: "${large.seller.sellerId}"`;
const after = (place: string) => `after: "${Buffer.from(place).toString('base64url')}"`;
const lastId = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

test.each([
  ['adminAuctions(first: 20) { nodes { title } }', 21],
  ['adminAuctions(first: 20, filter: { statuses: [upcoming] }) { nodes { title } }', 3_000],
  ['adminAuctions(first: 20, filter: { statuses: [completed] }) { nodes { title } }', 3_000],
  [`adminAuctions(first: 20, filter: { sellerId: "${large.seller.sellerId}" }) { nodes { title } }`, 21],
  [`adminAuctions(first: 20, filter: { created: { from: ${hourAgo + 7_200} } }) { nodes { title } }`, 0],
  ['adminBids(first: 20) { nodes { bidValueInCents } }', 21],
  [`adminBids(first: 20, filter: { sellerId: "${large.seller.sellerId}" }) { nodes { bidValueInCents } }`, 21],
  [`adminBids(first: 20, filter: { auctionId: "${large.auctionId}" }) { nodes { bidValueInCents } }`, 21],
  [`adminBids(first: 20, filter: { bidderId: "${large.bidderId}" }) { nodes { bidValueInCents } }`, 1_100],
  ['adminBids(first: 20, filter: { email: "ada@example.com" }) { nodes { bidValueInCents } }', 1_000],
  ['adminBids(first: 20, filter: { valueInCents: { atLeast: 2000000000 } }) { nodes { bidValueInCents } }', 5_000],
  [`adminBids(first: 20, filter: { placed: { from: ${hourAgo + 7_200} } }) { nodes { bidValueInCents } }`, 0],
  ['adminAuctions(first: 20, filter: { email: "ada@example.com" }) { nodes { title } }', 1_000],
  ['adminAuctions(first: 20, filter: { outcomes: [CANCELLED] }) { nodes { title } }', 5_000],
  ['auditLog(first: 20, requestId: "01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11") { nodes { action } }', 0],
  ['auditLog(first: 20) { nodes { action } }', 21],
  ['auditLog(first: 20, action: "cancelAuction") { nodes { action } }', 21],
  [`auditLog(first: 20, sinceTimestamp: ${hourAgo}) { nodes { action } }`, 62],
  [`auditLog(first: 20, ${theirs}) { nodes { action } }`, 21],
  [`auditLog(first: 20, ${theirs}, ${after('audit-log 999999999')}) { nodes { action } }`, 21],
  [`adminAuctions(first: 20, ${after(`all-auctions ${lastId}`)}) { nodes { title } }`, 21],
  [
    `adminBids(first: 20, ${after(`newest-bids ${hourAgo * 1_000} ${lastId}`)}, filter: { sellerId: "${large.seller.sellerId}" }) { nodes { bidId } }`,
    21,
  ],
  ['settlementsNeedingAttention { nodes { kind } }', 1_000],
])('%s reads by indexes, at most %d rows, in few statements', async (field, rows) => {
  let body: { errors?: unknown } = {};
  const statements = await watched.during(async () => ({ body } = await admin.graphql(`{ ${field} }`)));
  expect(body.errors).toBeUndefined();
  // A planned list checks the key itself. Others have a statement for that, and before a list since an instant one for its first entry.
  expect(statements).toHaveLength(field.startsWith('admin') ? 1 : field.includes('sinceTimestamp') ? 3 : 2);
  // Sellers are few, and each list names the seller of each of its rows.
  const faults = statements.flatMap((statement) => planFaults(statement, rows));
  expect(faults.filter((fault) => !/^reads all of (sellers|api_keys)/.test(fault))).toEqual([]);
});

test.each([
  ['an id', large.bidId],
  ['an e-mail address', large.bidderId],
  ['a payment', `pay_${large.bidId}`],
  ['a key', 'auc_test_123456'],
])('%s is found by indexes, however much there is', async (_, text) => {
  let body: { errors?: unknown } = {};
  const statements = await watched.during(
    async () => ({ body } = await admin.graphql(`{ find(text: "${text}") { __typename } }`)),
  );
  expect(body.errors).toBeUndefined();
  const faults = statements.flatMap((statement) => planFaults(statement, 1_100));
  // The index of a bidder's bids is by seller, and all of them are asked.
  expect(faults.filter((fault) => !fault.startsWith('reads all of sellers'))).toEqual([]);
});

test('the timeline of an auction with thousands of bids reads what is its own, by indexes', async () => {
  let body: { errors?: unknown } = {};
  const field = `adminAuctions(filter: { ids: ["${large.auctionId}"] }) { nodes { timeline(first: 20) { nodes { sentence } pageInfo { endCursor } } } }`;
  const statements = await watched.during(async () => ({ body } = await admin.graphql(`{ ${field} }`)));
  expect(body.errors).toBeUndefined();
  expect(statements).toHaveLength(2);
  const faults = statements.flatMap((statement) => planFaults(statement, 10_000));
  // These tables are empty here, and sellers and keys are few.
  const small =
    /^reads all of (sellers|api_keys|webhook_events|webhook_deliveries|capture_attempts|reversals|settlement_holds)/;
  expect(faults.filter((fault) => !small.test(fault))).toEqual([]);
});
