import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { StandInRefusal } from '../providers/stripe-stand-in.ts';
import { type LiveBid, type LiveStage, startLiveService } from './live-stage.ts';

// A hold that is being released is captured at the provider's dashboard.

const live = await startLiveService();
const { standIn } = live;
afterAll(() => live[Symbol.asyncDispose]());
let stage: LiveStage;
beforeEach(async () => {
  stage = await live.stage();
});

const cancels = /cancel$/;
const refusals: Record<string, StandInRefusal> = {
  429: { status: 429, error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' } },
  500: { status: 500, error: { type: 'api_error', message: 'An error occurred.' } },
};

/** Two bids, of which the higher one is voided. */
async function voidOne(): Promise<{ released: LiveBid; next: LiveBid }> {
  const next = await stage.bid(1_500);
  const released = await stage.bid(2_000);
  await stage.voidBid(released.bidId);
  return { released, next };
}

/** A bidder raises a bid. */
async function raiseOne(): Promise<{ released: LiveBid; next: LiveBid }> {
  const person = { browserId: randomUUID(), bidderId: `${randomUUID()}@example.com` };
  const released = await stage.bid(2_000, person);
  return { released, next: await stage.bid(3_000, person) };
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
    standIn.captureOutside(released.reference);
    expect(await stage.tell('payment_intent.succeeded', released.reference)).toBe(200);
    expect(await stage.stateOf(released)).toBe('captured_outside');
    await stage.end();
    await stage.work();
    standIn.refuse(cancels, null);
    await stage.hurry();
    await stage.work();
    expect(stage.captured()).toEqual([released.reference]);
    expect(await stage.result()).toMatchObject({ phase: 'SETTLING', outcome: null });

    const refund = standIn.refundOutside(released.reference, 2_000);
    expect(await stage.send('refund.created', refund)).toBe(200);
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
  expect(stage.captured()).toEqual([next.reference]);
});

test('a capture whose event is lost is found by the release of a raised bid, and nobody else is charged', async () => {
  standIn.refuse(cancels, refusals[429]!);
  const { released } = await raiseOne();
  standIn.captureOutside(released.reference);
  await stage.end();
  standIn.refuse(cancels, null);
  await stage.hurry();
  await stage.work();
  expect(stage.captured()).toEqual([released.reference]);
  expect(await stage.stateOf(released)).toBe('captured_outside');
});

test('an event about a capture is sent again while its payment cannot be read', async () => {
  standIn.refuse(cancels, refusals[500]!);
  const { released } = await voidOne();
  standIn.captureOutside(released.reference);
  standIn.spoil(/^GET .v1.payment_intents.pi/, 'server_error');
  expect(await stage.tell('payment_intent.succeeded', released.reference)).toBe(500);
  expect(await stage.tell('payment_intent.succeeded', released.reference)).toBe(200);
  expect(await stage.stateOf(released)).toBe('captured_outside');
  standIn.refuse(cancels, null);
});
