import { beforeEach, expect, test } from 'vitest';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { sold } from '../support/insert-auction.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage({}, service)));

const because = 'reason: "A court order", confirm: true';

async function pull(lever: string, subject: string, args = because) {
  const { body } = await admin.graphql(
    `mutation { ${lever}(input: { ${subject}, ${args} }) { operatorAction { auctionId auction { outcome sellerAccount { name } } authorizationId bid { bidId bidValueInCents } state } errors { code fault message path } } }`,
  );
  return body.errors === undefined ? body.data[lever] : body.errors[0].extensions;
}

const paymentOf = (bidId: string) => service.db.prisma.authorization.findFirstOrThrow({ where: { bidId } });

/** Why the hold ended, in the settlement's timeline and in the ledger. */
async function reasonsOf(payment: { bidId: string | null }) {
  const { body } = await stage.seller.graphql(
    `{ auction(${theAuction()}) { settlement { bidId reason } ledger { entries { bidId kind reason } } } }`,
  );
  const { settlement, ledger } = body.data.auction;
  const lastOf = (entries: { bidId: string; reason: string | null }[]) =>
    entries.findLast(({ bidId }) => bidId === payment.bidId)?.reason ?? null;
  return { timeline: lastOf(settlement), ledger: lastOf(ledger.entries) };
}

const named = ({ authorizationId }: { authorizationId: string }) => `authorizationId: "${authorizationId}"`;
const theAuction = () => `auctionId: "${stage.auction.auctionId}"`;

test('an auction is ended without a capture, and every hold is released', async () => {
  await stage.bid(5_000);
  await stage.bid(6_000);
  await stage.end();
  expect(await pull('endAuction', theAuction())).toMatchObject({
    auctionId: stage.auction.auctionId,
    auction: { outcome: 'CANCELLED', sellerAccount: { name: stage.seller.name } },
  });
  await stage.work();
  expect(await stage.states()).toEqual({ released: 2 });
  expect(await stage.result()).toMatchObject({ status: 'completed', outcome: 'CANCELLED', winner: null });
  expect(await pull('endAuction', theAuction())).toMatchObject({ auctionId: stage.auction.auctionId });
});

test('one bid is voided: its hold is released, it stays listed, and the next bid leads and wins', async () => {
  const next = await stage.bid(5_000);
  const slip = await stage.bid(50_000);
  expect(await pull('voidBid', `bidId: "${slip}"`)).toMatchObject({
    auctionId: stage.auction.auctionId,
    state: 'RELEASED',
  });
  const { body } = await stage.seller.graphql(`{ auction(${theAuction()}) { bidCount leadingBid { bidId } } }`);
  expect(body.data.auction).toEqual({ bidCount: 2, leadingBid: { bidId: next } });
  expect(await pull('voidBid', `bidId: "${slip}"`)).toMatchObject({ state: 'RELEASED', bid: { bidId: slip } });
  await stage.settle();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: next, attempts: [`${next} captured`] });
  expect(await stage.disagreements()).toEqual([]);
});

test('refuses to void a bid that is being captured, unknown, or on a completed auction', async () => {
  const stuck = await stage.bid(9_000, 'capture_5xx');
  await stage.settle();
  expect(await pull('voidBid', `bidId: "${stuck}"`)).toMatchObject({ code: 'auction_settling' });
  expect(await pull('voidBid', `bidId: "${stage.auction.auctionId}"`)).toMatchObject({ code: 'bid_not_found' });
});

test('does not end a completed auction, or one with a requested capture', async () => {
  await stage.bid(5_000, 'capture_5xx');
  await stage.settle();
  expect(await pull('endAuction', theAuction())).toMatchObject({ code: 'auction_settling' });
  const done = await service.auction(stage.seller, sold);
  expect(await pull('endAuction', `auctionId: "${done.auctionId}"`)).toMatchObject({ code: 'auction_completed' });
});

test.each([
  ['reason: "A court order", confirm: false', '/confirm'],
  ['reason: "   ", confirm: true', '/reason'],
])('nothing is done without a reason and a confirmation: %s', async (args, pointer) => {
  expect(await pull('endAuction', theAuction(), args)).toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer }],
  });
  expect(await stage.result()).toMatchObject({ status: 'ongoing' });
});

