import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { placeBid } from '../../src/bids/place-bid.ts';
import { checkProviderEvents } from '../../src/checkup/check-records.ts';
import { paymentSurprises, providerEvents } from '../../src/metrics/metrics.ts';
import { readDueReversals } from '../../src/reversals/read-reversals.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { settleEnded } from '../../src/settlement/settle-due-auctions.ts';
import { makeCharge, makeEvent } from '../providers/stripe-objects.ts';
import { setStripeStage, type StripeStage } from '../providers/stripe-stage.ts';
import { bidRequest } from '../support/bid-request.ts';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { endAuction } from '../support/end-auction.ts';

const webhookSecret = 'whsec_test';
const shared = await setStripeStage();
afterAll(() => shared[Symbol.asyncDispose]());
/** The stand-in of Stripe, and the service that takes its events. */
let { standIn, service }: Pick<StripeStage, 'standIn' | 'service'> = shared;

async function challengedBid() {
  const seller = await service.seller({ mode: 'live' });
  const { auctionId } = await service.auction(seller, { ...ongoing });
  const facts = { bidderId: 'ann@example.com', cardToken: standIn.token('challenge_once') };
  const placed = await placeBid(service.deps, bidRequest(auctionId, facts));
  if (placed.outcome !== 'challenged' || placed.challenge.provider !== 'stripe') throw new Error(placed.outcome);
  const { rows } = await service.db.query<{ reference: string }>(
    'select provider_reference as reference from authorizations where auction_id = $1',
    [auctionId],
  );
  return { seller, auctionId, clientSecret: placed.challenge.secret, intent: standIn.intent(rows[0]!.reference) };
}

function send(event: object, secret = webhookSecret) {
  const body = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  return service.request('/provider-events/stripe', {
    method: 'POST',
    headers: { 'stripe-signature': signature, 'content-length': String(body.length) },
    body,
  });
}

test('an event completes the bid of a browser that never came back, once', async () => {
  const { seller, auctionId, clientSecret, intent } = await challengedBid();
  standIn.answerChallenge(clientSecret, 'pass');
  const event = makeEvent('payment_intent.amount_capturable_updated', intent);
  expect((await send(event)).status).toBe(200);
  expect((await send(event)).status).toBe(200);
  const { body } = await seller.get(`/v1/bids?auctionId=${auctionId}`);
  expect(body.bids).toMatchObject([{ bidderId: 'ann@example.com', bidValueInCents: 5_000 }]);
});

test('an event that tells of a hold before the bank has confirmed makes no bid', async () => {
  const { seller, auctionId, intent } = await challengedBid();
  expect((await send(makeEvent('payment_intent.amount_capturable_updated', intent))).status).toBe(200);
  expect((await seller.get(`/v1/bids?auctionId=${auctionId}`)).body.bids).toEqual([]);
});

