import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { checkProviderEvents } from '../../src/operations/checkup/check-records.ts';
import { paymentSurprises, providerEvents } from '../../src/platform/metrics/metrics.ts';
import { makeCharge, makeEvent } from '../providers/stripe-objects.ts';
import { setStripeStage, type StripeStage } from '../providers/stripe-stage.ts';
import { bidRequest } from '../support/bid-request.ts';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';

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
