import { afterEach, beforeEach, expect, test } from 'vitest';
import { atCrashPoints, type CrashPoint } from '../../../src/core/crash-point.ts';
import type { Authorization } from '../../../src/payments/holds/authorization.ts';
import { claim } from '../../../src/payments/holds/claim.ts';
import { claimKeptCards, deleteKeptCard } from '../../../src/payments/holds/delete-kept-card.ts';
import { recordKeptCard } from '../../../src/payments/holds/kept-card.ts';
import { moveAuthorization } from '../../../src/payments/holds/move-authorization.ts';
import { releaseAuthorization } from '../../../src/payments/holds/release-authorization.ts';
import { renewAuthorization } from '../../../src/payments/holds/renew-authorization.ts';
import { requestCapture } from '../../../src/payments/holds/request-capture.ts';
import { gatewayOfStandIn } from '../stripe-gateway.ts';
import { type PaymentStage, setPaymentStage } from '../../holds/payment-stage.ts';
import { type StripeStandIn, startStripeStandIn } from '../stripe-stand-in.ts';
import { recordCapture } from '../../holds/record-capture.ts';

// Where an auction can outlive a hold, Stripe keeps the card until the last hold of the bid has closed.

let standIn: StripeStandIn;
let stage: PaymentStage;

beforeEach(async () => {
  standIn = await startStripeStandIn();
  stage = await setPaymentStage(gatewayOfStandIn(standIn));
  await stage.deps.db.query(
    `update auctions set bidding_period_ends_at = bidding_period_starts_at + interval '5 days'`,
  );
});
afterEach(async () => {
  atCrashPoints(() => undefined);
  await stage[Symbol.asyncDispose]();
  await standIn[Symbol.asyncDispose]();
});

const routes = () => standIn.requests.splice(0).map(({ route }) => route.replace(/(pi|cus)_\w+/, 'ID'));

/** A worker's pass, `seconds` later: by default so much that what is due now is due, as its instant is rounded to milliseconds. */
async function pass(seconds = 0.001): Promise<void> {
  await stage.deps.db.query('update kept_cards set next_attempt_at = next_attempt_at - make_interval(secs => $1)', [
    seconds,
  ]);
  for (const claimed of await claimKeptCards(stage.deps.db.pool, 10)) await deleteKeptCard(stage.deps, claimed);
}

async function capture({ authorizationId }: Authorization): Promise<void> {
  const { pool } = stage.deps.db;
  await moveAuthorization(pool, authorizationId, 'beginCapture');
  const claimed = (await claim(pool, authorizationId, ['capturing']))!;
  await recordCapture(pool, claimed, await requestCapture(stage.deps, claimed));
}

async function release({ authorizationId }: Authorization): Promise<void> {
  await moveAuthorization(stage.deps.db.pool, authorizationId, 'beginReplacement');
  await releaseAuthorization(stage.deps, authorizationId);
}

const isDeleted = async () => {
  const { rows } = await stage.deps.db.query<{ is: boolean }>(
    'select deleted_at is not null and next_attempt_at is null as is from kept_cards',
  );
  return rows.map((row) => row.is);
};

test('a winning bid whose hold was renewed takes three calls, and one to release the old hold; the card takes two', async () => {
  const old = await stage.bid();
  expect(routes()).toEqual(['POST /v1/customers', 'POST /v1/payment_intents']);
  expect((await renewAuthorization(stage.deps, old))?.outcome).toBe('authorized');
  expect(routes()).toEqual(['POST /v1/payment_intents', 'POST /v1/payment_intents/ID/cancel']);
  await pass();
  await capture((await stage.findBacking(old.bidId!))!);
  expect(routes()).toEqual(['POST /v1/payment_intents/ID/capture']);
  await pass();
  expect(routes()).toEqual(['DELETE /v1/customers/ID']);
  expect(standIn.customers()).toEqual([]);
  expect(await isDeleted()).toEqual([true]);
  await pass(100_000);
  expect(routes()).toEqual([]);
});