describe('doctor', () => {
  // The marks of events are those of the whole service.
  let own: StripeStage;
  beforeEach(async () => ({ standIn, service } = own = await setStripeStage()));
  afterEach(async () => {
    await own[Symbol.asyncDispose]();
    ({ standIn, service } = shared);
  });

  const eventsInDoctor = async () => await checkProviderEvents(service.db, 'stripe');

  /** Money was held so long ago that an event of it should have come. */
  async function holdEarlier(): Promise<void> {
    await challengedBid();
    await service.db.query(
      `update authorizations set state = 'authorized', capture_before = clock_timestamp() + interval '7 days',
         created_at = created_at - interval '1 hour', authorized_at = clock_timestamp() - interval '1 hour'`,
    );
  }

  test.each([
    ['wrong_secret', 'signed with a secret that is not configured', { secret: 'whsec_other' }],
    ['too_old', 'signed more than 5 minutes before the clock', { secondsAgo: 3_600 }],
    ['unsigned', 'no signature of the provider', { header: 'nothing' }],
    ['malformed', 'not an event that this version reads', { event: { object: 'a surprise' } }],
  ])(
    'events that are refused as %s are counted, logged once with the reason, and named by doctor',
    async (reason, cause, sent: { secret?: string; secondsAgo?: number; header?: string; event?: object }) => {
      await holdEarlier();
      const counted = async () =>
        (await providerEvents.get()).values.find(({ labels }) => labels.result === reason)?.value ?? 0;
      const before = await counted();
      const warn = vi.spyOn(service.deps.log, 'warn');
      const payload = JSON.stringify(sent.event ?? makeEvent('payment_intent.canceled', {}));
      const timestamp = Math.floor(Date.now() / 1000) - (sent.secondsAgo ?? 0);
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        timestamp,
        secret: sent.secret ?? webhookSecret,
      });
      for (let times = 0; times < 5; times++) {
        const headers = { 'stripe-signature': sent.header ?? signature };
        const { status } = await service.request('/provider-events/stripe', { method: 'POST', headers, body: payload });
        expect(status).toBe(400);
      }
      expect((await counted()) - before).toBe(5);
      const warned = warn.mock.calls.filter(([facts]) => (facts as { reason?: string }).reason === reason);
      expect(warned).toHaveLength(1);
      expect(await eventsInDoctor()).toEqual([
        expect.objectContaining({ verdict: 'fault', found: expect.stringContaining(cause) as string }),
      ]);
      // An event that is taken ends it, whatever strangers sent before.
      await send(makeEvent('payment_intent.canceled', { id: 'pi_1', metadata: {} }));
      expect(await eventsInDoctor()).toMatchObject([{ verdict: 'fine' }]);
    },
  );

  test('doctor notices that no event arrives at all, once money is held, and what strangers send is no fault before', async () => {
    expect(await eventsInDoctor()).toMatchObject([{ verdict: 'fine', found: 'None was ever taken.' }]);
    await send(makeEvent('payment_intent.canceled', {}), 'whsec_other');
    expect(await eventsInDoctor()).toMatchObject([{ verdict: 'notice' }]);
    await service.db.query('delete from provider_event_marks');
    await holdEarlier();
    expect(await eventsInDoctor()).toMatchObject([
      { verdict: 'fault', found: expect.stringContaining('no event arrives') as string },
    ]);
  });
});

test('an event without a valid signature is refused and has no effect', async () => {
  const { seller, auctionId, clientSecret, intent } = await challengedBid();
  standIn.answerChallenge(clientSecret, 'pass');
  const forged = await send(makeEvent('payment_intent.amount_capturable_updated', intent), 'whsec_other');
  expect(forged.status).toBe(400);
  expect((await seller.get(`/v1/bids?auctionId=${auctionId}`)).body.bids).toEqual([]);
});

test('an event of a payment that is not ours is taken and ignored', async () => {
  const { intent } = await challengedBid();
  const other = { ...intent, metadata: { authorization_id: randomUUID() } };
  expect((await send(makeEvent('payment_intent.amount_capturable_updated', other))).status).toBe(200);
});

test('a service without Stripe has no address for its events', async () => {
  const unconfigured = await sharedService();
  const answer = await unconfigured.request('/provider-events/stripe', { method: 'POST', body: '{}' });
  expect(answer.status).toBe(404);
});

/** A live bid whose money is held, in the books and at Stripe. */
async function heldBid() {
  const { seller, auctionId, clientSecret, intent } = await challengedBid();
  standIn.answerChallenge(clientSecret, 'pass');
  await send(makeEvent('payment_intent.amount_capturable_updated', intent));
  return { seller, auctionId, intent };
}

async function stateOf(intentId: string): Promise<string> {
  const { rows } = await service.db.query<{ state: string }>(
    'select state from authorizations where provider_reference = $1',
    [intentId],
  );
  return rows[0]!.state;
}

const surprises = async (change: string) => {
  const { values } = await paymentSurprises.get();
  return values.find(({ labels }) => labels.change === change)?.value ?? 0;
};

