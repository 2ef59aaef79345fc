import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recognizeDatabase } from '../../src/settlement/recognize-database.ts';
import { findSettlementHoldOfAll } from '../../src/settlement/settlement-holds.ts';
import { compareBooks } from '../../src/operations/work/upkeep.ts';
import { freshDatabase } from '../support/database.ts';
import type { Service } from '../support/service.ts';
import { type RestoredService, type RestoredStage, startRestoredService } from './restored-stage.ts';

let restored: RestoredService;
let service: Service;
let stage: RestoredStage;
beforeAll(async () => {
  restored = await startRestoredService(await freshDatabase());
  service = restored.service;
});
afterAll(() => restored[Symbol.asyncDispose]());
beforeEach(async () => void (stage = await restored.stage()));

test('restored to before any call of a bid or a settlement, nobody else is charged and nothing stays held', async () => {
  const restores = await restored.restoreBeforeEachCall(['visa', 'capture_declined', 'visa']);
  expect(restores).toHaveLength(7);
  expect(restores.filter(({ broken }) => broken.length > 0)).toEqual([]);
}, 120_000);

test('cancels the holds of bids after the copy, and the auction goes on', async () => {
  await recognizeDatabase(service.deps);
  await stage.bid(5_000);
  await stage.copyBooks();
  await stage.bid(6_000);
  await stage.restoreBooks();
  await recognizeDatabase(service.deps);
  // Bids go on while settlement is held.
  await stage.bid(5_500);
  await stage.compare();
  expect(await findSettlementHoldOfAll(service.db)).toBeNull();
  expect(await stage.atProvider('released')).toHaveLength(1);
  await stage.settle();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD' });
  expect(await stage.atProvider('captured')).toHaveLength(1);
  expect(await stage.atProvider('authorized')).toEqual([]);
});

test('settlement stays held while the provider does not answer', async () => {
  await recognizeDatabase(service.deps);
  await stage.bid(5_000);
  await stage.copyBooks();
  await stage.restoreBooks();
  await recognizeDatabase(service.deps);
  await stage.end();
  const { simulated } = service.deps.gateways;
  const silent = { ...simulated, list: async () => ({ outcome: 'unknown', reason: 'no answer' }) as const };
  await compareBooks({ ...service.deps, gateways: { ...service.deps.gateways, simulated: silent } });
  await stage.work();
  expect(await stage.atProvider('captured')).toEqual([]);
  expect(await findSettlementHoldOfAll(service.db)).toMatchObject({ reason: 'moved' });
  await stage.compare();
  await stage.work();
  expect(await stage.atProvider('captured')).toHaveLength(1);
});

test('a payment that cannot be cancelled holds its own auction only, and until an error is no longer kept under its key', async () => {
  const other = await restored.stage();
  await recognizeDatabase(service.deps);
  const others = await other.bid(4_000);
  const first = await stage.bid(5_000);
  await stage.copyBooks();
  await stage.bid(6_000);
  await stage.restoreBooks();
  await recognizeDatabase(service.deps);

  // The provider fails once, and keeps the error under the key.
  const { simulated } = service.deps.gateways;
  const failed = new Set<string>();
  const release: typeof simulated.release = async (request) => {
    if (failed.size === 0) failed.add(request.idempotencyKey);
    if (!failed.has(request.idempotencyKey)) return await simulated.release(request);
    return { outcome: 'unknown', reason: 'the provider answered 500', isOverloaded: true };
  };
  const deps = { ...service.deps, gateways: { ...service.deps.gateways, simulated: { ...simulated, release } } };
  await compareBooks(deps);
  expect(await findSettlementHoldOfAll(service.db)).toBeNull();
  expect(await stage.holdsOfAuction()).toHaveLength(1);
  await other.end();
  await stage.settle();
  expect([await other.winners(), (await stage.result()).phase]).toEqual([[others], 'SETTLING']);

  await service.db.query('update reconciliations set next_at = clock_timestamp() returning pg_sleep(0.001)');
  await compareBooks(deps);
  expect([await stage.holdsOfAuction(), await stage.atProvider('released')]).toEqual([[], [expect.any(String)]]);
  await stage.work();
  expect(await stage.winners()).toEqual([first]);
});

test('payments of a provider that is not configured keep settlement held', async () => {
  await recognizeDatabase(service.deps);
  const bidId = await stage.bid(5_000);
  await service.db.query(`update authorizations set provider = 'stripe' where bid_id = $1`, [bidId]);
  await stage.copyBooks();
  await stage.restoreBooks();
  await recognizeDatabase(service.deps);
  await stage.compare();
  expect(await findSettlementHoldOfAll(service.db)).toMatchObject({ reason: 'moved' });
  await service.db.query(`update authorizations set provider = 'simulated' where bid_id = $1`, [bidId]);
  await stage.compare();
  expect(await findSettlementHoldOfAll(service.db)).toBeNull();
});

test('an operator ends the hold of an auction, with a reason', async () => {
  const admin = await service.seller({ name: `Operators ${randomUUID()}`, scopes: ['admin'] });
  await recognizeDatabase(service.deps);
  await stage.bid(5_000);
  await stage.copyBooks();
  await stage.bid(6_000);
  await stage.settle();
  await stage.restoreBooks();
  await recognizeDatabase(service.deps);
  await stage.compare();
  await stage.settle();
  expect(await stage.result()).toMatchObject({ outcome: null });

  const { body } = await admin.graphql(
    `{ settlementHolds { nodes { holdId reason auctionId authorizationId amountInCents } }
       settlementsNeedingAttention { nodes { kind auctionId why } } }`,
  );
  const hold = body.data.settlementHolds.nodes.find(
    ({ auctionId }: { auctionId: string }) => auctionId === stage.auction.auctionId,
  );
  expect(hold).toMatchObject({ reason: 'PAYMENT_DIFFERS', authorizationId: null, amountInCents: 6_000 });
  expect(body.data.settlementsNeedingAttention.nodes).toContainEqual({
    kind: 'SETTLEMENT_HELD',
    auctionId: stage.auction.auctionId,
    why: expect.stringContaining('clearSettlementHold'),
  });

  const clear = (reason: string) =>
    admin.mutate('clearSettlementHold', { holdId: hold.holdId, reason, confirm: true }, 'settlementHold { holdId }');
  expect((await clear('')).body.errors).toMatchObject([{ extensions: { code: 'invalid_request' } }]);
  expect((await clear('It was refunded')).body.errors).toBeUndefined();
  expect((await clear('It was refunded')).body.errors).toMatchObject([{ extensions: { code: 'invalid_request' } }]);
  // A later comparison does not hold it again.
  await stage.compare();
  await stage.work();
  // The lower bid was released when the lost one won.
  expect(await stage.result()).toMatchObject({ outcome: 'UNSOLD' });
});
