import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectStripe } from '../../../src/payments/providers/stripe/connect-stripe.ts';
import { listStripePayments } from '../../../src/payments/providers/stripe/stripe-lists.ts';
import { startStripeStandIn, type StripeStandIn } from '../stripe-stand-in.ts';

let standIn: StripeStandIn;
beforeEach(async () => void (standIn = await startStripeStandIn()));
afterEach(() => standIn[Symbol.asyncDispose]());

const stripe = () =>
  connectStripe({ secretKey: 'sk_test_x', apiBase: standIn.url } as Parameters<typeof connectStripe>[0], {
    deadlineMs: 5_000,
  });

const open = (metadata: Record<string, string>) =>
  stripe().paymentIntents.create({ amount: 5_000, currency: 'usd', capture_method: 'manual', metadata });

const list = (since = new Date(0), after: string | null = null) =>
  listStripePayments(stripe(), { since, after, priority: 'release' }, (_, request) => request());

test('payments are listed over several pages, and those that are not ours are left out', async () => {
  await open({});
  const ids: string[] = [];
  for (let i = 0; i < 101; i += 1) {
    const { id } = await open({ authorization_id: `a${i}`, auction_id: 'x', seller_id: 's' });
    ids.push(id);
  }
  const answer = await list();
  if (answer.outcome !== 'listed') throw new Error(answer.reason);
  expect(answer.payments.map(({ reference }) => reference).sort()).toEqual(ids.sort());
  expect(answer.payments[0]).toEqual({
    reference: expect.stringMatching(/^pi_/),
    authorizationId: 'a100',
    auctionId: 'x',
    sellerId: 's',
    renews: null,
    amountInCents: 5_000,
    capturedInCents: expect.any(Number),
    state: 'opened',
    isReversed: false,
  });
  expect(answer.next).toBeNull();
  const rest = await list(new Date(0), answer.payments[99]!.reference);
  if (rest.outcome !== 'listed') throw new Error(rest.reason);
  expect(rest.payments).toEqual(answer.payments.slice(100));
});

test('a list that fails half-way is no list', async () => {
  await open({ authorization_id: 'a' });
  standIn.spoil(/GET \/v1\/payment_intents/, 'server_error');
  expect(await list()).toMatchObject({ outcome: 'unknown' });
});