test.each(['charge.expired', 'payment_intent.canceled'])('%s ends the hold of a bid in the books', async (type) => {
  const { intent } = await heldBid();
  expect(await stateOf(intent.id)).toBe('authorized');
  const before = await surprises('expired');
  standIn.lapse(intent.id);
  const object =
    type === 'charge.expired' ? makeCharge({ payment_intent: intent.id, metadata: intent.metadata }, null) : intent;
  expect((await send(makeEvent(type, object))).status).toBe(200);
  expect((await send(makeEvent(type, object))).status).toBe(200);
  expect(await stateOf(intent.id)).toBe('expired');
  expect(await surprises('expired')).toBe(before + 1);
});

test('an old event that speaks of an end while the money is held changes nothing', async () => {
  const { intent } = await heldBid();
  for (const type of [
    'payment_intent.canceled',
    'payment_intent.payment_failed',
    'payment_intent.amount_capturable_updated',
  ]) {
    expect((await send(makeEvent(type, intent))).status).toBe(200);
  }
  expect(await stateOf(intent.id)).toBe('authorized');
});

test('a capture at the dashboard is recorded, and reported once', async () => {
  const { intent } = await heldBid();
  const before = await surprises('captured');
  standIn.captureOutside(intent.id);
  expect((await send(makeEvent('payment_intent.succeeded', intent))).status).toBe(200);
  expect((await send(makeEvent('payment_intent.succeeded', intent))).status).toBe(200);
  expect(await stateOf(intent.id)).toBe('captured_outside');
  expect(await surprises('captured')).toBe(before + 1);
});

test('a capture of less than the hold at the dashboard is booked as received, and wins with it', async () => {
  const { intent, auctionId, seller } = await heldBid();
  standIn.captureOutside(intent.id, 4_000);
  expect((await send(makeEvent('payment_intent.succeeded', intent))).status).toBe(200);
  await endAuction(service.db, auctionId);
  await settleEnded(service.deps, auctionId);
  expect(await stateOf(intent.id)).toBe('captured');
  const { body } = await seller.graphql(
    `{ auction(auctionId: "${auctionId}") { payment { capturedInCents }
      ledger { entries { kind amountInCents reason } balance { heldInCents keptInCents } } } }`,
  );
  expect(body.data.auction).toEqual({
    payment: { capturedInCents: 4_000 },
    ledger: {
      entries: [
        { kind: 'authorized', amountInCents: 5_000, reason: null },
        { kind: 'captured', amountInCents: 4_000, reason: null },
        { kind: 'released', amountInCents: 1_000, reason: 'captured_in_part' },
      ],
      balance: { heldInCents: 0, keptInCents: 4_000 },
    },
  });
});

test('money held for a payment that the books have closed is released', async () => {
  const { clientSecret, intent } = await challengedBid();
  standIn.answerChallenge(clientSecret, 'fail');
  await send(makeEvent('payment_intent.payment_failed', intent));
  expect(['failed', 'released']).toContain(await stateOf(intent.id));
  // A browser that still has the client secret pays after all.
  standIn.holdOutside(intent.id);
  const before = await surprises('held');
  expect((await send(makeEvent('payment_intent.amount_capturable_updated', intent))).status).toBe(200);
  expect(standIn.intent(intent.id).status).toBe('canceled');
  expect(await stateOf(intent.id)).toBe('released');
  expect(await surprises('held')).toBe(before + 1);
  // The same event once more finds nothing to do.
  expect((await send(makeEvent('payment_intent.amount_capturable_updated', intent))).status).toBe(200);
  expect(await surprises('held')).toBe(before + 1);
});

test('an event whose payment cannot be read is sent again', async () => {
  const { intent } = await heldBid();
  standIn.lapse(intent.id);
  standIn.spoil(/^GET/, 'server_error');
  expect((await send(makeEvent('payment_intent.canceled', intent))).status).toBe(503);
  expect((await send(makeEvent('payment_intent.canceled', intent))).status).toBe(200);
  expect(await stateOf(intent.id)).toBe('expired');
});

