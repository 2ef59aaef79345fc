import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import type { ProcessDeps } from '../../src/payments/deps.ts';
import type { ProviderRefusalCode } from '../../src/payments/providers/failure-code.ts';
import { refused } from '../../src/payments/providers/observation.ts';
import type { Gateway } from '../../src/payments/providers/gateway.ts';
import { lockAuction } from '../../src/platform/db/lock-auction.ts';
import { claim } from '../../src/payments/holds/claim.ts';
import { makeFaultySimulated } from '../providers/faulty-simulated.ts';
import { recordCaptureRequest } from '../../src/settlement/capture-attempts.ts';
import { finishAuthorizations } from '../../src/settlement/finish-authorizations.ts';
import { followPayment } from '../../src/settlement/follow-payment.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { type Answer, readAnswer } from '../support/answer.ts';
import { insertAccount } from '../support/insert-account.ts';
import { serviceForFile } from '../support/service.ts';
import { restrictAccount } from '../providers/restrict-account.ts';
import { followPaymentAccount } from '../../src/payments/providers/payment-account.ts';
import { type AuctionStage, setAuctionStage } from './auction-stage.ts';
import { changeHold } from '../providers/at-the-dashboard.ts';

// A refusal for the account of the seller, or for the key of the operator, says nothing about the card.

const service = await serviceForFile();
const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
let stage: AuctionStage;
beforeEach(async () => {
  stage = await setAuctionStage({}, service);
  await insertAccount(service.db, stage.seller);
});

/** The provider restricts the account of the seller, or enables it again, and its event is not here yet. */
function atProvider(isEnabled: boolean): void {
  restrictAccount(`simacct_${stage.seller.sellerId}`, !isEnabled);
}

/** The same, and its event is here. */
async function follow(isEnabled: boolean): Promise<void> {
  atProvider(isEnabled);
  await followPaymentAccount(service.deps, 'simulated', `simacct_${stage.seller.sellerId}`);
}

async function attention() {
  const { body } = await admin.graphql(
    '{ settlementsNeedingAttention { nodes { kind why count failureCode valueInCents auctionId state nextAttemptAt } } }',
  );
  return body.data.settlementsNeedingAttention.nodes.filter(
    ({ auctionId }: { auctionId: string }) => auctionId === stage.auction.auctionId,
  );
}

/** The states of the money, the highest first. */
async function states(): Promise<string[]> {
  const { rows } = await service.db.query<{ state: string }>(
    'select state from authorizations where auction_id = $1 order by value_in_cents desc, created_at',
    [stage.auction.auctionId],
  );
  return rows.map(({ state }) => state);
}

/** The auction ended so much earlier, and each request was made so much earlier. */
async function pass(minutes: number): Promise<void> {
  const earlier = (column: string) => `${column} = ${column} - make_interval(mins => $2)`;
  const values = [stage.auction.auctionId, minutes];
  await service.db.query(
    `update auctions set ${earlier('bidding_period_starts_at')}, ${earlier('bidding_period_ends_at')} where auction_id = $1`,
    values,
  );
  await service.db.query(
    `update capture_attempts set ${earlier('requested_at')}, ${earlier('answered_at')} where auction_id = $1`,
    values,
  );
  await service.db.query(`update authorizations set ${earlier('next_attempt_at')} where auction_id = $1`, values);
  await stage.work();
}

async function attempts(): Promise<number> {
  return service.db.prisma.captureAttempt.count({ where: { auctionId: stage.auction.auctionId } });
}

test('an account that is restricted between the bids and the end, and enabled an hour later: the highest bid wins', async () => {
  await stage.bid(5_000);
  const highest = await stage.bid(6_000);
  await follow(false);
  await stage.settle();
  expect(await states()).toEqual(['capturing', 'authorized']);
  for (let minute = 0; minute < 60; minute += 5) await pass(5);
  expect([await states(), (await stage.result()).phase]).toEqual([['capturing', 'authorized'], 'SETTLING']);
  // The capture is requested again after longer and longer waits.
  expect(await attempts()).toBeLessThanOrEqual(13);

  await follow(true);
  await stage.work();
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: highest });
  expect(await states()).toEqual(['captured', 'released']);
  expect(await attention()).toEqual([]);
  expect(await stage.disagreements()).toEqual([]);
});

test('the seller’s own books learn of a restriction from the refused capture, and of its end without an event', async () => {
  const highest = await stage.bid(6_000);
  atProvider(false);
  await stage.settle();
  const enabled = async () => {
    const { body } = await stage.seller.graphql('{ paymentAccount { chargesEnabled } }');
    return body.data.paymentAccount.chargesEnabled;
  };
  expect(await enabled()).toBe(false);
  atProvider(true);
  await pass(2);
  expect([await enabled(), await stage.winners()]).toEqual([true, [highest]]);
});

