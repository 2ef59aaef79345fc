import { afterAll, beforeEach, expect, test } from 'vitest';
import { readDueReversals } from '../../src/settlement/reversals/read-reversals.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { makeCharge } from '../providers/stripe-objects.ts';
import { type HeldBid, nextStripeStage, setStripeStage, type StripeStage } from '../providers/stripe-stage.ts';

// What is done with a captured payment at Stripe's dashboard, or by a bank, and Stripe tells.

const shared = await setStripeStage();
afterAll(() => shared[Symbol.asyncDispose]());
const { standIn, service } = shared;
let stage: StripeStage;
let bid: HeldBid;
beforeEach(async () => {
  stage = await nextStripeStage(shared);
  bid = await stage.bid(5_000);
});

/** The bid wins: it is captured in the books and at Stripe. */
async function sell(): Promise<string> {
  await stage.end();
  await stage.work();
  expect(await stage.stateOf(bid)).toBe('captured');
  return bid.intentId;
}

async function payment() {
  const { body } = await stage.seller.graphql(
    `{ auction(auctionId: "${stage.auctionId}") { payment { refundedInCents disputedInCents netInCents reversals { kind state } } } }`,
  );
  return body.data.auction.payment;
}

test('refunds at the dashboard are recorded, whatever the order of their events', async () => {
  const intentId = await sell();
  const refund = standIn.refundOutside(intentId, 1_500, 'pending');
  expect(await stage.tell('refund.created', refund)).toBe(200);
  expect(await payment()).toMatchObject({
    refundedInCents: 1_500,
    netInCents: 3_500,
    reversals: [{ state: 'PENDING' }],
  });
  standIn.refundOutside(intentId, 3_500);
  const charge = makeCharge({ payment_intent: intentId, metadata: {} }, null);
  expect(await stage.tell('charge.refunded', charge)).toBe(200);
  expect(await stage.tell('refund.created', refund)).toBe(200);
  expect(await payment()).toMatchObject({ refundedInCents: 5_000, netInCents: 0 });
});

test('a dispute is recorded when it is opened, and when it is won', async () => {
  const intentId = await sell();
  const opened = standIn.dispute(intentId, 'needs_response');
  expect(await stage.tell('charge.dispute.created', opened)).toBe(200);
  expect(await payment()).toMatchObject({ disputedInCents: 5_000, netInCents: 0, reversals: [{ state: 'OPEN' }] });
  const won = standIn.dispute(intentId, 'won', opened.id);
  expect(await stage.tell('charge.dispute.closed', won)).toBe(200);
  expect(await stage.tell('charge.dispute.created', opened)).toBe(200);
  expect(await payment()).toMatchObject({ disputedInCents: 0, netInCents: 5_000, reversals: [{ state: 'WON' }] });
});

test('an inquiry and a warning of fraud are recorded and take no money', async () => {
  const intentId = await sell();
  const inquiry = standIn.dispute(intentId, 'warning_needs_response');
  expect(await stage.tell('charge.dispute.created', inquiry)).toBe(200);
  const warning = standIn.warnOfFraud(intentId);
  for (const change of ['created', 'updated', 'created']) {
    expect(await stage.tell(`radar.early_fraud_warning.${change}`, warning)).toBe(200);
  }
  const { reversals, ...totals } = await payment();
  expect(totals).toEqual({ refundedInCents: 0, disputedInCents: 0, netInCents: 5_000 });
  expect(reversals.map(({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`).sort()).toEqual([
    'DISPUTE INQUIRY',
    'FRAUD_WARNING REPORTED',
  ]);
});

test('a warning of fraud of which only the update arrives is recorded, too', async () => {
  const intentId = await sell();
  const warning = standIn.warnOfFraud(intentId);
  expect(await stage.tell('radar.early_fraud_warning.updated', warning)).toBe(200);
  expect((await payment()).reversals).toEqual([{ kind: 'FRAUD_WARNING', state: 'REPORTED' }]);
});

test('the end of a hold that Stripe calls a refund changes nothing', async () => {
  const { metadata } = standIn.intent(bid.intentId);
  const charge = makeCharge({ payment_intent: bid.intentId, metadata }, null);
  expect(await stage.tell('charge.refunded', charge)).toBe(200);
  expect(await stage.stateOf(bid)).toBe('authorized');
  const { rowCount } = await service.db.query('select from reversals where authorization_id = $1', [
    bid.authorizationId,
  ]);
  expect(rowCount).toBe(0);
});

/** What a worker does a minute later. */
async function readLater(): Promise<void> {
  await service.db.query(
    'update authorizations set reversals_due_at = clock_timestamp() where authorization_id = $1 returning pg_sleep(0.001)',
    [bid.authorizationId],
  );
  await readDueReversals(service.deps);
}

test('reversals that cannot be read when their event arrives are read later', async () => {
  const intentId = await sell();
  const refund = standIn.refundOutside(intentId, 1_500);
  standIn.spoil(/refunds/, 'server_error');
  expect(await stage.tell('refund.created', refund)).toBe(200);
  expect(await payment()).toMatchObject({ refundedInCents: 0 });
  await readDueReversals(service.deps);
  expect(await payment()).toMatchObject({ refundedInCents: 0 });
  await readLater();
  expect(await payment()).toMatchObject({ refundedInCents: 1_500 });
});

test.each(['refund.created', 'charge.dispute.created'])(
  '%s that arrives while the capture is under way is taken, and recorded once the capture is',
  async (type) => {
    await stage.end();
    standIn.spoil(/capture/, 'answer_lost');
    standIn.spoil(/^GET .*payment_intents/, 'server_error');
    await settleAuction(service.deps, stage.auctionId);
    expect(await stage.stateOf(bid)).toBe('capturing');
    const reversal =
      type === 'refund.created'
        ? standIn.refundOutside(bid.intentId, 1_500)
        : standIn.dispute(bid.intentId, 'needs_response');
    expect(await stage.tell(type, reversal)).toBe(200);
    expect(await stage.stateOf(bid)).toBe('capturing');

    await stage.hurry();
    await stage.work();
    expect(await stage.stateOf(bid)).toBe('captured');
    const { refundedInCents, disputedInCents } = await payment();
    expect([refundedInCents, disputedInCents]).toEqual(type === 'refund.created' ? [1_500, 0] : [0, 5_000]);
  },
);
