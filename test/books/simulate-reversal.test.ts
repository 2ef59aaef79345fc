import { beforeEach, describe, expect, test } from 'vitest';
import { readReversals } from '../../src/settlement/reversals/read-reversals.ts';
import { claimCaptured, recordReversals } from '../../src/settlement/reversals/record-reversals.ts';
import type { Reversal } from '../../src/payments/providers/gateway.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { sharedService } from '../support/service.ts';
import { type SoldAuction, soldAuction } from './sold-auction.ts';

const service = await sharedService();
let sold: SoldAuction;
beforeEach(async () => {
  sold = await soldAuction(service);
  await insertEndpoint(service.db, sold.seller);
});

async function events(): Promise<{ eventType: string; payment: Record<string, unknown>; bidId: string }[]> {
  const { rows } = await service.db.query(
    `select event_type as "eventType", snapshot->'payment' as payment, snapshot->>'bidId' as "bidId"
     from webhook_events where auction_id = $1 and event_type::text like 'payment_%' order by event_id`,
    [sold.auction.auctionId],
  );
  return rows;
}

async function captured() {
  const { rows } = await service.db.query<{ id: string }>(
    `select authorization_id as id from authorizations where auction_id = $1 and state = 'captured'`,
    [sold.auction.auctionId],
  );
  return rows[0]!.id;
}

const totals = (refunded: number, disputed: number) => ({
  capturedInCents: 5_000,
  refundedInCents: refunded,
  disputedInCents: disputed,
  netInCents: 5_000 - refunded - disputed,
});

test('a sold auction shows what was captured', async () => {
  expect(await sold.payment()).toEqual({ ...totals(0, 0), reversals: [] });
});

test('an auction of which nothing is captured shows no payment', async () => {
  const { auctionId } = await service.auction(sold.seller);
  const { body } = await sold.seller.graphql(`{ auction(auctionId: "${auctionId}") { payment { netInCents } } }`);
  expect(body.data.auction.payment).toBeNull();
});

test('a partial refund and then the rest are recorded, each with an event', async () => {
  expect((await sold.change('refund', 1_200)).payment).toMatchObject(totals(1_200, 0));
  expect((await sold.change('refund')).payment).toMatchObject({
    ...totals(5_000, 0),
    reversals: [
      { kind: 'REFUND', state: 'SUCCEEDED', amountInCents: 1_200 },
      { kind: 'REFUND', state: 'SUCCEEDED', amountInCents: 3_800 },
    ],
  });
  expect(await events()).toEqual([
    {
      eventType: 'payment_refunded',
      bidId: sold.winner,
      payment: { state: 'succeeded', amountInCents: 1_200, ...totals(1_200, 0) },
    },
    {
      eventType: 'payment_refunded',
      bidId: sold.winner,
      payment: { state: 'succeeded', amountInCents: 3_800, ...totals(5_000, 0) },
    },
  ]);
  const { body } = await sold.seller.get(`/v1/auctions/${sold.auction.auctionId}`);
  expect(body.auction.status).toBe('completed');
  expect(Object.keys(body.auction)).not.toContain('payment');
});

test('a refund that fails gives the money back', async () => {
  await sold.change('refund', 1_000);
  expect((await sold.change('refund_failed')).payment).toMatchObject({
    ...totals(0, 0),
    reversals: [{ state: 'FAILED' }],
  });
  expect((await events()).map(({ payment }) => payment['state'])).toEqual(['succeeded', 'failed']);
});

test.each([
  ['dispute_won', 'won', 0],
  ['dispute_lost', 'lost', 5_000],
] as const)('a dispute takes the money, and %s decides', async (change, state, disputed) => {
  expect((await sold.change('dispute')).payment).toMatchObject(totals(0, 5_000));
  expect((await sold.change(change)).payment).toMatchObject({
    ...totals(0, disputed),
    reversals: [{ state: state.toUpperCase() }],
  });
  expect(
    (await events()).map(({ eventType, payment }) => [eventType, payment['state'], payment['netInCents']]),
  ).toEqual([
    ['payment_disputed', 'open', 0],
    ['payment_disputed', state, 5_000 - disputed],
  ]);
});

test('refunded money that is disputed as well leaves less than nothing', async () => {
  await sold.change('refund', 1_000);
  expect((await sold.change('dispute')).payment).toMatchObject({ ...totals(1_000, 5_000), netInCents: -1_000 });
});

