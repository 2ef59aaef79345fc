import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { claimReconciliation, measureBooks } from '../../src/settlement/books/reconciliations.ts';
import { checkBooks } from '../../src/operations/checkup/check-records.ts';
import { callPriorities } from '../../src/payments/providers/work-kinds.ts';
import { compareBooks } from '../../src/operations/work/upkeep.ts';
import { readAdminHome } from '../operations/read-admin-home.ts';
import { setAuctionStage } from '../settlement/auction-stage.ts';
import { serviceForFile } from '../support/service.ts';
import { soldAuction } from './sold-auction.ts';
import { holdRequest } from '../providers/hold-request.ts';

const service = await serviceForFile();

// The column rounds to milliseconds: an instant of now may be ahead.
const due = () =>
  service.db.query(
    `update reconciliations set next_at = clock_timestamp() - interval '1 second', is_under_way = false`,
  );

async function measured() {
  return (await measureBooks(service.db)).find(({ provider }) => provider === 'simulated');
}

test('recent payments are compared when it is due, and what differs is measured', async () => {
  const stage = await setAuctionStage({}, service);
  const bidId = await stage.bid(5_000);
  await compareBooks(service.deps);
  expect(await measured()).toMatchObject({ differences: {}, failure: null });
  expect((await measured())!.ageInSeconds).toBeLessThan(10);
  await service.db.query(
    `update simulated_payments set amount_in_cents = 4999
     where reference = (select provider_reference from authorizations where bid_id = $1)`,
    [bidId],
  );
  // Not due yet.
  await compareBooks(service.deps);
  expect(await measured()).toMatchObject({ differences: {} });
  await due();
  await compareBooks(service.deps);
  expect(await measured()).toMatchObject({ differences: { amount: 1 } });
  expect(await checkBooks(service.db)).toMatchObject([
    { subject: 'Settlement', verdict: 'fine' },
    { subject: 'Books of simulated', verdict: 'notice', found: expect.stringContaining('1 of the kind amount') },
  ]);

  const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
  const { text } = await service.request('/metrics', { headers: { authorization: `Bearer ${admin.key}` } });
  expect(text).toContain('auction_books_difference{provider="simulated",kind="amount"} 1');
  expect(text).toContain('auction_settlement_holds{reason="moved"} 0');
  expect(text).toMatch(/auction_books_compared_age_seconds\{provider="simulated"\} \d/);

  await service.db.query('update simulated_payments set amount_in_cents = 5000 where amount_in_cents = 4999');
  await due();
  await compareBooks(service.deps);
  expect(await measured()).toMatchObject({ differences: {} });
});

test('two captured payments of one auction ring in the metrics, on /admin and in doctor', async () => {
  const sold = await soldAuction(service);
  const second = await service.deps.gateways.simulated.hold({
    ...holdRequest('visa', { sellerId: sold.seller.sellerId, auctionId: sold.auction.auctionId }),
  });
  if (second.outcome !== 'authorized') throw new Error(second.outcome);
  await service.deps.gateways.simulated.capture({ reference: second.reference!, idempotencyKey: randomUUID() });
  await due();
  await compareBooks(service.deps);

  const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
  const { text } = await admin.get('/metrics');
  expect(text).toMatch(/auction_books_difference\{provider="simulated",kind="two_captures"\} [1-9]/);
  expect(await readAdminHome(service, admin)).toContain('Two payments of one auction are captured');
  expect(await checkBooks(service.db)).toMatchObject([
    {},
    { verdict: 'fault', found: expect.stringContaining('Two payments of one auction are captured') },
  ]);
});

test('a comparison that fails is measured, and tried again', async () => {
  const { simulated } = service.deps.gateways;
  const silent = { ...simulated, list: async () => ({ outcome: 'unknown', reason: 'no answer' }) as const };
  await due();
  await compareBooks({ ...service.deps, gateways: { ...service.deps.gateways, simulated: silent } });
  expect((await measured())!.failure).toContain('no answer');
  expect(await checkBooks(service.db)).toMatchObject([{}, { verdict: 'fault' }]);
  await due();
  await compareBooks(service.deps);
  expect(await measured()).toMatchObject({ failure: null });
});

test('a comparison that finds no free call is put off, and is no fault', async () => {
  const { simulated } = service.deps.gateways;
  const asked: unknown[] = [];
  const busy = {
    ...simulated,
    list: async ({ priority }: { priority?: string }) => {
      asked.push(priority);
      return { outcome: 'unknown', reason: 'too many calls wait', isOverloaded: true } as const;
    },
  };
  await due();
  const deps = { ...service.deps, gateways: { ...service.deps.gateways, simulated: busy } };
  await compareBooks(deps);
  await compareBooks(deps);
  // Everything else is more urgent.
  expect(asked).toEqual([callPriorities.at(-1)]);
  expect(await measured()).toMatchObject({ failure: null });
});

