import { beforeEach, expect, test } from 'vitest';
import { serviceForFile } from '../support/service.ts';
import { checkBooks } from '../../src/operations/checkup/check-records.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { followEvent } from '../../src/settlement/books/follow-event.ts';
import { readDueReversals } from '../../src/settlement/reversals/read-reversals.ts';
import { reversePayment } from '../../src/payments/providers/simulated/reverse-payment.ts';
import { makeAlarmHandler } from '../../src/operations/work/handle-alarm.ts';
import { askDueRefunds } from '../reversals/ask-due-refunds.ts';
import { checkReleases, compareBooks } from '../../src/operations/work/upkeep.ts';
import { type AuctionStage, setAuctionStage } from './auction-stage.ts';
import { changeHold } from '../providers/at-the-dashboard.ts';

const service = await serviceForFile();
const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
let stage: AuctionStage;
let high: string;
let low: string;
beforeEach(async () => {
  stage = await setAuctionStage({}, service);
  low = await stage.bid(5_000);
  high = await stage.bid(9_000);
});

async function paymentOf(bidId: string) {
  const payment = await service.db.prisma.authorization.findFirstOrThrow({ where: { bidId } });
  return { ...payment, reference: payment.providerReference! };
}

/** Somebody captures a bid's hold at the provider's dashboard. Its event arrives, or gets lost and a worker compares the books. */
async function captureByHand(bidId: string, how: { amountInCents?: number; isHeard?: boolean } = {}): Promise<void> {
  const { reference, authorizationId } = await paymentOf(bidId);
  expect(await changeHold(service.db, { reference, change: 'capture', ...how })).toBe(true);
  if (how.isHeard === false) await compare();
  else await followEvent(service.deps, 'simulated', { kind: 'captured', reference, authorizationId });
}

async function compare(): Promise<void> {
  await service.db.query('update reconciliations set next_at = clock_timestamp() returning pg_sleep(0.001)');
  await compareBooks(service.deps);
}

/** Somebody refunds at the dashboard. */
async function refund(bidId: string, amountInCents: number | null = null): Promise<void> {
  const { reference, authorizationId } = await paymentOf(bidId);
  expect(await reversePayment(service.db, { reference, change: 'refund', amountInCents })).toBe(true);
  await followEvent(service.deps, 'simulated', { kind: 'reversed', reference, authorizationId });
}

/** The payments that the service captured, and those that it left to somebody else's hand. */
async function charged(): Promise<string[]> {
  const { rows } = await service.db.query<{ bidId: string }>(
    `select bid_id as "bidId" from simulated_ledger join authorizations on provider_reference = reference
     where auction_id = $1 and effect = 'captured'`,
    [stage.auction.auctionId],
  );
  return rows.map(({ bidId }) => bidId);
}

const because = 'reason: "A slip at the dashboard", confirm: true';

async function pull(lever: string, bidId: string) {
  const { authorizationId } = await paymentOf(bidId);
  const { body } = await admin.graphql(
    `mutation { ${lever}(input: { authorizationId: "${authorizationId}", ${because} }) { operatorAction { state } errors { code fault message path } } }`,
  );
  return body.errors === undefined ? body.data[lever].state : body.errors[0].extensions.code;
}

const cancels: Record<string, () => Promise<unknown>> = {
  REST: async () => {
    const { status, body } = await stage.seller.delete(`/v1/auctions/${stage.auction.auctionId}`);
    return status === 200 ? 'cancelled' : body.code;
  },
  GraphQL: async () => {
    const { body } = await stage.seller.mutate('cancelAuction', { auctionId: stage.auction.auctionId }, 'success');
    return body.errors === undefined ? 'cancelled' : body.errors[0].extensions.code;
  },
  operator: async () => {
    const { body } = await admin.graphql(
      `mutation { endAuction(input: { auctionId: "${stage.auction.auctionId}", ${because} }) { operatorAction { auctionId } errors { code fault message path } } }`,
    );
    return body.errors === undefined ? 'cancelled' : body.errors[0].extensions.code;
  },
};