test('a capture without a clear outcome is treated as refused: the hold is cancelled, and the next bidder wins', async () => {
  const next = await stage.bid(5_000);
  const stuck = await stage.bid(9_000, 'capture_5xx');
  await stage.settle();
  const payment = await paymentOf(stuck);
  expect(payment.state).toBe('capturing');
  expect(await pull('refuseCapture', named(payment))).toMatchObject({ state: 'RELEASED' });
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: next });
  expect(await reasonsOf(payment)).toEqual({ timeline: 'capture_given_up', ledger: 'CAPTURE_GIVEN_UP' });
  expect(await pull('refuseCapture', named(payment))).toMatchObject({ code: 'invalid_request' });
});

test('a capture that was executed after all wins, though it is treated as refused', async () => {
  const top = await stage.bid(9_000, 'capture_5xx');
  await stage.bid(5_000);
  await stage.settle();
  const payment = await paymentOf(top);
  const { simulated } = service.deps.gateways;
  for (const key of ['1', '2', '3']) {
    const idempotencyKey = `${payment.authorizationId}:${key}`;
    await simulated.capture({ reference: payment.providerReference!, idempotencyKey });
  }
  expect(await pull('refuseCapture', named(payment))).toMatchObject({ state: 'CAPTURED' });
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: top });
});

test('a hold that lapsed at the provider is found by reading it now', async () => {
  const payment = await paymentOf(await stage.bid(5_000));
  await service.db.pool.query(
    `update simulated_payments set capture_before = clock_timestamp() where reference =
       (select provider_reference from authorizations where authorization_id = $1) returning pg_sleep(0.001)`,
    [payment.authorizationId],
  );
  expect(await pull('readPayment', named(payment))).toMatchObject({ state: 'EXPIRED' });
});

test('a release is tried now, a hold that backs a bid stays', async () => {
  const backing = await paymentOf(await stage.bid(5_000, 'release_5xx'));
  expect(await pull('releaseHold', named(backing))).toMatchObject({ code: 'invalid_request' });
  expect((await pull('endAuction', theAuction())).auctionId).toBe(stage.auction.auctionId);
  // The card's provider answers the first two releases with a server error.
  for (let times = 0; times < 2; times++) await pull('releaseHold', named(backing));
  expect(await pull('releaseHold', named(backing))).toMatchObject({ state: 'RELEASED' });
});

test('a hold that backs no bid is released by an operator, with a code of its own', async () => {
  const { rows } = await service.db.pool.query<{ authorizationId: string }>(
    `insert into authorizations (auction_id, seller_id, bidder_id, email, value_in_cents, provider, submission_token, next_attempt_at)
     values ($1, $2, 'ann', 'ann@example.com', 5000, 'simulated', 'once', clock_timestamp() + interval '1 hour') returning authorization_id as "authorizationId"`,
    [stage.auction.auctionId, stage.seller.sellerId],
  );
  expect(await pull('releaseHold', named(rows[0]!))).toMatchObject({ state: 'RELEASED' });
  const { rows: after } = await service.db.pool.query(
    'select failure_code from authorizations where authorization_id = $1',
    [rows[0]!.authorizationId],
  );
  expect(after).toEqual([{ failure_code: 'released_by_operator' }]);
});

test('a payment without a clear answer for 15 minutes is listed, with its amount and what to do', async () => {
  const bidId = await stage.bid(7_000, 'release_5xx');
  await pull('endAuction', theAuction());
  const { authorizationId } = await paymentOf(bidId);
  const listed = async (tries: number) => {
    await service.db.pool.query('update authorizations set tries_in_state = $2 where authorization_id = $1', [
      authorizationId,
      tries,
    ]);
    const { body } = await admin.graphql(
      '{ settlementsNeedingAttention { nodes { kind why valueInCents nextAttemptAt authorizationId } } }',
    );
    const {
      settlementsNeedingAttention: { nodes: settlements },
    } = body.data;
    return settlements.filter((one: { authorizationId: string }) => one.authorizationId === authorizationId);
  };
  expect(await listed(20)).toEqual([]);
  expect(await listed(21)).toMatchObject([
    {
      kind: 'OUTCOME_UNKNOWN',
      valueInCents: 7_000,
      nextAttemptAt: expect.stringContaining('T') as string,
      why: expect.stringContaining('releaseHold') as string,
    },
  ]);
});