test('with RECONCILE_MINUTES=0 nothing is compared', async () => {
  await due();
  const before = await service.db.query('select attempt from reconciliations');
  await compareBooks({ ...service.deps, config: { ...service.deps.config, reconcileEverySeconds: 0 } });
  expect((await service.db.query('select attempt from reconciliations')).rows).toEqual(before.rows);
});

test('one process compares at a time', async () => {
  await due();
  const claims = await Promise.all(Array.from({ length: 5 }, () => claimReconciliation(service.db, 'simulated')));
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  expect(await claimReconciliation(service.db, 'simulated', { isUrgent: true })).toBeNull();
});

test('a long list is compared in several passes', async () => {
  const { simulated } = service.deps.gateways;
  const asked: (string | null)[] = [];
  // Twelve pages, of which one pass compares ten.
  const endless = {
    ...simulated,
    list: async ({ after }: { after: string | null }) => {
      asked.push(after);
      const page = Number(after ?? '0') + 1;
      return { outcome: 'listed', payments: [], next: page === 12 ? null : String(page) } as const;
    },
  };
  const deps = { ...service.deps, gateways: { ...service.deps.gateways, simulated: endless } };
  await due();
  await service.db.query(`update reconciliations set finished_at = null`);
  await compareBooks(deps);
  expect(asked).toHaveLength(10);
  expect((await measured())!.ageInSeconds).toBeNull();
  await due();
  await compareBooks(deps);
  expect(asked.slice(10)).toEqual(['10', '11']);
  expect((await measured())!.ageInSeconds).toBeLessThan(10);
});

test('a sold auction whose books do not balance is found by the comparison and by the doctor, and no other is', async () => {
  await soldAuction(service);
  const open = await setAuctionStage({}, service);
  await open.bid(5_000);
  const wrong = await soldAuction(service);
  const refunded = await soldAuction(service);
  await refunded.change('refund', 1_500);
  // The books say that a refund has failed, and not that its money came back.
  await service.db.query('alter table reversals drop constraint reversals_money_of_state');
  await service.db.query(
    `insert into reversals (provider, provider_reference, authorization_id, auction_id, kind, state, amount_in_cents, made_at, taken_at)
     select 'simulated', 'ref_wrong', authorization_id, auction_id, 'refund', 'failed', 5000, clock_timestamp(), clock_timestamp()
     from authorizations where auction_id = $1 and state = 'captured'`,
    [wrong.auction.auctionId],
  );
  const doctor = async () => (await checkBooks(service.db)).filter(({ subject }) => subject === 'Books');
  expect(await doctor()).toMatchObject([
    { verdict: 'fault', found: `The books of 1 auctions do not balance: ${wrong.auction.auctionId}.` },
  ]);
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const compare = async () => {
    await due();
    await compareBooks({ ...service.deps, log });
  };
  await compare();
  expect(lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'unbalanced')).toMatchObject([
    { auctionId: wrong.auction.auctionId, remedy: 'operator' },
  ]);
  expect((await measured())!.differences).toMatchObject({ unbalanced: 1 });
  await service.db.query(`update reversals set returned_at = clock_timestamp() where provider_reference = 'ref_wrong'`);
  await compare();
  expect((await measured())!.differences).not.toHaveProperty('unbalanced');
  expect(await doctor()).toEqual([]);
});

/** Two payments of one auction that are so old that a comparison reads each. */
async function openTwoOld(): Promise<void> {
  const stage = await setAuctionStage({}, service);
  for (const value of [5_000, 6_000]) await stage.bid(value);
  await service.db.query(
    `update authorizations set created_at = created_at - interval '2 days' where auction_id = $1`,
    [stage.auction.auctionId],
  );
  await service.db.query(`update simulated_payments set created_at = created_at - interval '2 days'`);
  await due();
}

test('a process whose payments take minutes keeps its claim', async () => {
  await openTwoOld();
  const { simulated } = service.deps.gateways;
  const claims: unknown[] = [];
  const read: typeof simulated.read = async (payment) => {
    claims.push(await claimReconciliation(service.db, 'simulated'));
    await service.db.query(`update reconciliations set next_at = clock_timestamp() - interval '1 second'`);
    return await simulated.read(payment);
  };
  const slow = { ...service.deps.gateways, simulated: { ...simulated, read } };
  await compareBooks({ ...service.deps, gateways: slow });
  expect(claims.slice(0, 2)).toEqual([null, null]);
});

test('a process that stops asks about no further payment, and another one compares at once', async () => {
  await openTwoOld();
  const { simulated } = service.deps.gateways;
  const stopping = new AbortController();
  let reads = 0;
  const read: typeof simulated.read = async (payment) => {
    reads += 1;
    stopping.abort();
    return await simulated.read(payment);
  };
  const stopped = { ...service.deps.gateways, simulated: { ...simulated, read } };
  await compareBooks({ ...service.deps, gateways: stopped }, stopping.signal);
  expect(reads).toBe(1);
  expect((await measured())!.failure).toBeNull();
  expect(await claimReconciliation(service.db, 'simulated')).not.toBeNull();
});
