import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { columnList, quoted, tablesOf } from '../../src/backups/tables-of.ts';
import { makeSimulatedGateway } from '../../src/payments/simulated/make-simulated-gateway.ts';
import { recognizeDatabase } from '../../src/settlement/recognize-database.ts';
import { findHoldOfAll } from '../../src/settlement/settlement-holds.ts';
import { compareBooks } from '../../src/worker/watch-books.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';

let database: FreshDatabase;
let service: Service;
let calls = 0;
let copiedAt = Infinity;

beforeAll(async () => {
  database = await freshDatabase();
  // The books are copied just before a call: they are then as they are at each crash point around the calls.
  const weather = async () => {
    if (calls === copiedAt) await copyBooks();
    calls += 1;
    return null;
  };
  const simulated = makeSimulatedGateway(database, { deadlineMs: 10_000, weather });
  service = await startService({ gateways: { simulated, stripe: null } }, database);
});
afterAll(() => service[Symbol.asyncDispose]());

let stage: AuctionStage;
beforeEach(async () => {
  stage = await setAuctionStage({}, service);
});

/** The tables that a backup of the service holds, without the provider's own books. */
async function books() {
  return (await tablesOf(service.db)).filter(({ table }) => !/^simulated_|^call_budgets$/.test(table));
}

async function copyBooks(): Promise<void> {
  await service.db.query('drop schema if exists copied cascade; create schema copied');
  for (const { table } of await books()) {
    await service.db.query(`create table copied.${quoted(table)} as table ${quoted(table)}`);
  }
}