async function attention(): Promise<{ kind: string; bidId: string; capturedInCents: number }[]> {
  const { body } = await admin.graphql(
    '{ settlementsNeedingAttention { nodes { kind auctionId bidId capturedInCents } } }',
  );
  return body.data.settlementsNeedingAttention.nodes
    .filter(({ auctionId }: { auctionId: string }) => auctionId === stage.auction.auctionId)
    .map(({ kind, bidId, capturedInCents }: Record<string, unknown>) => ({ kind, bidId, capturedInCents }));
}

/** The books of this auction alone: the other tests leave theirs open. */
async function disagreements(): Promise<unknown[]> {
  const { rows } = await service.db.query<{ authorizationId: string }>(
    'select authorization_id as "authorizationId" from authorizations where auction_id = $1',
    [stage.auction.auctionId],
  );
  const ours = rows.map(({ authorizationId }) => authorizationId);
  const found = (await stage.disagreements()) as { authorizationId: string }[];
  return found.filter(({ authorizationId }) => ours.includes(authorizationId));
}

async function balance() {
  const { body } = await stage.seller.graphql(
    `{ auction(auctionId: "${stage.auction.auctionId}") { ledger { balance {
       authorizedInCents capturedInCents releasedInCents refundedInCents keptInCents heldInCents } } } }`,
  );
  return body.data.auction.ledger.balance;
}

test.each([
  ['the highest bid', () => high],
  ['a lower bid', () => low],
])('while a hold of %s is captured by hand, nobody can cancel', async (_, captured) => {
  await captureByHand(captured());
  for (const cancel of Object.values(cancels)) expect(await cancel()).toBe('auction_settling');
  await stage.end();
  if (captured() === low) for (const cancel of Object.values(cancels)) expect(await cancel()).toBe('auction_settling');
  await stage.work();
  expect(await charged()).toEqual([captured()]);
});

test('a hold of the highest bid that is captured by hand before the end wins at the end, and nobody else pays', async () => {
  await captureByHand(high);
  await stage.settle();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: high });
  expect(await charged()).toEqual([high]);
  expect(await attention()).toEqual([]);
  expect(await disagreements()).toEqual([]);
});

test('a hold that is captured and refunded by hand just before the end does not win: the next bidder pays', async () => {
  await captureByHand(high);
  const { reference } = await paymentOf(high);
  expect(await reversePayment(service.db, { reference, change: 'refund', amountInCents: null })).toBe(true);
  // The event about the refund is still under way.
  await stage.settle();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: low });
  expect((await charged()).toSorted()).toEqual([high, low].toSorted());
  expect(await balance()).toMatchObject({ refundedInCents: 9_000, keptInCents: 5_000, heldInCents: 0 });
  expect(await attention()).toEqual([]);
});

test('a hold that is captured by hand does not win while its seller has asked for its refund: the next bidder pays', async () => {
  await captureByHand(high);
  const { seller, auction } = stage;
  const { body } = await seller.mutate(
    'refundPayment',
    { auctionId: auction.auctionId, reason: 'REQUESTED_BY_CUSTOMER' },
    'refund { amountInCents }',
  );
  expect(body).toEqual({ data: { refundPayment: { amountInCents: 9_000 } } });
  await stage.settle();
  expect(await stage.result()).toMatchObject({ outcome: null, winner: null });
  await askDueRefunds(service.deps);
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: low });
  expect(await balance()).toMatchObject({ refundedInCents: 9_000, keptInCents: 5_000, heldInCents: 0 });
  expect(await disagreements()).toEqual([]);
});

/** The alarm of the end rings. */
async function ring(): Promise<void> {
  await stage.end();
  const { auctionId } = stage.auction;
  const { biddingPeriodEndsAt: dueAt } = await service.db.prisma.auction.findUniqueOrThrow({ where: { auctionId } });
  await makeAlarmHandler(service.deps)({ kind: 'close', auctionId, dueAt });
}

test('a lower bid that was captured by hand wins at the end if the hold above it was cancelled unheard', async () => {
  await captureByHand(low);
  const { reference } = await paymentOf(high);
  expect(await changeHold(service.db, { reference, change: 'cancel' })).toBe(true);
  await ring();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: low });
  expect(await charged()).toEqual([low]);
  expect(await disagreements()).toEqual([]);
});

test('a lower bid that was captured by hand does not win while the hold above it stands', async () => {
  await captureByHand(low);
  await ring();
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING' });
  expect(await attention()).toMatchObject([{ kind: 'CAPTURED_OUTSIDE', bidId: low }]);
});

