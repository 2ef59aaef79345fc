import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { reconcile } from '../../src/settlement/books/reconcile.ts';
import type { Difference } from '../../src/settlement/books/treat-difference.ts';
import type { Gateway } from '../../src/payments/providers/gateway.ts';
import { reversePayment } from '../../src/payments/providers/simulated/reverse-payment.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { insertIntent } from '../support/insert-intent.ts';
import { sharedService } from '../support/service.ts';
import { soldAuction } from './sold-auction.ts';

const service = await sharedService();
let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage({}, service)));

const gateway = () => service.deps.gateways.simulated;

async function run(repair = false, auctionId = stage.auction.auctionId, asked = gateway()): Promise<Difference[]> {
  const since = new Date(Date.now() - 86_400_000);
  const scope = { since, auctionId, repair, allReversals: true, priority: 'release' } as const;
  const found = [];
  for await (const { differences } of reconcile(service.deps, asked, scope)) found.push(...differences);
  return found;
}

/** A payment that is held at the provider for an authorization that our books do not have. */
async function orphan(
  sellerId = stage.seller.sellerId,
  amountInCents = 700,
  authorizationId: string = randomUUID(),
): Promise<string> {
  const { reference } = await gateway().hold({
    authorizationId,
    auctionId: stage.auction.auctionId,
    sellerId,
    amountInCents,
    email: 'ann@example.com',
    renews: null,
    keepsCard: false,
    idempotencyKey: `open:${authorizationId}`,
    cardToken: 'simulated_card_visa',
    returnUrl: 'http://localhost/',
  });
  return reference!;
}

const paymentOf = (bidId: string) => service.db.prisma.authorization.findFirstOrThrow({ where: { bidId } });
const referenceOf = async (bidId: string) => (await paymentOf(bidId)).providerReference!;
const stateOf = async (bidId: string) => (await paymentOf(bidId)).state;

test('nothing differs while an auction runs, and after it was sold', async () => {
  await stage.bid(5_000);
  await stage.tryToBid(3_000, 'declined');
  expect(await run()).toEqual([]);
  const sold = await soldAuction(service);
  expect(await run(false, sold.auction.auctionId)).toEqual([]);
});

test('a renewal that the books have lost is adopted, and the highest bid keeps a hold', async () => {
  await stage.bid(3_000);
  const bidId = await stage.bid(5_000);
  const renews = await referenceOf(bidId);
  const authorizationId = randomUUID();
  const { auction, seller } = stage;
  const { reference } = await gateway().holdAgain({
    authorizationId,
    auctionId: auction.auctionId,
    sellerId: seller.sellerId,
    amountInCents: 5_000,
    email: 'ann@example.com',
    renews,
    keepsCard: false,
    idempotencyKey: `open:${authorizationId}`,
    keptCard: null,
  });
  await gateway().release({ reference: renews, idempotencyKey: 'as the renewal had taken over' });
  await run(true);
  await stage.hurry();
  await stage.work();
  expect(await gateway().read({ reference: reference! })).toMatchObject({ outcome: 'authorized' });
  expect(await run()).toEqual([]);
  await stage.settle();
  expect(await stage.winners()).toEqual([bidId]);
});

test('a hold that the books lack is listed, and cancelled by repair', async () => {
  const reference = await orphan();
  const difference = { kind: 'unknown_payment', reference, ours: null, theirs: 'authorized', theirsInCents: 700 };
  expect(await run()).toMatchObject([{ ...difference, remedy: 'repairable' }]);
  expect(await gateway().read({ reference })).toMatchObject({ outcome: 'authorized' });
  expect(await run(true)).toMatchObject([{ ...difference, remedy: 'repaired' }]);
  expect(await gateway().read({ reference })).toEqual({ outcome: 'released' });
  expect(await run()).toEqual([]);
});

test('a payment whose metadata was lost at the provider is still the one of our books: it is not cancelled', async () => {
  const bidId = await stage.bid(5_000);
  const reference = await referenceOf(bidId);
  await service.db.query('update simulated_payments set request = null where reference = $1', [reference]);
  expect(await run(true)).toEqual([]);
  expect(await gateway().read({ reference })).toMatchObject({ outcome: 'authorized' });
  expect(await stateOf(bidId)).toBe('authorized');

  await gateway().capture({ reference, idempotencyKey: randomUUID() });
  expect(await run(true)).toMatchObject([{ kind: 'state', auctionId: stage.auction.auctionId, theirs: 'captured' }]);
});

test('a hold of a seller that is not known here is left to an operator', async () => {
  const reference = await orphan(randomUUID());
  expect(await run(true)).toMatchObject([{ kind: 'unknown_payment', remedy: 'operator' }]);
  expect(await gateway().read({ reference })).toMatchObject({ outcome: 'authorized' });
});

