import { beforeEach, describe, expect, test } from 'vitest';
import { maxRefunds } from '../../src/settlement/reversals/request-refund.ts';
import { readReversals } from '../../src/settlement/reversals/read-reversals.ts';
import { askDueRefunds } from './ask-due-refunds.ts';
import { type SoldAuction, soldAuction } from '../books/sold-auction.ts';
import { restrictAccount } from '../providers/restrict-account.ts';
import { type Fault, makeFaultySimulated } from '../providers/faulty-simulated.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
let sold: SoldAuction;
beforeEach(async () => {
  sold = await soldAuction(service);
  await insertEndpoint(service.db, sold.seller);
});

const refundFields = 'id refundId amountInCents reason state failureCode dashboardUrl providerReference closedAt';

/** Asks for a refund as a client does. */
async function refund(
  amountInCents?: number,
  { by = sold.seller, key, of = sold.auction.auctionId }: { by?: Seller; key?: string; of?: string } = {},
) {
  const query = `mutation ($id: ID!, $amount: Cents) {
    refundPayment(input: { auctionId: $id, amountInCents: $amount, reason: REQUESTED_BY_CUSTOMER }) { refund { ${refundFields} } errors { code fault message path } } }`;
  const { body } = await by.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
    body: JSON.stringify({
      query,
      variables: { id: of, ...(amountInCents !== undefined && { amount: amountInCents }) },
    }),
  });
  return { refund: body.data?.refundPayment, error: body.errors?.[0]?.extensions };
}

async function payment() {
  const { body } = await sold.seller.graphql(
    `query ($id: ID!) { auction(auctionId: $id) {
       payment { refundedInCents netInCents refundableInCents refunds { id amountInCents state failureCode } reversals { id state amountInCents } }
       ledger { balance { refundedInCents keptInCents } } } }`,
    { id: sold.auction.auctionId },
  );
  return { ...body.data.auction.payment, balance: body.data.auction.ledger.balance };
}

/** The provider is asked, as a worker asks it, over a network with these faults of its calls for refunds. */
async function work(...faults: (Fault | null)[]): Promise<void> {
  const { deps } = service;
  const simulated = makeFaultySimulated(deps, {
    deadlineMs: 60_000,
    weather: (operation) => (operation === 'refund' ? (faults.shift() ?? null) : null),
    late: (execute) => void late.push(execute),
  });
  await askDueRefunds({ ...deps, gateways: { ...deps.gateways, simulated } });
}
const late: (() => Promise<void>)[] = [];

/** Nobody has to wait for the next attempt. */
const hurry = () =>
  service.db.query(
    `update refunds set next_attempt_at = clock_timestamp() - interval '1 ms' where next_attempt_at is not null`,
  );
const passAMinute = () => service.db.query(`update refunds set unclear_at = unclear_at - interval '61 seconds'`);

async function eventsOfRefunds() {
  const { rows } = await service.db.query<{ amount: number }>(
    `select (snapshot #>> '{payment,amountInCents}')::int as amount from webhook_events
     where auction_id = $1 and event_type = 'payment_refunded' order by event_id`,
    [sold.auction.auctionId],
  );
  return rows.map(({ amount }) => amount);
}

test('a part and then the rest are given back, with an event and a movement in the ledger each', async () => {
  const part = await refund(1_200);
  expect(part.refund).toMatchObject({ amountInCents: 1_200, reason: 'REQUESTED_BY_CUSTOMER', state: 'REQUESTED' });
  expect(await payment()).toMatchObject({ refundedInCents: 0, netInCents: 5_000, refundableInCents: 3_800 });
  expect((await payment()).refunds).toMatchObject([{ id: part.refund.id }]);
  await work();
  expect(await payment()).toMatchObject({
    refundedInCents: 1_200,
    refundableInCents: 3_800,
    refunds: [{ amountInCents: 1_200, state: 'MADE' }],
    reversals: [{ id: expect.any(String), amountInCents: 1_200, state: 'SUCCEEDED' }],
    balance: { refundedInCents: 1_200, keptInCents: 3_800 },
  });
  expect((await refund()).refund).toMatchObject({ amountInCents: 3_800 });
  await work();
  expect(await payment()).toMatchObject({ refundedInCents: 5_000, netInCents: 0, refundableInCents: 0 });
  expect(await eventsOfRefunds()).toEqual([1_200, 3_800]);
});