test.each([
  ['of a lower bid', true],
  ['of the highest bid, before a higher one is placed', false],
])('after a capture by hand %s, settlement waits, and a refund lets it go on', async (_, isLower) => {
  const captured = isLower ? low : high;
  await captureByHand(captured);
  const top = isLower ? high : await stage.bid(12_000);
  await stage.settle();
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING', outcome: null });
  expect(await charged()).toEqual([captured]);
  expect(await attention()).toMatchObject([{ kind: 'CAPTURED_OUTSIDE', bidId: captured }]);

  await refund(captured);
  expect(await attention()).toEqual([]);
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: top });
  expect((await paymentOf(captured)).closedAt).not.toBeNull();
  expect(await balance()).toMatchObject({ heldInCents: 0, keptInCents: isLower ? 9_000 : 12_000 });
  expect(await disagreements()).toEqual([]);
});

test('money of a voided bid that somebody has captured before its release is for an operator to decide', async () => {
  const { reference } = await paymentOf(high);
  expect(await changeHold(service.db, { reference, change: 'capture' })).toBe(true);
  const { body } = await admin.graphql(
    `mutation { voidBid(input: { bidId: "${high}", ${because} }) { operatorAction { state } errors { code fault message path } } }`,
  );
  expect(body.errors).toBeUndefined();
  await stage.hurry();
  await stage.work();
  expect((await paymentOf(high)).state).toBe('captured_outside');
  await stage.settle();
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING', outcome: null });
  expect(await attention()).toMatchObject([{ kind: 'CAPTURED_OUTSIDE', bidId: high }]);
  await refund(high);
  await stage.hurry();
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: low });
  expect(await disagreements()).toEqual([]);
});

test('a voided bid does not win by the hold that its renewal had replaced, and that somebody has captured', async () => {
  const replaced = await paymentOf(high);
  expect(await changeHold(service.db, { reference: replaced.reference, change: 'capture' })).toBe(true);
  await service.db.query(
    'update authorizations set next_attempt_at = clock_timestamp() where bid_id = $1 returning pg_sleep(0.001)',
    [high],
  );
  await finishAuthorizations(service.deps);
  const { body } = await admin.graphql(
    `mutation { voidBid(input: { bidId: "${high}", ${because} }) { operatorAction { state } errors { code fault message path } } }`,
  );
  expect(body.errors).toBeUndefined();
  await followEvent(service.deps, 'simulated', { ...replaced, kind: 'captured' });
  await stage.work();
  await stage.settle();
  expect(await charged()).toEqual([high]);
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING', outcome: null });
  expect(await attention()).toMatchObject([{ kind: 'CAPTURED_OUTSIDE', bidId: high }]);
});

test('a part of a refund closes nothing', async () => {
  await captureByHand(low);
  await refund(low, 4_999);
  await stage.settle();
  expect(await stage.result()).toMatchObject({ phase: 'SETTLING' });
  await refund(low);
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: high });
});

test('a refunded payment cannot win, and its auction can be cancelled', async () => {
  await captureByHand(high);
  await refund(high);
  expect(await cancels['REST']!()).toBe('cancelled');
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'CANCELLED' });
  expect(await balance()).toMatchObject({ heldInCents: 0, keptInCents: 0, refundedInCents: 9_000 });
});

test('an operator lets a lower bid win that was captured by hand, once the auction has ended, with a reason in the audit log', async () => {
  await captureByHand(low);
  expect(await pull('acceptCapture', low)).toBe('invalid_request');
  await stage.settle();
  expect(await pull('acceptCapture', high)).toBe('invalid_request');
  expect(await pull('closeCapture', low)).toBe('invalid_request');
  expect(await pull('acceptCapture', low)).toBe('CAPTURED');
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: low, attempts: [`${low} captured`] });
  expect(await charged()).toEqual([low]);
  const { body } = await admin.graphql(
    '{ auditLog(action: "acceptCapture") { nodes { subjectId changes { field after } } } }',
  );
  expect(body.data.auditLog.nodes).toMatchObject([
    {
      subjectId: stage.auction.auctionId,
      changes: expect.arrayContaining([{ field: 'reason', after: 'A slip at the dashboard' }]),
    },
  ]);
  expect(await disagreements()).toEqual([]);
});

