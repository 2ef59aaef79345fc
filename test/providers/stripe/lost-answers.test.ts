import { afterEach, beforeEach, expect, test } from 'vitest';
import { setStripeStage, type StripeStage } from '../stripe-stage.ts';

// A request to capture has lost its answer, and then the account may not charge any more: nobody knows whether the first one executes.

let stage: StripeStage;
beforeEach(async () => {
  stage = await setStripeStage({}, { cancelWaitMs: 0 });
  await stage.bid(5_000);
  await stage.bid(6_000);
  await stage.end();
  stage.standIn.spoil(/\/capture$/, 'request_lost');
  await stage.work();
  stage.standIn.refuse(/\/capture$/, {
    status: 400,
    error: { type: 'invalid_request_error', message: 'Your account cannot currently make live charges.' },
  });
});
afterEach(() => stage[Symbol.asyncDispose]());

/** A worker asks for the capture again so many seconds later. */
async function askAgain(seconds: number): Promise<void> {
  await stage.service.db.query(
    'update capture_attempts set requested_at = requested_at - make_interval(secs => $1), answered_at = answered_at - make_interval(secs => $1)',
    [seconds],
  );
  await stage.hurry();
  await stage.work();
}

async function results(): Promise<string[]> {
  const { body } = await stage.seller.graphql(
    'query ($auctionId: ID!) { auction(auctionId: $auctionId) { settlement { result failureCode } } }',
    { auctionId: stage.auctionId },
  );
  return body.data.auction.settlement.map((attempt: { result: string; failureCode: string | null }) =>
    [attempt.result, attempt.failureCode].filter((part) => part !== null).join(' '),
  );
}

test('the seller cancels once no lost request can execute any more and the payment is seen held', async () => {
  await askAgain(50);
  expect(await results()).toEqual(['UNKNOWN', 'REFUSED SELLER_CANNOT_BE_PAID']);
  expect((await stage.cancel()).body.code).toBe('auction_settling');
  await askAgain(11);
  expect((await results())[0]).toBe('REFUSED NOT_EXECUTED');
  expect((await stage.cancel()).status).toBe(200);
  await stage.work();
  expect(await stage.states()).toEqual(['released', 'released']);
});

test('a lost request stays open while the payment cannot be read', async () => {
  stage.standIn.refuse(/^GET .*payment_intents/, { status: 500, error: { type: 'api_error', message: 'Down.' } });
  await askAgain(61);
  expect((await results())[0]).toBe('UNKNOWN');
  expect((await stage.cancel()).body.code).toBe('auction_settling');
});

test('a lost request that has executed wins, although the account may not charge any more', async () => {
  const highest = stage.standIn.all().find(({ object }) => object.amount === 6_000)!;
  stage.standIn.captureOutside(highest.object.id);
  stage.standIn.refuse(/\/capture$/, null);
  await askAgain(61);
  expect(await stage.winners()).toHaveLength(1);
  expect((await stage.cancel()).body.code).toBe('auction_completed');
});