test('a body without Content-Length is read up to the limit', async () => {
  const { seller, auctionId, clientSecret, intent } = await challengedBid();
  standIn.answerChallenge(clientSecret, 'pass');
  const body = JSON.stringify(makeEvent('payment_intent.amount_capturable_updated', intent));
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret });
  const streamed = (text: string) =>
    service.request('/provider-events/stripe', {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body: new Blob([text]).stream(),
      duplex: 'half',
    } as RequestInit);
  expect((await streamed('x'.repeat(256 * 1024 + 1))).status).toBe(413);
  expect((await streamed(body)).status).toBe(200);
  expect((await seller.get(`/v1/bids?auctionId=${auctionId}`)).body.bids).toHaveLength(1);
});

test('a signed body that is no UTF-8, or an event whose metadata name no id of ours, is no error of the service', async () => {
  const latin = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: latin.toString('latin1'),
    secret: webhookSecret,
  });
  const answer = await service.request('/provider-events/stripe', {
    method: 'POST',
    headers: { 'stripe-signature': signature },
    body: latin,
  });
  expect(answer.status).toBe(400);
  const odd = { id: 'pi_1', metadata: { authorization_id: "'; select 1" } };
  expect((await send(makeEvent('payment_intent.succeeded', odd))).status).toBe(200);
});

/** A live bid that won: captured in the books and at Stripe. */
async function soldBid() {
  const held = await heldBid();
  await endAuction(service.db, held.auctionId);
  await settleAuction(service.deps, held.auctionId);
  expect(await stateOf(held.intent.id)).toBe('captured');
  const payment = async () => {
    const { body } = await held.seller.graphql(
      `{ auction(auctionId: "${held.auctionId}") { payment { refundedInCents disputedInCents netInCents reversals { kind state } } } }`,
    );
    return body.data.auction.payment;
  };
  return { ...held, payment };
}

test('refunds at the dashboard are recorded, whatever the order of their events', async () => {
  const { intent, payment } = await soldBid();
  const refund = standIn.refundOutside(intent.id, 1_500, 'pending');
  expect((await send(makeEvent('refund.created', refund))).status).toBe(200);
  expect(await payment()).toMatchObject({
    refundedInCents: 1_500,
    netInCents: 3_500,
    reversals: [{ state: 'pending' }],
  });
  standIn.refundOutside(intent.id, 3_500);
  const charge = makeCharge({ payment_intent: intent.id, metadata: {} }, null);
  expect((await send(makeEvent('charge.refunded', charge))).status).toBe(200);
  expect((await send(makeEvent('refund.created', refund))).status).toBe(200);
  expect(await payment()).toMatchObject({ refundedInCents: 5_000, netInCents: 0 });
});

test('a dispute is recorded when it is opened, and when it is won', async () => {
  const { intent, payment } = await soldBid();
  const opened = standIn.dispute(intent.id, 'needs_response');
  expect((await send(makeEvent('charge.dispute.created', opened))).status).toBe(200);
  expect(await payment()).toMatchObject({ disputedInCents: 5_000, netInCents: 0, reversals: [{ state: 'open' }] });
  const won = standIn.dispute(intent.id, 'won', opened.id);
  expect((await send(makeEvent('charge.dispute.closed', won))).status).toBe(200);
  expect((await send(makeEvent('charge.dispute.created', opened))).status).toBe(200);
  expect(await payment()).toMatchObject({ disputedInCents: 0, netInCents: 5_000, reversals: [{ state: 'won' }] });
});

