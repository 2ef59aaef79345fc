import { afterAll, beforeEach, expect, test } from 'vitest';
import { type HeldBid, nextStripeStage, setStripeStage, type StripeStage } from '../providers/stripe-stage.ts';

// Somebody captures a part of a hold at Stripe's dashboard. Stripe lists the rest as a refund of the charge, or does not, by the version
// of its API.

const first = await setStripeStage();
const { standIn } = first;
afterAll(() => first[Symbol.asyncDispose]());
let stage: StripeStage;
let low: HeldBid;
let high: HeldBid;
beforeEach(async () => {
  stage = await nextStripeStage(first);
  low = await stage.bid(1_500);
  high = await stage.bid(2_000);
});

const versions = [
  ['with a refund for the rest', { isRefund: true }],
  ['without a refund for the rest', { isRefund: false }],
] as const;

async function captureByHand({ intentId }: HeldBid, amount: number, rest: { isRefund: boolean }): Promise<void> {
  standIn.captureOutside(intentId, amount, rest);
  expect(await stage.tellCaptured(intentId)).toBe(200);
  expect(await stage.tell('charge.refunded', standIn.charge(intentId))).toBe(200);
}

test.each(versions)('charges nobody else while half of a lower hold is captured, %s', async (_, rest) => {
  await captureByHand(low, 750, rest);
  await stage.end();
  await stage.work();
  expect(stage.captured()).toEqual([low.intentId]);
  expect(await stage.result()).toMatchObject({
    phase: 'SETTLING',
    payment: { capturedInCents: 750, refundedInCents: 0, netInCents: 750 },
  });

  const refund = standIn.refundOutside(low.intentId, 750);
  expect(await stage.tell('refund.created', refund)).toBe(200);
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: high.bidId });
});

test.each(versions)('books what was received of the highest hold, and its refunds, %s', async (_, rest) => {
  await captureByHand(high, 1_700, rest);
  await stage.end();
  await stage.work();
  expect(await stage.result()).toMatchObject({
    outcome: 'SOLD',
    winner: high.bidId,
    payment: { capturedInCents: 1_700, refundedInCents: 0, netInCents: 1_700 },
  });
  const refund = standIn.refundOutside(high.intentId, 1_700);
  expect(await stage.tell('refund.created', refund)).toBe(200);
  expect((await stage.result()).payment).toMatchObject({
    capturedInCents: 1_700,
    refundedInCents: 1_700,
    netInCents: 0,
  });
});

test('takes a refund of just the rest for the rest, while the key may not read balances', async () => {
  standIn.restrictKey({
    PaymentIntents: 'Write',
    'Charges and Refunds': 'Read',
    Disputes: 'Read',
    Radar: 'Read',
    Customers: 'Write',
  });
  await captureByHand(low, 750, { isRefund: false });
  await stage.tell('refund.created', standIn.refundOutside(low.intentId, 750));
  expect((await stage.result()).payment).toMatchObject({ capturedInCents: 750, refundedInCents: 0 });
  standIn.restrictKey(null);
});

test('books a refund while the key may not read warnings of fraud', async () => {
  standIn.restrictKey({ PaymentIntents: 'Write', 'Charges and Refunds': 'Read', Disputes: 'Read', Balance: 'Read' });
  await captureByHand(low, 1_500, { isRefund: false });
  await stage.tell('refund.created', standIn.refundOutside(low.intentId, 500));
  expect((await stage.result()).payment).toMatchObject({ capturedInCents: 1_500, refundedInCents: 500 });
  standIn.restrictKey(null);
});

test.each([
  ['dispute', 'won', 'lost'],
  ['refund', 'failed', 'succeeded'],
] as const)('waits for the outcome of a %s of money that was captured by hand', async (kind, comesBack, isGone) => {
  standIn.captureOutside(low.intentId);
  await stage.tellCaptured(low.intentId);
  const begin = () =>
    kind === 'dispute'
      ? standIn.dispute(low.intentId, 'needs_response')
      : standIn.refundOutside(low.intentId, 1_500, 'pending');
  const decide = (id: string, outcome: typeof comesBack | typeof isGone) =>
    kind === 'dispute'
      ? standIn.dispute(low.intentId, outcome, id)
      : standIn.decideRefund(id, outcome as 'failed' | 'succeeded');
  const type = kind === 'dispute' ? 'charge.dispute.updated' : 'refund.updated';

  const first = begin();
  await stage.tell(type, first);
  await stage.end();
  await stage.work();
  expect(stage.captured()).toEqual([low.intentId]);
  await stage.tell(type, decide(first.id, comesBack));
  await stage.work();
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING', payment: { netInCents: 1_500 } });

  const second = begin();
  await stage.tell(type, second);
  await stage.work();
  expect(stage.captured()).toEqual([low.intentId]);
  await stage.tell(type, decide(second.id, isGone));
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: high.bidId });
});

test('the highest bid does not win with captured money whose refund is on its way', async () => {
  standIn.captureOutside(high.intentId);
  await stage.tellCaptured(high.intentId);
  const refund = standIn.refundOutside(high.intentId, 2_000, 'pending');
  await stage.tell('refund.created', refund);
  await stage.end();
  await stage.work();
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING', outcome: null });
  await stage.tell('refund.updated', standIn.decideRefund(refund.id, 'succeeded'));
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: low.bidId });
});

test('records disputes of more than was captured as the provider reports them, and lists them for an operator', async () => {
  await stage.end();
  await stage.work();
  const first = standIn.dispute(high.intentId, 'needs_response', undefined, 2_050);
  expect(await stage.tell('charge.dispute.created', first)).toBe(200);
  const second = standIn.dispute(high.intentId, 'needs_response');
  expect(await stage.tell('charge.dispute.created', second)).toBe(200);
  expect((await stage.result()).payment).toMatchObject({ disputedInCents: 4_050, netInCents: -2_050 });
  const listed = async () =>
    (await stage.attention()).filter(
      ({ kind, authorizationId }) => kind === 'DISPUTED_IN_EXCESS' && authorizationId === high.authorizationId,
    );
  expect(await listed()).toMatchObject([{ authorizationId: high.authorizationId }]);
  expect((await stage.pull('closeCapture', high.authorizationId)).body.errors).toBeUndefined();
  expect(await listed()).toEqual([]);
});

test('a seller without a fee reads that the operator keeps nothing', async () => {
  await stage.end();
  await stage.work();
  expect((await stage.result()).payment).toMatchObject({ capturedInCents: 2_000, applicationFeeInCents: 0 });
});