test('a capture of another bidder is not asked for again once somebody has captured by hand', async () => {
  stage = await setAuctionStage({}, service);
  low = await stage.bid(5_000);
  high = await stage.bid(9_000, 'capture_5xx');
  await stage.settle();
  expect((await paymentOf(high)).state).toBe('capturing');
  await captureByHand(low);
  for (let round = 0; round < 4; round += 1) {
    await stage.hurry();
    await stage.work();
  }
  expect(await charged()).toEqual([low]);
  expect(await pull('acceptCapture', low)).toBe('auction_settling');
  // The bid that was captured by hand is then the highest that can pay.
  expect(await pull('refuseCapture', high)).toBe('RELEASED');
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: low });
});

test.each([
  ['all of it is refunded: the next bidder pays', null, () => low],
  ['a part of it is refunded: its bid wins', 4_000, () => high],
] as const)('a hold is captured by hand while its capture has no answer, and %s', async (_, refunded, winner) => {
  stage = await setAuctionStage({}, service);
  low = await stage.bid(5_000);
  high = await stage.bid(9_000, 'capture_5xx');
  await stage.settle();
  const { reference, state } = await paymentOf(high);
  expect(state).toBe('capturing');
  expect(await changeHold(service.db, { reference, change: 'capture' })).toBe(true);
  await refund(high, refunded);
  await stage.hurry();
  await stage.work();
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: winner() });
  expect(await balance()).toMatchObject({ refundedInCents: refunded ?? 9_000, keptInCents: 5_000, heldInCents: 0 });
  expect(await attention()).toEqual([]);
  expect(await disagreements()).toEqual([]);
});

test('a loser that is found captured when it is to be released closes with its refund, and is logged once', async () => {
  const { reference } = await paymentOf(low);
  await stage.end();
  expect(await changeHold(service.db, { reference, change: 'capture' })).toBe(true);
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: high });
  expect((await paymentOf(low)).state).toBe('captured_outside');
  expect(await attention()).toMatchObject([{ kind: 'CAPTURED_OUTSIDE', bidId: low }]);
  const lines: unknown[] = [];
  const log = { ...service.deps.log, error: (...line: unknown[]) => void lines.push(line), warn: () => undefined };
  await service.db.query(`update auctions set completed_at = completed_at - interval '2 hours' where auction_id = $1`, [
    stage.auction.auctionId,
  ]);
  await stage.hurry();
  await stage.work();
  await checkReleases({ db: service.db, log });
  expect(lines).toEqual([]);

  const isPaidTwice = async () =>
    (await checkBooks(service.db)).some(
      ({ found }) => found.includes(stage.auction.auctionId) && found.includes('Two'),
    );
  expect(await isPaidTwice()).toBe(true);
  await refund(low);
  expect(await isPaidTwice()).toBe(false);
  expect(await attention()).toEqual([]);
  expect(await balance()).toMatchObject({
    authorizedInCents: 14_000,
    capturedInCents: 14_000,
    refundedInCents: 5_000,
    keptInCents: 9_000,
    heldInCents: 0,
  });
  expect(await disagreements()).toEqual([]);
});

test('a captured loser is closed by an operator with a reason, once', async () => {
  await stage.end();
  await changeHold(service.db, { reference: (await paymentOf(low)).reference, change: 'capture' });
  await stage.work();
  expect(await pull('closeCapture', low)).toBe('CAPTURED_OUTSIDE');
  expect(await pull('closeCapture', low)).toBe('invalid_request');
  expect(await attention()).toEqual([]);
  expect(await balance()).toMatchObject({ heldInCents: 0, keptInCents: 14_000 });
});

test('a hold that our books had released and that was captured is recorded, and closes with its refund', async () => {
  await cancels['REST']!();
  await stage.work();
  const { reference, authorizationId, state } = await paymentOf(low);
  expect(state).toBe('released');
  // The provider had captured it before: our release was answered by mistake.
  await service.db.query(
    `update simulated_payments set status = 'captured', captured_in_cents = amount_in_cents where reference = $1`,
    [reference],
  );
  await followEvent(service.deps, 'simulated', { kind: 'captured', reference, authorizationId });
  expect((await paymentOf(low)).state).toBe('captured_outside');
  await refund(low);
  expect((await paymentOf(low)).closedAt).not.toBeNull();
});