test('captured money that the books lack is left to an operator', async () => {
  const reference = await orphan();
  await gateway().capture({ reference, idempotencyKey: randomUUID() });
  expect(await run(true)).toMatchObject([{ kind: 'unknown_payment', theirs: 'captured', remedy: 'operator' }]);
  expect(await gateway().read({ reference })).toMatchObject({ outcome: 'captured' });
});

test('captured money of a bid whose answer was lost is left to a person, and a hold to its recovery', async () => {
  const { auctionId } = stage.auction;
  const { sellerId } = stage.seller;
  const intent = { auctionId, sellerId, bidderId: 'ann', email: 'ann@example.com', valueInCents: 700, browserId: null };
  const { authorizationId } = await insertIntent(service.db, {
    ...intent,
    provider: 'simulated',
    submissionToken: randomUUID(),
  });
  const reference = await orphan(sellerId, 700, authorizationId);
  expect(await run()).toEqual([]);
  await gateway().capture({ reference, idempotencyKey: randomUUID() });
  expect(await run()).toMatchObject([{ kind: 'unknown_payment', reference, theirs: 'captured' }]);
});

test('a hold that was cancelled outside is recorded by repair', async () => {
  const bidId = await stage.bid(5_000);
  await gateway().release({ reference: await referenceOf(bidId), idempotencyKey: randomUUID() });
  expect(await run()).toMatchObject([{ kind: 'state', ours: 'authorized', theirs: 'released', remedy: 'repairable' }]);
  expect(await stateOf(bidId)).toBe('authorized');
  expect(await run(true)).toMatchObject([{ remedy: 'repaired' }]);
  expect(await stateOf(bidId)).toBe('expired');
  expect(await run()).toEqual([]);
});

test('two captures of an auction and another amount are left to an operator', async () => {
  const sold = await soldAuction(service);
  const { auctionId } = sold.auction;
  stage = { ...stage, auction: sold.auction };
  const second = await orphan(sold.seller.sellerId);
  await gateway().capture({ reference: second, idempotencyKey: randomUUID() });
  await service.db.query('update simulated_payments set amount_in_cents = 4999 where reference = $1', [
    await referenceOf(sold.winner),
  ]);
  const found = await run(true, auctionId);
  expect(found.map(({ kind, remedy }) => `${kind} ${remedy}`).sort()).toEqual([
    'amount operator',
    'two_captures operator',
    'two_captures operator',
    'unknown_payment operator',
  ]);
});

test('a refund whose event was lost is recorded by repair', async () => {
  const sold = await soldAuction(service);
  const reference = await referenceOf(sold.winner);
  await reversePayment(service.db, { reference, change: 'refund', amountInCents: 900 });
  expect(await run(false, sold.auction.auctionId)).toEqual([]);
  expect(await sold.payment()).toMatchObject({ refundedInCents: 0 });
  await run(true, sold.auction.auctionId);
  expect(await sold.payment()).toMatchObject({ refundedInCents: 900 });
});

test('compares the other payments while the provider gives no answer about one, which holds the settlement of its own auction', async () => {
  const bidId = await stage.bid(5_000);
  const lost = await orphan();
  const canceled = await orphan();
  const silent: Gateway = {
    ...gateway(),
    read: (payment) =>
      payment.reference === lost
        ? Promise.resolve({ outcome: 'unknown', reason: 'the provider answered 500' })
        : gateway().read(payment),
  };
  const found = await run(true, stage.auction.auctionId, silent);
  expect(found.map(({ kind, reference, remedy }) => ({ kind, reference, remedy }))).toEqual(
    expect.arrayContaining([
      { kind: 'uncompared', reference: lost, remedy: 'operator' },
      { kind: 'unknown_payment', reference: canceled, remedy: 'repaired' },
    ]),
  );
  await stage.settle();
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING' });
  // The next comparison gets an answer, and ends the hold.
  expect(await run(true)).toMatchObject([{ kind: 'unknown_payment', reference: lost, remedy: 'repaired' }]);
  expect(await run(true)).toEqual([]);
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: bidId });
});

test('a comparison without repair leaves the hold of a settlement, also where the payment agrees now', async () => {
  const bidId = await stage.bid(5_000);
  const reference = await orphan();
  const read: Gateway['read'] = async () => ({ outcome: 'unknown', reason: 'the provider answered 500' });
  await run(true, stage.auction.auctionId, { ...gateway(), read });
  await gateway().release({ reference, idempotencyKey: randomUUID() });
  expect(await run()).toEqual([]);
  await stage.settle();
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING' });
  expect(await run(true)).toEqual([]);
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: bidId });
});