test('lists a waiting auction with its reason, and not as overdue', async () => {
  await stage.bid(6_000);
  await follow(false);
  await stage.settle();
  await pass(30);
  const { captureBefore } = await service.db.prisma.authorization.findFirstOrThrow({
    where: { auctionId: stage.auction.auctionId },
  });
  expect(await attention()).toEqual([
    {
      kind: 'WAITS_FOR_ACCOUNT',
      why: expect.stringMatching(`takes no money.*lapses on ${captureBefore!.toISOString()}.*seller`) as string,
      count: 1,
      failureCode: 'SELLER_CANNOT_BE_PAID',
      valueInCents: 6_000,
      auctionId: stage.auction.auctionId,
      state: 'CAPTURING',
      nextAttemptAt: expect.any(String) as string,
    },
  ]);
  await follow(true);
  await stage.work();
  expect(await attention()).toEqual([]);
});

test('an account that is never enabled: nobody pays, and settlement gives up as the holds lapse, one after the other', async () => {
  await stage.bid(5_000);
  await stage.bid(6_000);
  await follow(false);
  await stage.settle();
  const lapse = async (value: number) => {
    await service.db.query(
      `with ours as (
         update authorizations set capture_before = clock_timestamp() where auction_id = $1 and value_in_cents = $2
         returning provider_reference
       )
       update simulated_payments p set capture_before = clock_timestamp() from ours where p.reference = provider_reference
       returning pg_sleep(0.001)`,
      [stage.auction.auctionId, value],
    );
    await pass(120);
  };
  await lapse(6_000);
  expect(await states()).toEqual(['expired', 'capturing']);
  expect(await attention()).toMatchObject([{ kind: 'WAITS_FOR_ACCOUNT', valueInCents: 5_000 }]);
  await lapse(5_000);
  expect([await states(), (await stage.result()).outcome]).toEqual([['expired', 'expired'], 'UNSOLD']);
  expect(await attention()).toEqual([]);
  expect(await stage.disagreements()).toEqual([]);
});

function refusing(code: ProviderRefusalCode, isRefused: () => boolean): ProcessDeps {
  const { simulated } = service.deps.gateways;
  const capture: Gateway['capture'] = async (request) =>
    isRefused() ? refused(code) : await simulated.capture(request);
  return { ...service.deps, gateways: { ...service.deps.gateways, simulated: { ...simulated, capture } } };
}

async function workWith(deps: ProcessDeps): Promise<void> {
  await finishAuthorizations(deps, stage.seller.sellerId);
  await settleDueAuctions(deps, stage.seller.sellerId);
}

test('a key of the operator that was revoked: settlement waits with the highest bid, and goes on with a new key', async () => {
  await stage.bid(5_000);
  const highest = await stage.bid(6_000);
  await stage.end();
  let isRevoked = true;
  const deps = refusing('operator_cannot_charge', () => isRevoked);
  await workWith(deps);
  expect(await states()).toEqual(['capturing', 'authorized']);
  expect(await attention()).toMatchObject([
    { kind: 'WAITS_FOR_ACCOUNT', failureCode: 'OPERATOR_CANNOT_CHARGE', why: expect.stringMatching('key.*doctor') },
  ]);
  isRevoked = false;
  await stage.hurry();
  await workWith(deps);
  expect(await stage.winners()).toEqual([highest]);
});

test('cancels a hold that lapsed during a refused capture, before it asks the next bid', async () => {
  const next = await stage.bid(5_000);
  await stage.bid(6_000);
  await stage.end();
  let isRestricted = true;
  const deps = refusing('seller_cannot_be_paid', () => isRestricted);
  await workWith(deps);
  // The provider still refuses for the account, and does not say that the hold has lapsed.
  await service.db.query(
    'update authorizations set capture_before = clock_timestamp() where auction_id = $1 and value_in_cents = 6000 returning pg_sleep(0.001)',
    [stage.auction.auctionId],
  );
  await stage.hurry();
  await workWith(deps);
  expect((await states())[0]).toBe('released');
  isRestricted = false;
  await stage.hurry();
  await workWith(deps);
  expect(await stage.winners()).toEqual([next]);
  expect(await stage.disagreements()).toEqual([]);
});

test('a bid for a restricted account is refused in true words, and nothing is held', async () => {
  atProvider(false);
  expect(await stage.tryToBid(6_000)).toMatchObject({ outcome: 'refused', code: 'seller_cannot_be_paid' });
  expect(await states()).toEqual(['failed']);
  atProvider(true);
  expect(await stage.tryToBid(6_000)).toMatchObject({ outcome: 'placed' });
});