test('a card stays as long as a hold of its bid is open, and each hold can be renewed with it', async () => {
  const first = await stage.bid();
  await renewAuthorization(stage.deps, first);
  await pass(100_000);
  const second = (await stage.findBacking(first.bidId!))!;
  await renewAuthorization(stage.deps, second);
  await pass(100_000);
  expect(standIn.customers()).toHaveLength(1);
  const third = (await stage.findBacking(first.bidId!))!;
  expect(third.replacesAuthorizationId).toBe(second.authorizationId);
  await release(third);
  await pass();
  expect(standIn.customers()).toEqual([]);
});

test('a renewal whose answer comes once more, late, has one card, which is deleted once more', async () => {
  const old = await stage.bid();
  await renewAuthorization(stage.deps, old);
  const renewal = (await stage.findBacking(old.bidId!))!;
  await capture(renewal);
  await pass();
  expect(await isDeleted()).toEqual([true]);
  await stage.deps.db.query(recordKeptCard(renewal, { customer: 'cus_late', card: null }));
  expect(await isDeleted()).toEqual([false]);
  await pass();
  expect(await isDeleted()).toEqual([true]);
});

test('a card that was declined is deleted with its customer', async () => {
  await stage.ask(await stage.intend(), 'insufficient_funds');
  expect(standIn.customers()).toHaveLength(1);
  await pass();
  expect(standIn.customers()).toEqual([]);
});

test('a short auction keeps no card', async () => {
  await stage.deps.db.query(`update auctions set bidding_period_ends_at = bidding_period_starts_at + interval '1 day'`);
  await release(await stage.hold());
  await pass(100_000);
  expect(routes()).toEqual(['POST /v1/payment_intents', 'POST /v1/payment_intents/ID/cancel']);
});

test('a hold that lapses while its renewal is under way keeps the card for the renewal', async () => {
  const old = await stage.bid();
  atCrashPoints((point) => {
    if (point === 'renew: provider answered') throw new Error('died');
  });
  await expect(renewAuthorization(stage.deps, old)).rejects.toThrow('died');
  await moveAuthorization(stage.deps.db.pool, old.authorizationId, 'expire');
  await pass(100_000);
  expect(standIn.customers()).toHaveLength(1);
});

test('a customer whose answer was lost is found by the e-mail address, a minute after the bid was given up', async () => {
  standIn.spoil(/payment_intents$/, 'server_error');
  await stage.ask(await stage.intend());
  // As if the process had died before it recorded the customer.
  await stage.deps.db.query('update kept_cards set customer_reference = null');
  const { rows } = await stage.deps.db.query<{ id: string }>('select authorization_id as id from authorizations');
  await moveAuthorization(stage.deps.db.pool, rows[0]!.id, 'release');
  await pass();
  expect(standIn.customers()).toHaveLength(1);
  await pass(60);
  expect(standIn.customers()).toEqual([]);
  expect(await isDeleted()).toEqual([true]);
});

test.each<CrashPoint>(['card: deleted'])(
  'a process that dies at "%s" leaves a card that a worker deletes',
  async (at) => {
    await release(await stage.hold());
    atCrashPoints((point) => {
      if (point === at) throw new Error('died');
    });
    await expect(pass()).rejects.toThrow('died');
    atCrashPoints(() => undefined);
    await pass();
    expect(await isDeleted()).toEqual([false]);
    await pass(120);
    expect(await isDeleted()).toEqual([true]);
    expect(standIn.customers()).toEqual([]);
  },
);

test('a deletion without a clear answer is tried again', async () => {
  await release(await stage.hold());
  standIn.spoil(/^DELETE/, 'server_error');
  await pass();
  expect(await isDeleted()).toEqual([false]);
  await pass(120);
  expect(await isDeleted()).toEqual([true]);
});

test('a customer that is heard of after its card was deleted is deleted, too', async () => {
  const { authorizationId } = await stage.hold();
  await stage.deps.db.query('update kept_cards set deleted_at = clock_timestamp(), next_attempt_at = null');
  const renewed = await renewAuthorization(stage.deps, await stage.backBid(await stage.find(authorizationId)));
  expect(renewed?.outcome).toBe('authorized');
  await release((await stage.findBacking((await stage.find(authorizationId)).bidId!))!);
  await pass(120);
  expect(standIn.customers()).toEqual([]);
});
