import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { StandInRefusal } from '../providers/stripe-stand-in.ts';
import { type HeldBid, nextStripeStage, setStripeStage, type StripeStage } from '../providers/stripe-stage.ts';

// A hold that is being released is captured at the provider's dashboard.

// A release that settlement waits for is sent again for half of this time while Stripe limits the rate.
const first = await setStripeStage({ PAYMENT_TIMEOUT_MS: '2000' });
const { standIn } = first;
afterAll(() => first[Symbol.asyncDispose]());
let stage: StripeStage;
beforeEach(async () => {
  stage = await nextStripeStage(first);
});

const cancels = /cancel$/;
const refusals: Record<string, StandInRefusal> = {
  429: { status: 429, error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' } },
  500: { status: 500, error: { type: 'api_error', message: 'An error occurred.' } },
};

/** Two bids, of which the higher one is voided. */
async function voidOne(): Promise<{ released: HeldBid; next: HeldBid }> {
  const next = await stage.bid(1_500);
  const released = await stage.bid(2_000);
  await stage.voidBid(released.bidId);
  return { released, next };
}

/** A bidder raises a bid. */
async function raiseOne(): Promise<{ released: HeldBid; next: HeldBid }> {
  const person = { browserId: randomUUID(), bidderId: `${randomUUID()}@example.com` };
  const released = await stage.bid(2_000, 'visa', person);
  return { released, next: await stage.bid(3_000, 'visa', person) };
}

const whys = [
  ['voided', voidOne],
  ['raised', raiseOne],
] as const;

const cases = whys.flatMap(([why, begin]) => Object.keys(refusals).map((status) => ({ why, begin, status })));

test.each(cases)(
  'charges nobody else once the hold of a $why bid is captured whose release was answered $status',
  async ({ begin, status }) => {
    standIn.refuse(cancels, refusals[status]!);
    const { released, next } = await begin();
    expect(await stage.stateOf(released)).toBe('releasing');
    standIn.captureOutside(released.intentId);
    expect(await stage.tellCaptured(released.intentId)).toBe(200);
    expect(await stage.stateOf(released)).toBe('captured_outside');
    await stage.end();
    await stage.work();
    standIn.refuse(cancels, null);
    await stage.hurry();
    await stage.work();
    expect(stage.captured()).toEqual([released.intentId]);
    expect(await stage.result()).toMatchObject({ phase: 'SETTLING', outcome: null });

    const refund = standIn.refundOutside(released.intentId, 2_000);
    expect(await stage.tell('refund.created', refund)).toBe(200);
    await stage.work();
    expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: next.bidId });
  },
);

test.each(whys)('waits with the settlement until the release of a %s bid is confirmed', async (_, begin) => {
  standIn.refuse(cancels, refusals[429]!);
  const { released, next } = await begin();
  await stage.end();
  await stage.work();
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING', outcome: null });
  expect(stage.captured()).toEqual([]);
  standIn.refuse(cancels, null);
  await stage.hurry();
  await stage.work();
  expect(await stage.stateOf(released)).toBe('released');
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: next.bidId });
  expect(stage.captured()).toEqual([next.intentId]);
});

test('a capture whose event is lost is found by the release of a raised bid, and nobody else is charged', async () => {
  standIn.refuse(cancels, refusals[429]!);
  const { released } = await raiseOne();
  standIn.captureOutside(released.intentId);
  await stage.end();
  standIn.refuse(cancels, null);
  await stage.hurry();
  await stage.work();
  expect(stage.captured()).toEqual([released.intentId]);
  expect(await stage.stateOf(released)).toBe('captured_outside');
});

test('an event about a capture is sent again while its payment cannot be read', async () => {
  standIn.refuse(cancels, refusals[500]!);
  const { released } = await voidOne();
  standIn.captureOutside(released.intentId);
  standIn.spoil(/^GET .v1.payment_intents.pi/, 'server_error');
  expect(await stage.tellCaptured(released.intentId)).toBe(503);
  expect(await stage.stateOf(released)).toBe('releasing');
  expect(await stage.tellCaptured(released.intentId)).toBe(200);
  expect(await stage.stateOf(released)).toBe('captured_outside');
  standIn.refuse(cancels, null);
});
