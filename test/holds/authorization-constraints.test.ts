import { afterAll, expect, test } from 'vitest';
import { setPaymentStage } from './payment-stage.ts';

// What the database refuses, whatever the code above it does.

const stage = await setPaymentStage();
afterAll(() => stage[Symbol.asyncDispose]());

/** Rewrites one column of an authorization, past every rule but the database's own. */
async function rewrite(authorizationId: string, change: string): Promise<void> {
  await stage.deps.db.query(`update authorizations set ${change} where authorization_id = $1`, [authorizationId]);
}

test.each([
  ['value_in_cents = 0', 'value_positive'],
  ["bidder_id = ''", 'bidder_id_length'],
  ["bidder_id = repeat('x', 201)", 'bidder_id_length'],
  ["email = 'a@'", 'email_length'],
  ["email = repeat('x', 321)", 'email_length'],
  ['submission_token = null', 'form_or_renewal'],
  ['submission_token = null, replaces_authorization_id = authorization_id', 'form_or_renewal'],
  ["state = 'challenged'", 'reference_before_money'],
  ["provider_reference = 'x', state = 'authorized'", 'held_until'],
  ['authorized_at = clock_timestamp()', 'held_until|reference_before_money'],
  ['capture_before = clock_timestamp()', 'held_until'],
  ["state = 'failed', failure_code = 'x', next_attempt_at = null", 'final_is_closed'],
  ["state = 'failed', failure_code = 'x', closed_at = clock_timestamp()", 'final_is_closed'],
  ['closed_at = clock_timestamp(), next_attempt_at = null', 'final_is_closed'],
  ["state = 'failed', closed_at = clock_timestamp(), next_attempt_at = null", 'failure_has_reason'],
  ['next_attempt_at = null', 'open_is_due'],
])('an intent cannot become: %s', async (change, constraint) => {
  const { authorizationId } = await stage.intend();
  await expect(rewrite(authorizationId, change)).rejects.toThrow(new RegExp(`authorizations_(${constraint})`));
});

test.each([
  ["state = 'capturing'", 'capture_backs_bid'],
  ['next_attempt_at = null', 'open_is_due'],
  ['provider_reference = null', 'reference_before_money'],
  ["payment_account = 'acct_1', application_fee_in_cents = value_in_cents + 1", 'fee_within_value'],
  ['application_fee_in_cents = 1', 'fee_of_account'],
  ['captured_in_cents = 1', 'captured_within_value'],
  ['captured_at = clock_timestamp(), captured_in_cents = value_in_cents + 1', 'captured_within_value'],
  ["state = 'captured_outside'", 'captured_outside_amount'],
])('money that backs no bid cannot become: %s', async (change, constraint) => {
  const { authorizationId } = await stage.hold();
  await expect(rewrite(authorizationId, change)).rejects.toThrow(`authorizations_${constraint}`);
});

test('a bid is backed by one authorization at a time', async () => {
  const { bidId } = await stage.bid();
  const { authorizationId } = await stage.hold();
  await expect(rewrite(authorizationId, `bid_id = '${bidId}'`)).rejects.toThrow('authorizations_one_backing');
});

test('an auction captures one authorization', async () => {
  const auctionId = await stage.anotherAuction();
  const [first, second] = [await stage.bid('visa', { auctionId }), await stage.bid('visa', { auctionId })];
  const capturing = "state = 'capturing', next_attempt_at = clock_timestamp()";
  await rewrite(first.authorizationId, capturing);
  await expect(rewrite(second.authorizationId, capturing)).rejects.toThrow('authorizations_one_capture');
});

test('two payments never share a reference', async () => {
  const { providerReference } = await stage.hold();
  const { authorizationId } = await stage.intend();
  await expect(rewrite(authorizationId, `provider_reference = '${providerReference}'`)).rejects.toThrow(
    'authorizations_of_payment',
  );
});

test.each([
  ['amount_in_cents = 0', 'amount_within_limits'],
  ['amount_in_cents = 100000000', 'amount_within_limits'],
  ["status = 'authorized'", 'held_until'],
  ["status = 'failed'", 'failure_has_reason'],
])('a simulated payment cannot become: %s', async (change, constraint) => {
  const { answer } = await stage.ask(await stage.intend(), 'challenge_once');
  expect(answer.outcome).toBe('challenged');
  await expect(
    stage.deps.db.query(`update simulated_payments set ${change} where status = 'challenged'`),
  ).rejects.toThrow(`simulated_payments_${constraint}`);
});
