import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeBid } from '../../../src/auctions/bids/place-bid.ts';
import { bidRequest } from '../../support/bid-request.ts';
import { ongoing } from '../../support/insert-auction.ts';
import type { StandInRefusal } from '../stripe-stand-in.ts';
import { setStripeStage, type StripeStage } from '../stripe-stage.ts';

// Stripe refuses for an account or a key, by a code or by its message alone: the card says nothing, and nobody else pays.

let stage: StripeStage;
beforeEach(async () => (stage = await setStripeStage()));
afterEach(() => stage[Symbol.asyncDispose]());

/** An hour has passed since the last request. */
async function anHourLater(): Promise<void> {
  await stage.hurry();
  await stage.work();
}

const effects = () => stage.standIn.all().map((payment) => payment.effects);

const invalid = (error: object): StandInRefusal => ({
  status: 400,
  error: { type: 'invalid_request_error', message: 'Refused.', ...error },
});

test.each<[string, StandInRefusal, string]>([
  ['the account is not connected', invalid({ code: 'account_invalid' }), 'seller_cannot_be_paid'],
  [
    'the account lacks a capability',
    invalid({ code: 'insufficient_capabilities_for_transfer' }),
    'seller_cannot_be_paid',
  ],
  [
    'a message alone',
    invalid({ message: 'Your account cannot currently make live charges.' }),
    'seller_cannot_be_paid',
  ],
  [
    'a message alone, as if it was about the card',
    { status: 402, error: { type: 'card_error', message: 'Your account cannot currently make live charges.' } },
    'seller_cannot_be_paid',
  ],
  [
    'the key was revoked',
    { status: 401, error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } },
    'operator_cannot_charge',
  ],
  [
    'the key lacks the right',
    {
      status: 403,
      error: { type: 'invalid_request_error', message: 'The provided key does not have the permissions.' },
    },
    'operator_cannot_charge',
  ],
])(
  '%s at the end: the highest hold stays, bids are refused truthfully, and an hour later it is sold to the highest',
  async (_, refusal, code) => {
    const { standIn, service } = stage;
    await stage.bid(5_000);
    const highest = await stage.bid(6_000);
    const other = await service.auction(stage.seller, ongoing);
    standIn.refuse(/^POST \/v1\/payment_intents(?:$|\/\w+\/capture$)/, refusal);
    await stage.end();
    await stage.work();
    expect(await stage.states()).toEqual(['capturing', 'authorized']);
    expect(effects()).toEqual([['held'], ['held']]);
    const { failureCode } = await service.db.prisma.authorization.findFirstOrThrow({ where: { state: 'capturing' } });
    expect(failureCode).toBe(code);

    const elsewhere = bidRequest(other.auctionId, { valueInCents: 7_000, cardToken: standIn.token('visa') });
    expect(await placeBid(service.deps, elsewhere)).toMatchObject({ outcome: 'refused', code });
    expect(standIn.all()).toHaveLength(2);
    expect(await service.db.prisma.authorization.count({ where: { state: 'failed', valueInCents: 7_000 } })).toBe(1);

    standIn.refuse(/^POST \/v1\/payment_intents(?:$|\/\w+\/capture$)/, null);
    await anHourLater();
    expect(await stage.winners()).toEqual([highest.bidId]);
    expect(effects()).toEqual([
      ['held', 'released'],
      ['held', 'captured'],
    ]);
  },
);

test('a key that is revoked while a bidder confirms with the bank says nothing about the hold', async () => {
  const { standIn } = stage;
  expect((await stage.tryToBid(6_000, 'challenge_once')).outcome).toBe('challenged');
  standIn.answerChallenge(standIn.all()[0]!.object.client_secret!, 'pass');
  standIn.refuse(/payment_intents/, {
    status: 401,
    error: { type: 'invalid_request_error', message: 'Invalid API Key.' },
  });
  await anHourLater();
  expect(await stage.states()).toEqual(['challenged']);
  standIn.refuse(/payment_intents/, null);
  await anHourLater();
  expect((await stage.seller.get(`/v1/bids?auctionId=${stage.auctionId}`)).body.bids).toHaveLength(1);
});

test('a refused key after a lost answer is no proof that nothing is held: the hold is found and released', async () => {
  const { standIn } = stage;
  standIn.spoil(/^POST \/v1\/payment_intents$/, 'answer_lost');
  standIn.delay(/^POST \/v1\/payment_intents$/, 500);
  const placed = stage.tryToBid(6_000);
  await expect.poll(() => standIn.all().length, { interval: 5 }).toBe(1);
  standIn.refuse(/payment_intents/, {
    status: 401,
    error: { type: 'invalid_request_error', message: 'Invalid API Key.' },
  });
  expect(await placed).toMatchObject({ outcome: 'refused', code: 'provider_unavailable' });
  await anHourLater();
  expect(await stage.states()).toEqual(['releasing']);
  standIn.refuse(/payment_intents/, null);
  await anHourLater();
  expect([await stage.states(), effects()]).toEqual([['released'], [['held', 'released']]]);
});

test('the bids that an outage refused are one row for operators, with their count, and do not hide what matters', async () => {
  const { standIn, service, admin, auctionId } = stage;
  standIn.refuse(/payment_intents/, { status: 500, error: { type: 'api_error', message: 'An error occurred.' } });
  for (const value of [5_000, 6_000, 7_000]) expect((await stage.tryToBid(value)).outcome).toBe('refused');
  // About a quarter of an hour later.
  await service.db.query(
    `update authorizations set tries_in_state = 30, created_at = created_at - value_in_cents * interval '1 s'`,
  );
  const attention = async () => {
    const { body } = await admin.graphql(
      '{ settlementsNeedingAttention { nodes { kind count valueInCents auctionId why } } }',
    );
    return body.data.settlementsNeedingAttention.nodes;
  };
  expect(await attention()).toEqual([
    {
      kind: 'BIDS_REFUSED',
      count: 3,
      valueInCents: 7_000,
      auctionId,
      why: expect.stringContaining('no answer to 3 bids') as string,
    },
  ]);
  standIn.refuse(/payment_intents/, null);
  await service.db.query(`update authorizations set moved_at = moved_at - interval '3 hours'`);
  await anHourLater();
  expect([await stage.states(), await attention()]).toEqual([['released', 'released', 'released'], []]);
});