test('an inquiry and a warning of fraud are recorded and take no money', async () => {
  const { intent, payment } = await soldBid();
  const inquiry = standIn.dispute(intent.id, 'warning_needs_response');
  expect((await send(makeEvent('charge.dispute.created', inquiry))).status).toBe(200);
  const warning = standIn.warnOfFraud(intent.id);
  for (const change of ['created', 'updated', 'created']) {
    expect((await send(makeEvent(`radar.early_fraud_warning.${change}`, warning))).status).toBe(200);
  }
  const { reversals, ...totals } = await payment();
  expect(totals).toEqual({ refundedInCents: 0, disputedInCents: 0, netInCents: 5_000 });
  expect(reversals.map(({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`).sort()).toEqual([
    'dispute inquiry',
    'fraud_warning reported',
  ]);
});

test('a warning of fraud of which only the update arrives is recorded, too', async () => {
  const { intent, payment } = await soldBid();
  const warning = standIn.warnOfFraud(intent.id);
  expect((await send(makeEvent('radar.early_fraud_warning.updated', warning))).status).toBe(200);
  expect((await payment()).reversals).toEqual([{ kind: 'fraud_warning', state: 'reported' }]);
});

test('the end of a hold that Stripe calls a refund changes nothing', async () => {
  const { intent } = await heldBid();
  const charge = makeCharge({ payment_intent: intent.id, metadata: intent.metadata }, null);
  expect((await send(makeEvent('charge.refunded', charge))).status).toBe(200);
  expect(await stateOf(intent.id)).toBe('authorized');
  const { rowCount } = await service.db.query(
    'select from reversals join authorizations a using (authorization_id) where a.provider_reference = $1',
    [intent.id],
  );
  expect(rowCount).toBe(0);
});

/** What a worker does a minute later. */
async function readLater(intentId: string): Promise<void> {
  await service.db.query(
    'update authorizations set reversals_due_at = clock_timestamp() where provider_reference = $1 returning pg_sleep(0.001)',
    [intentId],
  );
  await readDueReversals(service.deps);
}

test('reversals that cannot be read when their event arrives are read later', async () => {
  const { intent, payment } = await soldBid();
  const refund = standIn.refundOutside(intent.id, 1_500);
  standIn.spoil(/refunds/, 'server_error');
  expect((await send(makeEvent('refund.created', refund))).status).toBe(200);
  expect(await payment()).toMatchObject({ refundedInCents: 0 });
  await readDueReversals(service.deps);
  expect(await payment()).toMatchObject({ refundedInCents: 0 });
  await readLater(intent.id);
  expect(await payment()).toMatchObject({ refundedInCents: 1_500 });
});

test.each(['refund.created', 'charge.dispute.created'])(
  '%s that arrives while the capture is under way is taken, and recorded once the capture is',
  async (type) => {
    const { auctionId, intent, seller } = await heldBid();
    await endAuction(service.db, auctionId);
    standIn.spoil(/capture/, 'answer_lost');
    standIn.spoil(/^GET .*payment_intents/, 'server_error');
    await settleAuction(service.deps, auctionId);
    expect(await stateOf(intent.id)).toBe('capturing');
    const reversal =
      type === 'refund.created'
        ? standIn.refundOutside(intent.id, 1_500)
        : standIn.dispute(intent.id, 'needs_response');
    expect((await send(makeEvent(type, reversal))).status).toBe(200);
    expect(await stateOf(intent.id)).toBe('capturing');

    await service.db.query(
      'update authorizations set next_attempt_at = clock_timestamp() where auction_id = $1 returning pg_sleep(0.001)',
      [auctionId],
    );
    await finishAuthorizations(service.deps, seller.sellerId);
    expect(await stateOf(intent.id)).toBe('captured');
    await readDueReversals(service.deps);
    const { body } = await seller.graphql(
      `{ auction(auctionId: "${auctionId}") { payment { refundedInCents disputedInCents } } }`,
    );
    const { refundedInCents, disputedInCents } = body.data.auction.payment;
    expect([refundedInCents, disputedInCents]).toEqual(type === 'refund.created' ? [1_500, 0] : [0, 5_000]);
  },
);