test('lists a renewal that the provider refused for the account, and retries it until the account works', async () => {
  await stage.bid(6_000);
  const { auctionId } = stage.auction;
  await service.db.query(
    `with longer as (
       update auctions set bidding_period_ends_at = bidding_period_starts_at + interval '7 days' where auction_id = $1
       returning auction_id, bidding_period_ends_at as ends_at
     )
     update authorizations a set capture_before = ends_at - interval '1 day' from longer where a.auction_id = longer.auction_id`,
    [auctionId],
  );
  atProvider(false);
  const renew = async () => {
    await service.db.query(
      `update authorizations set next_attempt_at = clock_timestamp() where auction_id = $1 and state = 'authorized'
       returning pg_sleep(0.001)`,
      [auctionId],
    );
    await stage.work();
  };
  await renew();
  expect(await states()).toEqual(['authorized', 'failed']);
  expect(await attention()).toMatchObject([
    {
      kind: 'HOLD_WILL_LAPSE',
      failureCode: 'SELLER_CANNOT_BE_PAID',
      why: expect.stringContaining('refuses to renew it'),
    },
  ]);
  atProvider(true);
  await renew();
  expect(await states()).toEqual(['released', 'failed', 'authorized']);
  expect(await attention()).toEqual([]);
});

/** Settlement waits for the account with the higher of two bids. */
async function waitForAccount(): Promise<{ highest: string; authorizationId: string; reference: string }> {
  await stage.bid(5_000);
  const highest = await stage.bid(6_000);
  await follow(false);
  await stage.settle();
  const { authorizationId, providerReference } = await service.db.prisma.authorization.findFirstOrThrow({
    where: { bidId: highest, state: 'capturing' },
  });
  return { highest, authorizationId, reference: providerReference! };
}

const cancel = () => stage.seller.delete(`/v1/auctions/${stage.auction.auctionId}`);

/** Cancels through a service whose cancellations wait for a minute. */
async function cancelPatiently(): Promise<Answer> {
  const { deps } = service;
  const app = createApp({ ...deps, config: { ...deps.config, cancelWaitMs: 60_000 } });
  const url = new URL(`/v1/auctions/${stage.auction.auctionId}`, 'http://localhost');
  const headers = { authorization: `Bearer ${stage.seller.key}` };
  return await readAnswer(await app.fetch(new Request(url, { method: 'DELETE', headers })));
}

async function endByOperator() {
  const { auctionId } = stage.auction;
  const input = `auctionId: "${auctionId}", reason: "A court order", confirm: true`;
  return await admin.graphql(
    `mutation { endAuction(input: { ${input} }) { operatorAction { auctionId } errors { code fault message path } } }`,
  );
}

test.each([
  ['a cancellation', cancel],
  ['an operator who ends the auction', endByOperator],
])('%s wins while settlement waits for the account: every hold is released, and nobody is charged', async (_, end) => {
  const { highest } = await waitForAccount();
  const { status, body } = await end();
  expect([status, body.errors]).toEqual([200, undefined]);
  expect(await stage.result()).toMatchObject({ outcome: 'CANCELLED', winner: null });
  await stage.work();
  await follow(true);
  await stage.work();
  expect(await states()).toEqual(['released', 'released']);
  expect((await stage.result()).attempts).toEqual([`${highest} refused seller_cannot_be_paid`]);
  expect(await attention()).toEqual([]);
  expect(await stage.disagreements()).toEqual([]);
});

test('a cancellation waits for the answer to a capture that is requested again', async () => {
  await waitForAccount();
  let cancelling: Promise<Answer> | undefined;
  const weather = async (operation: string) => {
    if (operation !== 'capture') return null;
    cancelling = cancelPatiently();
    const isWaiting = async () => {
      const { rowCount } = await service.db.query(
        'select from auctions where auction_id = $1 and cancel_waits_until is not null',
        [stage.auction.auctionId],
      );
      return rowCount === 1;
    };
    await vi.waitUntil(isWaiting, { timeout: 60_000, interval: 20 });
    // The seller's account takes money again: this request captures it.
    atProvider(true);
    return null;
  };
  const simulated = makeFaultySimulated(service, { deadlineMs: 10_000, weather });
  await stage.hurry();
  await finishAuthorizations({ ...service.deps, gateways: { ...service.deps.gateways, simulated } });
  expect((await cancelling)?.body.code).toBe('auction_completed');
  expect((await stage.result()).outcome).toBe('SOLD');
  await stage.work();
  expect(await stage.disagreements()).toEqual([]);
});

test('a capture that was claimed before a cancellation is not requested after it', async () => {
  const { authorizationId } = await waitForAccount();
  const claimed = (await claim(service.db, authorizationId, ['capturing']))!;
  let recording: Promise<boolean> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.query(lockAuction(claimed.auctionId));
    recording = recordCaptureRequest(service.db, claimed);
    await delay(200);
    await tx.query(`update authorizations set state = 'releasing' where authorization_id = $1`, [authorizationId]);
  });
  expect(await recording).toBe(false);
  expect(await attempts()).toBe(1);
  await follow(true);
  await stage.hurry();
  await stage.work();
});

test('a hold captured at the provider during a wait for the account wins at once, and is not cancelled', async () => {
  const { highest, authorizationId, reference } = await waitForAccount();
  await changeHold(service.db, { reference, change: 'capture' });
  await followPayment(service.deps, 'simulated', { kind: 'captured', authorizationId, reference });
  expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner: highest });
  expect((await cancel()).body.code).toBe('auction_completed');
  await stage.work();
  expect(await stage.disagreements()).toEqual([]);
});