test('a warning of fraud takes nothing and sends no event', async () => {
  expect((await sold.change('fraud_warning')).payment).toMatchObject({
    ...totals(0, 0),
    reversals: [{ kind: 'FRAUD_WARNING', state: 'REPORTED', amountInCents: 5_000 }],
  });
  expect(await events()).toEqual([]);
});

test('nothing is refunded beyond what was captured, or where nothing was', async () => {
  expect((await sold.change('refund', 5_001)).errors).toMatchObject([{ extensions: { code: 'invalid_request' } }]);
  expect((await sold.change('dispute', 2 ** 31)).errors).toMatchObject([{ extensions: { code: 'invalid_request' } }]);
  expect((await sold.change('dispute', -1)).errors).toMatchObject([{ extensions: { code: 'invalid_request' } }]);
  expect((await sold.change('dispute_won')).errors).toMatchObject([{ extensions: { code: 'invalid_request' } }]);
  expect(await sold.payment()).toEqual({ ...totals(0, 0), reversals: [] });
  const live = await service.seller({ mode: 'live' });
  const { auctionId } = await service.auction(live);
  const { body } = await live.mutate(
    'simulatePaymentChange',
    { auctionId, change: 'REFUND' },
    'auction { payment { netInCents } }',
  );
  expect(body.errors).toMatchObject([{ extensions: { code: 'test_mode_only' } }]);
});

describe('reading again', () => {
  test('records nothing twice', async () => {
    await sold.change('refund', 1_000);
    await readReversals(service.deps, await captured());
    expect(await sold.payment()).toMatchObject({ reversals: [{ kind: 'REFUND', amountInCents: 1_000 }] });
    expect(await events()).toHaveLength(1);
  });

  test('a reader that was overtaken records nothing', async () => {
    const overtaken = (await claimCaptured(service.db.pool, await captured()))!;
    const stale: Reversal[] = [
      { reference: 'ref_x', kind: 'refund', state: 'pending', amountInCents: 900, madeAt: new Date() },
    ];
    const later = (await claimCaptured(service.db.pool, await captured()))!;
    expect(await recordReversals(service.db, later, [{ ...stale[0]!, state: 'failed' }])).toHaveLength(1);
    expect(await recordReversals(service.db, overtaken, stale)).toEqual([]);
    expect(await sold.payment()).toMatchObject({ ...totals(0, 0), reversals: [{ state: 'FAILED' }] });
  });

  test('a pending refund that succeeds has no second event', async () => {
    const refund: Reversal = {
      reference: `ref_${sold.winner}`,
      kind: 'refund',
      state: 'pending',
      amountInCents: 900,
      madeAt: new Date(),
    };
    for (const state of ['pending', 'succeeded'] as const) {
      const claimed = (await claimCaptured(service.db.pool, await captured()))!;
      expect(await recordReversals(service.db, claimed, [{ ...refund, state }])).toHaveLength(1);
      expect(await sold.payment()).toMatchObject(totals(900, 0));
    }
    expect(await events()).toHaveLength(1);
  });
});

describe('the database refuses', () => {
  const insert = (authorizationId: string, facts: { amount?: number; state?: string; takenAt?: string } = {}) =>
    service.db.query(
      `insert into reversals (provider, provider_reference, authorization_id, auction_id, kind, state, amount_in_cents, made_at, taken_at)
       values ('simulated', uuidv7()::text, $1, $2, 'refund', $3, $4, clock_timestamp(), ${facts.takenAt ?? 'clock_timestamp()'})`,
      [authorizationId, sold.auction.auctionId, facts.state ?? 'succeeded', facts.amount ?? 5_000],
    );

  test('a refund of a hold that was released', async () => {
    const { rows } = await service.db.query<{ id: string }>(
      `select authorization_id as id from authorizations where auction_id = $1 and state = 'released'`,
      [sold.auction.auctionId],
    );
    await expect(insert(rows[0]!.id, { amount: 1 })).rejects.toThrow('is not captured');
  });

  test('a state that does not fit the money', async () => {
    await expect(insert(await captured(), { takenAt: 'null' })).rejects.toThrow('reversals_money_of_state');
    await expect(insert(await captured(), { state: 'open' })).rejects.toThrow('reversals_state_of_kind');
  });
});