test('the comparison finds a capture by hand whose event was lost, however old the hold is', async () => {
  await compare();
  await service.db.query(
    `update authorizations set created_at = created_at - interval '30 days', authorized_at = authorized_at - interval '30 days'
     where auction_id = $1`,
    [stage.auction.auctionId],
  );
  await service.db.query(`update simulated_payments set created_at = created_at - interval '30 days'`);
  await captureByHand(low, { isHeard: false });
  expect((await paymentOf(low)).state).toBe('captured_outside');
  expect(await cancels['REST']!()).toBe('auction_settling');
  await stage.settle();
  expect(await charged()).toEqual([low]);

  // The event of its refund is lost, too.
  await reversePayment(service.db, {
    reference: (await paymentOf(low)).reference,
    change: 'refund',
    amountInCents: null,
  });
  await compare();
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: high });
});

test('a refund whose capture was never heard of is recorded with the capture', async () => {
  const { reference } = await paymentOf(low);
  await changeHold(service.db, { reference, change: 'capture' });
  await refund(low);
  expect(await paymentOf(low)).toMatchObject({ state: 'captured_outside', closedAt: expect.any(Date) });
  await stage.settle();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: high });
});

test('a refund that fails opens the payment again', async () => {
  await captureByHand(low);
  await refund(low);
  const { reference, authorizationId } = await paymentOf(low);
  await reversePayment(service.db, { reference, change: 'refund_failed', amountInCents: null });
  await followEvent(service.deps, 'simulated', { kind: 'reversed', reference, authorizationId });
  await readDueReversals(service.deps);
  expect((await paymentOf(low)).closedAt).toBeNull();
  await stage.settle();
  expect(await charged()).toEqual([low]);
});

test.each([
  ['before the end', true],
  ['after the end', false],
])(
  'a capture of less than the hold, by hand %s, is booked as received, and the rest is released',
  async (_, isBefore) => {
    if (isBefore) await captureByHand(high, { amountInCents: 6_500 });
    await stage.end();
    if (!isBefore)
      await changeHold(service.db, {
        reference: (await paymentOf(high)).reference,
        change: 'capture',
        amountInCents: 6_500,
      });
    await stage.work();
    expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: high });
    expect(await balance()).toEqual({
      authorizedInCents: 14_000,
      capturedInCents: 6_500,
      releasedInCents: 7_500,
      refundedInCents: 0,
      keptInCents: 6_500,
      heldInCents: 0,
    });
    const { body } = await stage.seller.graphql(
      `{ auction(auctionId: "${stage.auction.auctionId}") { payment { capturedInCents netInCents } } }`,
    );
    expect(body.data.auction.payment).toEqual({ capturedInCents: 6_500, netInCents: 6_500 });
    expect(await attention()).toEqual([{ kind: 'CAPTURED_IN_PART', bidId: high, capturedInCents: 6_500 }]);
    expect(await disagreements()).toEqual([]);
    await compare();
    await refund(high, 6_500);
    expect(await balance()).toMatchObject({ refundedInCents: 6_500, keptInCents: 0 });
    expect(await pull('closeCapture', high)).toBe('CAPTURED');
    expect(await attention()).toEqual([]);
  },
);

test('a capture that an earlier version booked in full is corrected by the comparison, with its refunds', async () => {
  await stage.end();
  await changeHold(service.db, {
    reference: (await paymentOf(high)).reference,
    change: 'capture',
    amountInCents: 6_500,
  });
  await stage.work();
  await service.db.query('update authorizations set captured_in_cents = null, captured_at = null where bid_id = $1', [
    high,
  ]);
  expect(await balance()).toMatchObject({ capturedInCents: 9_000 });
  await reversePayment(service.db, {
    reference: (await paymentOf(high)).reference,
    change: 'refund',
    amountInCents: 500,
  });
  await compare();
  expect(await balance()).toMatchObject({
    capturedInCents: 6_500,
    refundedInCents: 500,
    keptInCents: 6_000,
    heldInCents: 0,
  });
});
