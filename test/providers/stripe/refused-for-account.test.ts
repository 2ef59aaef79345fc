import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeBid } from '../../../src/bids/place-bid.ts';
import { readConfig } from '../../../src/config.ts';
import { makeGateways } from '../../../src/providers/providers.ts';
import { finishAuthorizations } from '../../../src/settlement/finish-authorizations.ts';
import { settleDueAuctions } from '../../../src/settlement/settle-due-auctions.ts';
import { bidRequest } from '../../support/bid-request.ts';
import { freshDatabase } from '../../support/database.ts';
import { endAuction } from '../../support/end-auction.ts';
import { ongoing } from '../../support/insert-auction.ts';
import type { Seller } from '../../support/seller.ts';
import { publicUrl, type Service, startService } from '../../support/service.ts';
import { withDatabase } from '../../support/settings.ts';
import { type StandInRefusal, startStripeStandIn, type StripeStandIn } from '../stripe-stand-in.ts';

// Stripe refuses for an account or a key, by a code or by its message alone: the card says nothing, and nobody else pays.

let standIn: StripeStandIn;
let service: Service;
let seller: Seller;
let auctionId: string;

beforeEach(async () => {
  standIn = await startStripeStandIn();
  const database = await freshDatabase();
  const { db, url } = database;
  const config = readConfig({
    ...withDatabase(url),
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'silent',
    STRIPE_SECRET_KEY: 'sk_test_x',
    PROVIDER_SANDBOX: 'true',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    STRIPE_API_BASE: standIn.url,
  });
  service = await startService({ config, gateways: makeGateways({ config, db }) }, database);
  seller = await service.seller({ mode: 'live' });
  ({ auctionId } = await service.auction(seller, ongoing));
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
  await standIn[Symbol.asyncDispose]();
});

async function bid(valueInCents: number) {
  return await placeBid(service.deps, bidRequest(auctionId, { valueInCents, cardToken: standIn.token('visa') }));
}

async function work(): Promise<void> {
  await finishAuthorizations(service.deps);
  await settleDueAuctions(service.deps);
  await finishAuthorizations(service.deps);
}

/** An hour has passed since the last request. */
async function anHourLater(): Promise<void> {
  await service.db.query(
    `update authorizations set next_attempt_at = clock_timestamp() where next_attempt_at is not null returning pg_sleep(0.001)`,
  );
  await work();
}

async function states(): Promise<string[]> {
  const { rows } = await service.db.query<{ state: string }>(
    'select state from authorizations order by value_in_cents desc',
  );
  return rows.map(({ state }) => state);
}

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
    expect((await bid(5_000)).outcome).toBe('placed');
    const highest = await bid(6_000);
    const other = await service.auction(seller, ongoing);
    standIn.refuse(/^POST \/v1\/payment_intents(?:$|\/\w+\/capture$)/, refusal);
    await endAuction(service.db, auctionId);
    await work();
    expect(await states()).toEqual(['capturing', 'authorized']);
    expect(standIn.all().map(({ effects }) => effects)).toEqual([['held'], ['held']]);
    const { failureCode } = await service.db.prisma.authorization.findFirstOrThrow({ where: { state: 'capturing' } });
    expect(failureCode).toBe(code);

    const ended = auctionId;
    auctionId = other.auctionId;
    expect(await bid(7_000)).toMatchObject({ outcome: 'refused', code });
    expect(standIn.all()).toHaveLength(2);
    expect((await states())[0]).toBe('failed');

    standIn.refuse(/^POST \/v1\/payment_intents(?:$|\/\w+\/capture$)/, null);
    await anHourLater();
    const { body } = await seller.get(`/v1/bids?auctionId=${ended}`);
    const winners = body.bids.filter(({ isWinningBid }: { isWinningBid: boolean }) => isWinningBid);
    expect(winners).toMatchObject([{ bidId: highest.outcome === 'placed' && highest.bidId }]);
    expect(standIn.all().map(({ effects }) => effects)).toEqual([
      ['held', 'released'],
      ['held', 'captured'],
    ]);
  },
);

test('a key that is revoked while a bidder confirms with the bank says nothing about the hold', async () => {
  const email = 'ann@example.com';
  const submissionToken = randomUUID();
  const cardToken = standIn.token('challenge_once');
  const bidder = { bidderId: email, email, submissionToken, cardToken, returnUrl: `${publicUrl}/return` };
  expect((await placeBid(service.deps, { auctionId, valueInCents: 6_000, ...bidder })).outcome).toBe('challenged');
  standIn.answerChallenge(standIn.all()[0]!.object.client_secret!, 'pass');
  standIn.refuse(/payment_intents/, {
    status: 401,
    error: { type: 'invalid_request_error', message: 'Invalid API Key.' },
  });
  await anHourLater();
  expect(await states()).toEqual(['challenged']);
  standIn.refuse(/payment_intents/, null);
  await anHourLater();
  expect((await seller.get(`/v1/bids?auctionId=${auctionId}`)).body.bids).toHaveLength(1);
});

test('a refused key after a lost answer is no proof that nothing is held: the hold is found and released', async () => {
  standIn.spoil(/^POST \/v1\/payment_intents$/, 'answer_lost');
  standIn.delay(/^POST \/v1\/payment_intents$/, 500);
  const placed = bid(6_000);
  await expect.poll(() => standIn.all().length, { interval: 5 }).toBe(1);
  standIn.refuse(/payment_intents/, {
    status: 401,
    error: { type: 'invalid_request_error', message: 'Invalid API Key.' },
  });
  expect(await placed).toMatchObject({ outcome: 'refused', code: 'provider_unavailable' });
  await anHourLater();
  expect(await states()).toEqual(['releasing']);
  standIn.refuse(/payment_intents/, null);
  await anHourLater();
  expect([await states(), standIn.all()[0]!.effects]).toEqual([['released'], ['held', 'released']]);
});

test('the bids that an outage refused are one row for operators, with their count, and do not hide what matters', async () => {
  const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
  standIn.refuse(/payment_intents/, { status: 500, error: { type: 'api_error', message: 'An error occurred.' } });
  for (const value of [5_000, 6_000, 7_000]) expect((await bid(value)).outcome).toBe('refused');
  // About a quarter of an hour later.
  await service.db.query(
    `update authorizations set tries_in_state = 30, created_at = created_at - value_in_cents * interval '1 s'`,
  );
  const attention = async () => {
    const { body } = await admin.graphql('{ settlementsNeedingAttention { kind count valueInCents auctionId why } }');
    return body.data.settlementsNeedingAttention;
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
  expect([await states(), await attention()]).toEqual([['released', 'released', 'released'], []]);
});