test('takes the last cent, and refuses one more with what is left', async () => {
  expect((await refund(5_001)).error).toMatchObject({
    code: 'invalid_request',
    errors: [
      { pointer: '/amountInCents', code: 'too_large', detail: 'Must be at most 5000: $50.00 can still be refunded.' },
    ],
  });
  expect((await refund(0)).error).toMatchObject({ code: 'invalid_request' });
  expect((await refund(4_999)).refund).toBeDefined();
  expect((await refund(2)).error).toMatchObject({ code: 'invalid_request' });
  expect((await refund(1)).refund).toBeDefined();
  expect((await refund(1)).error).toMatchObject({ code: 'nothing_to_refund' });
  expect((await refund()).error).toMatchObject({ code: 'nothing_to_refund' });
});

test('two tabs at once give back no more than was charged', async () => {
  const answers = await Promise.all([refund(3_000), refund(3_000), refund(3_000), refund(2_000)]);
  const asked = answers.flatMap(({ refund: made }) => (made == null ? [] : [made.amountInCents as number]));
  expect(asked.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(5_000);
  expect(asked.length).toBeGreaterThan(0);
  await work();
  expect((await payment()).refundedInCents).toBe(asked.reduce((sum, amount) => sum + amount, 0));
});

test('a sale has at most a hundred refunds, also counting those that were refused', async () => {
  await refund(1);
  await service.db.query(
    `insert into refunds (authorization_id, auction_id, amount_in_cents, reason, state, failure_code, closed_at, next_attempt_at)
     select authorization_id, auction_id, 1, reason, 'refused', 'not_permitted', clock_timestamp(), null
     from refunds, generate_series(1, $2::int) where auction_id = $1`,
    [sold.auction.auctionId, maxRefunds - 2],
  );
  const answers = await Promise.all([refund(1), refund(1), refund(1)]);
  expect(answers.filter(({ refund: made }) => made != null)).toHaveLength(1);
  for (const { error } of answers.filter(({ refund: made }) => made == null))
    expect(error).toMatchObject({ code: 'refund_limit' });
  expect((await payment()).refundableInCents).toBe(4_998);
});

test('a refund made at the dashboard meanwhile counts', async () => {
  await refund(3_000);
  await sold.change('refund', 4_000);
  await work();
  expect(await payment()).toMatchObject({
    refundedInCents: 4_000,
    refundableInCents: 1_000,
    refunds: [{ state: 'REFUSED', failureCode: 'NOTHING_LEFT' }],
  });
});

test('a repetition under the same key gives nothing back twice', async () => {
  const [first, again] = [await refund(1_000, { key: 'order-7' }), await refund(1_000, { key: 'order-7' })];
  expect(again.refund.refundId).toBe(first.refund.refundId);
  await work();
  expect((await payment()).refundedInCents).toBe(1_000);
});

test('needs a scope of its own, the seller’s own auction, and money that was captured', async () => {
  const weak = await service.seller({
    name: sold.seller.name,
    scopes: ['auctions:write', 'bids:read', 'payments:write'],
  });
  expect((await refund(1_000, { by: weak })).error).toMatchObject({ code: 'insufficient_scope' });
  expect((await refund(1_000, { by: await service.seller() })).error).toMatchObject({ code: 'auction_not_found' });
  const { auctionId } = await service.auction(sold.seller);
  expect((await refund(1_000, { of: auctionId })).error).toMatchObject({ code: 'nothing_to_refund' });
});

describe('without a clear answer', () => {
  test.each<Fault>(['request_lost', 'answer_lost', 'server_error', 'request_twice'])(
    'the provider is asked again, and refunds once: %s',
    async (fault) => {
      await refund(1_000);
      await work(fault);
      await hurry();
      await work();
      await Promise.all(late.splice(0).map((execute) => execute()));
      await hurry();
      await work();
      expect(await payment()).toMatchObject({ refundedInCents: 1_000, refunds: [{ state: 'MADE' }] });
      expect(await eventsOfRefunds()).toEqual([1_000]);
    },
  );

  test('a refusal is no answer while an earlier request may be under way', async () => {
    await refund(1_000);
    await work('request_late');
    await restrict(true);
    await hurry();
    await work();
    expect(await payment()).toMatchObject({ refunds: [{ state: 'REQUESTED' }], refundableInCents: 4_000 });
    await hurry();
    await passAMinute();
    // Another account of the provider: the refusal of the key's first use is repeated.
    await work();
    expect(await payment()).toMatchObject({ refunds: [{ state: 'REFUSED' }], refundableInCents: 5_000 });
  });

  test('the provider has forgotten the key, and the refund is found among those of the payment', async () => {
    await refund(1_000);
    await work('answer_lost');
    await service.db.query(`delete from simulated_answers where idempotency_key like 'refund:%'`);
    await hurry();
    await work();
    expect(await payment()).toMatchObject({ refundedInCents: 1_000, refunds: [{ state: 'MADE' }] });
    expect(await eventsOfRefunds()).toEqual([1_000]);
  });

  test('the provider’s own event closes the refund', async () => {
    await refund(1_000);
    await work('answer_lost');
    const { rows } = await service.db.query<{ id: string }>(
      `select authorization_id as id from refunds where auction_id = $1`,
      [sold.auction.auctionId],
    );
    await readReversals(service.deps, rows[0]!.id);
    expect(await payment()).toMatchObject({
      refundedInCents: 1_000,
      refundableInCents: 4_000,
      refunds: [{ state: 'MADE' }],
    });
  });
});

/** The account of the seller takes no money, and gives none back. */
async function restrict(isRestricted: boolean): Promise<void> {
  const account = `simacct_${sold.auction.auctionId}`;
  restrictAccount(account, isRestricted);
  await service.db.query(
    `update simulated_payments set payee = $1
     where reference in (select provider_reference from authorizations where auction_id = $2)`,
    [account, sold.auction.auctionId],
  );
}

describe('a refusal of the provider', () => {
  test('for an account that may not refund moves no money, and the refund can be asked for again', async () => {
    await restrict(true);
    await refund(1_000);
    await work();
    expect(await payment()).toMatchObject({
      refundedInCents: 0,
      refundableInCents: 5_000,
      refunds: [{ state: 'REFUSED', failureCode: 'NOT_PERMITTED' }],
    });
    await restrict(false);
    await refund(1_000);
    await work();
    expect(await payment()).toMatchObject({
      refundedInCents: 1_000,
      refunds: [{ state: 'REFUSED' }, { state: 'MADE' }],
    });
  });

  test('for a disputed payment names the dispute', async () => {
    await sold.change('dispute', 500);
    expect(await payment()).toMatchObject({ refundableInCents: 4_500 });
    await refund(4_500);
    await work();
    expect(await payment()).toMatchObject({ refunds: [{ state: 'REFUSED', failureCode: 'PAYMENT_DISPUTED' }] });
  });

  test('a refund that fails at the bank can be made again', async () => {
    await refund(5_000);
    await work();
    await sold.change('refund_failed');
    expect(await payment()).toMatchObject({ refundedInCents: 0, refundableInCents: 5_000 });
    expect((await refund()).refund).toMatchObject({ amountInCents: 5_000 });
  });
});

test('a test seller’s reset forgets its refunds', async () => {
  await refund(1_000);
  await work();
  const { body } = await sold.seller.mutate('resetTestSeller', {}, '__typename');
  expect(body.errors).toBeUndefined();
  const { rows } = await service.db.query('select from refunds where auction_id = $1', [sold.auction.auctionId]);
  expect(rows).toEqual([]);
});