/** Takes the books back to the copy, on another server, as far as the service can tell. */
async function restoreBooks(): Promise<void> {
  await service.db.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = 'replica'`);
    for (const table of await books()) {
      const name = quoted(table.table);
      await tx.query(`delete from ${name}`);
      await tx.query(`insert into ${name} (${columnList(table)}) select ${columnList(table)} from copied.${name}`);
    }
    await tx.query(`update database_marks set identity = 'another server'`);
  });
}

async function atProvider(status: string): Promise<string[]> {
  const { rows } = await service.db.query<{ reference: string }>(
    'select reference from simulated_payments where account = $1 and status::text = $2',
    [stage.seller.sellerId, status],
  );
  return rows.map(({ reference }) => reference);
}

/** What a worker does, also after a comparison that failed. */
async function compare(): Promise<void> {
  await service.db.query('update reconciliations set next_at = clock_timestamp()');
  await compareBooks(service.deps);
}

async function workUntilRest(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await compare();
    await stage.hurry();
    await stage.work();
  }
}

async function holdsOfAuction(): Promise<string[]> {
  const { rows } = await service.db.query<{ reference: string }>(
    'select provider_reference as reference from settlement_holds where auction_id = $1 and cleared_at is null',
    [stage.auction.auctionId],
  );
  return rows.map(({ reference }) => reference);
}

/** Two bids stand; two more come, one of whose captures is refused; the auction ends and is settled. */
async function play(copyAt: number): Promise<number> {
  await recognizeDatabase(service.deps);
  await stage.bid(5_000);
  await stage.bid(7_000);
  calls = 0;
  copiedAt = copyAt;
  await stage.bid(9_000, 'capture_declined');
  await stage.bid(8_000);
  await stage.end();
  await stage.work();
  copiedAt = Infinity;
  return calls;
}

test('restored to before any call of a bid or a settlement, nobody else is charged and nothing stays held', async () => {
  const count = await play(Infinity);
  expect(count).toBeGreaterThan(8);
  for (let call = 0; call < count; call += 1) {
    stage = await setAuctionStage({}, service);
    await play(call);
    expect(await atProvider('captured')).toHaveLength(1);
    await restoreBooks();
    await service.db.query('update auctions set bidding_period_ends_at = clock_timestamp() where auction_id = $1', [
      stage.auction.auctionId,
    ]);

    // Nobody has noticed yet that the database is another one.
    await stage.work();
    expect(await atProvider('captured'), `call ${call}`).toHaveLength(1);
    expect(await recognizeDatabase(service.deps)).toBe('moved');
    await workUntilRest();

    expect(await findHoldOfAll(service.db), `call ${call}`).toBeNull();
    expect(await atProvider('captured'), `call ${call}`).toHaveLength(1);
    expect(await atProvider('authorized'), `call ${call}`).toEqual([]);
    const { outcome } = await stage.result();
    // The capture is in the books, or a person decides.
    expect(outcome === 'SOLD' ? [] : await atProvider('captured'), `call ${call}`).toEqual(await holdsOfAuction());
  }
}, 120_000);

test('what was bid after the copy is cancelled, and the auction goes on', async () => {
  await recognizeDatabase(service.deps);
  await stage.bid(5_000);
  await copyBooks();
  await stage.bid(6_000);
  await restoreBooks();
  await recognizeDatabase(service.deps);
  // Bids go on while settlement is held.
  await stage.bid(5_500);
  await compare();
  expect(await findHoldOfAll(service.db)).toBeNull();
  expect(await atProvider('released')).toHaveLength(1);
  await stage.end();
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD' });
  expect(await atProvider('captured')).toHaveLength(1);
  expect(await atProvider('authorized')).toEqual([]);
});

test('settlement stays held while the provider does not answer', async () => {
  await recognizeDatabase(service.deps);
  await stage.bid(5_000);
  await copyBooks();
  await restoreBooks();
  await recognizeDatabase(service.deps);
  await stage.end();
  const { simulated } = service.deps.gateways;
  const silent = { ...simulated, list: async () => ({ outcome: 'unknown', reason: 'no answer' }) as const };
  await compareBooks({ ...service.deps, gateways: { simulated: silent, stripe: null } });
  await stage.work();
  expect(await atProvider('captured')).toEqual([]);
  expect(await findHoldOfAll(service.db)).toMatchObject({ reason: 'moved' });
  await compare();
  await stage.work();
  expect(await atProvider('captured')).toHaveLength(1);
});

test('payments of a provider that is not configured keep settlement held', async () => {
  await recognizeDatabase(service.deps);
  const bidId = await stage.bid(5_000);
  await service.db.query(`update authorizations set provider = 'stripe' where bid_id = $1`, [bidId]);
  await copyBooks();
  await restoreBooks();
  await recognizeDatabase(service.deps);
  await compare();
  expect(await findHoldOfAll(service.db)).toMatchObject({ reason: 'moved' });
  await service.db.query(`update authorizations set provider = 'simulated' where bid_id = $1`, [bidId]);
  await compare();
  expect(await findHoldOfAll(service.db)).toBeNull();
});

test('an operator ends the hold of an auction, with a reason', async () => {
  const admin = await service.seller({ name: `Operators ${randomUUID()}`, scopes: ['admin'] });
  await recognizeDatabase(service.deps);
  await stage.bid(5_000);
  await copyBooks();
  await stage.bid(6_000);
  await stage.end();
  await stage.work();
  await restoreBooks();
  await recognizeDatabase(service.deps);
  await compare();
  await stage.end();
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: null });

  const { body } = await admin.graphql(
    `{ settlementHolds { holds { holdId reason auctionId authorizationId amountInCents } }
       settlementsNeedingAttention { settlements { kind auctionId why } } }`,
  );
  const hold = body.data.settlementHolds.holds.find(
    ({ auctionId }: { auctionId: string }) => auctionId === stage.auction.auctionId,
  );
  expect(hold).toMatchObject({ reason: 'PAYMENT_DIFFERS', authorizationId: null, amountInCents: 6_000 });
  expect(body.data.settlementsNeedingAttention.settlements).toContainEqual({
    kind: 'SETTLEMENT_HELD',
    auctionId: stage.auction.auctionId,
    why: expect.stringContaining('clearSettlementHold'),
  });

  const clear = (reason: string) =>
    admin.graphql(
      `mutation ($holdId: UUID!, $reason: String!) { clearSettlementHold(holdId: $holdId, reason: $reason, confirm: true) { holdId } }`,
      { holdId: hold.holdId, reason },
    );
  expect((await clear('')).body.errors).toMatchObject([{ extensions: { code: 'invalid_request' } }]);
  expect((await clear('It was refunded')).body.errors).toBeUndefined();
  expect((await clear('It was refunded')).body.errors).toMatchObject([{ extensions: { code: 'invalid_request' } }]);
  // A later comparison does not hold it again.
  await compare();
  await stage.work();
  // The lower bid was released when the lost one won.
  expect(await stage.result()).toMatchObject({ outcome: 'UNSOLD' });
});
