import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../src/db/transaction.ts';
import { attachBid } from '../../src/payments/attach-bid.ts';
import { beginReleases } from '../../src/payments/begin-releases.ts';
import { findBacking } from '../../src/payments/find-authorization.ts';
import { lookAgain } from '../../src/payments/look-again.ts';
import { moveAuthorization } from '../../src/payments/move-authorization.ts';
import { recordIntent } from '../../src/payments/record-intent.ts';
import { releaseAuthorization } from '../../src/payments/release-authorization.ts';
import { renewAuthorization } from '../../src/payments/renew-authorization.ts';
import { recordCapture, requestCapture } from '../../src/payments/request-capture.ts';
import { answerChallenge } from '../../src/payments/simulated/challenges.ts';
import type { Fault, Operation } from '../../src/payments/simulated/wire.ts';
import { takeUp } from '../../src/payments/take-up.ts';
import { compareBooks } from './compare-books.ts';
import { type PaymentStage, setPaymentStage } from './payment-stage.ts';

let stage: PaymentStage;
beforeEach(async () => void (stage = await setPaymentStage()));
afterEach(() => stage[Symbol.asyncDispose]());

function spoilOnce(operation: Operation, fault: Fault): void {
  let isSpent = false;
  stage.setWeather((called) => {
    if (isSpent || called !== operation) return null;
    isSpent = true;
    return fault;
  });
}

const row = (authorizationId: string) => stage.find(authorizationId);

describe('holding money', () => {
  test('is written down before and after', async () => {
    const intent = await stage.intend();
    expect(intent).toMatchObject({ state: 'intended', providerReference: null, captureBefore: null, bidId: null });
    const { answer, authorization } = await stage.ask(intent);
    if (answer.outcome !== 'authorized') throw new Error(answer.outcome);
    expect(authorization).toMatchObject({ state: 'authorized', captureBefore: answer.captureBefore, closedAt: null });
    expect(authorization.providerReference).toMatch(/^pay_/);
    expect(authorization.authorizedAt).not.toBeNull();
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('that is declined is final, with the reason', async () => {
    const { answer, authorization } = await stage.ask(await stage.intend(), 'insufficient_funds');
    expect(answer).toEqual({ outcome: 'refused', code: 'insufficient_funds' });
    expect(authorization).toMatchObject({ state: 'failed', failureCode: 'insufficient_funds', nextAttemptAt: null });
    expect(authorization.closedAt).not.toBeNull();
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('outside of the provider’s bounds asks no card', async () => {
    const { answer, authorization } = await stage.ask(await stage.intend({ valueInCents: 100_000_000 }));
    expect(answer).toEqual({ outcome: 'refused', code: 'amount_out_of_bounds' });
    expect(authorization).toMatchObject({ state: 'failed', providerReference: null });
  });

  test('whose answer is lost is found out by a second look', async () => {
    const { answer, authorization } = await stage.ask(await stage.intend(), 'authorize_answer_lost');
    expect(answer.outcome).toBe('authorized');
    expect(authorization.state).toBe('authorized');
  });

  test('whose opening is lost is opened again, once', async () => {
    spoilOnce('open', 'answer_lost');
    expect((await stage.ask(await stage.intend())).answer.outcome).toBe('authorized');
    const { rows } = await stage.deps.db.pool.query('select from simulated_payments');
    expect(rows).toHaveLength(1);
  });

  test('that stays unknown is left as it is', async () => {
    const { answer, authorization } = await stage.ask(await stage.intend(), 'authorize_5xx');
    expect(answer.outcome).toBe('unknown');
    expect(authorization).toMatchObject({ state: 'intended', closedAt: null });
    expect(authorization.nextAttemptAt).not.toBeNull();
  });

  test('asks no card once the intent was given up', async () => {
    const intent = await stage.intend();
    await moveAuthorization(stage.deps.db.pool, intent.authorizationId, 'beginRelease', { failureCode: 'abandoned' });
    expect((await stage.ask(intent)).answer).toEqual({ outcome: 'refused', code: 'abandoned' });
    expect(await releaseAuthorization(stage.deps, intent.authorizationId)).toEqual({ outcome: 'released' });
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('with a challenge stands once it is passed', async () => {
    const { answer, authorization } = await stage.ask(await stage.intend(), 'challenge_once');
    if (answer.outcome !== 'challenged' || answer.challenge.provider !== 'simulated') throw new Error(answer.outcome);
    expect(authorization.state).toBe('challenged');
    expect(await lookAgain(stage.deps, authorization)).toEqual(answer);
    await answerChallenge(stage.deps, answer.challenge.challengeId, 'pass');
    expect((await lookAgain(stage.deps, authorization)).outcome).toBe('authorized');
    expect((await lookAgain(stage.deps, authorization)).outcome).toBe('authorized');
    expect((await row(authorization.authorizationId)).state).toBe('authorized');
  });

  test('with a challenge is final once it is failed', async () => {
    const { answer, authorization } = await stage.ask(await stage.intend(), 'challenge_once');
    if (answer.outcome !== 'challenged' || answer.challenge.provider !== 'simulated') throw new Error(answer.outcome);
    await answerChallenge(stage.deps, answer.challenge.challengeId, 'fail');
    expect(await lookAgain(stage.deps, authorization)).toEqual({ outcome: 'refused', code: 'authentication_failed' });
    expect((await row(authorization.authorizationId)).state).toBe('failed');
  });

  test('never writes down a number, nor a security code, anywhere', async () => {
    await stage.bid('visa');
    await stage.hold('challenge_once');
    const { rows } = await stage.deps.db.pool.query<{ dump: string }>(`
      select (select string_agg(t::text, ' ') from authorizations t) || (select string_agg(t::text, ' ') from simulated_payments t)
        || (select string_agg(t::text, ' ') from simulated_answers t) as dump`);
    expect(rows[0]!.dump).toContain('challenge_once');
    expect(rows[0]!.dump).not.toMatch(/4242|3155/);
  });
});

describe('a form', () => {
  test('submitted twice finds the first', async () => {
    const submissionToken = randomUUID();
    const first = await stage.intend({ submissionToken });
    expect((await stage.intend({ submissionToken, valueInCents: 9_999 })).authorizationId).toBe(first.authorizationId);
  });

  test('submitted by ten taps at once is one', async () => {
    const submissionToken = randomUUID();
    const taps = await Promise.all(Array.from({ length: 10 }, () => stage.intend({ submissionToken })));
    expect(new Set(taps.map(({ authorizationId }) => authorizationId)).size).toBe(1);
  });

  test('of another auction is another, whatever its token', async () => {
    const submissionToken = randomUUID();
    const first = await stage.intend({ submissionToken });
    const other = await stage.intend({ submissionToken, auctionId: await stage.anotherAuction() });
    expect(other.authorizationId).not.toBe(first.authorizationId);
  });

  test('tells whether it is the first', async () => {
    const { auctionId, sellerId, valueInCents } = await stage.intend();
    const intent = { auctionId, sellerId, valueInCents, bidderId: 'b', email: 'b@example.com', browserId: null, provider: 'simulated', submissionToken: 'x' } as const;
    const { pool } = stage.deps.db;
    expect([(await recordIntent(pool, intent)).isNew, (await recordIntent(pool, intent)).isNew]).toEqual([true, false]);
  });
});

describe('a bid', () => {
  test('is backed by one authorization, which the sweep then leaves alone', async () => {
    const backing = await stage.bid();
    expect(backing.nextAttemptAt).toBeNull();
    expect((await findBacking(stage.deps.db.pool, backing.bidId!))?.authorizationId).toBe(backing.authorizationId);
  });

  test('cannot be backed by what does not stand, or backs another bid', async () => {
    const { deps } = stage;
    const backing = await stage.bid();
    const released = await stage.hold();
    await moveAuthorization(deps.db.pool, released.authorizationId, 'beginRelease');
    expect(await attachBid(deps.db.pool, backing.authorizationId, backing.bidId!)).toBe(false);
    expect(await attachBid(deps.db.pool, released.authorizationId, backing.bidId!)).toBe(false);
  });
});

describe('releasing', () => {
  async function marked(card?: string) {
    const authorization = await stage.hold(card);
    await moveAuthorization(stage.deps.db.pool, authorization.authorizationId, 'beginRelease', { failureCode: 'auction_ended' });
    return authorization;
  }

  test('frees the money and closes the row; again, there is nothing to do', async () => {
    const { authorizationId } = await marked();
    expect(await releaseAuthorization(stage.deps, authorizationId)).toEqual({ outcome: 'released' });
    expect(await row(authorizationId)).toMatchObject({ state: 'released', failureCode: 'auction_ended', nextAttemptAt: null });
    expect(await releaseAuthorization(stage.deps, authorizationId)).toBeNull();
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('is not done to what was not marked', async () => {
    const { authorizationId } = await stage.hold();
    expect(await releaseAuthorization(stage.deps, authorizationId)).toBeNull();
    expect((await row(authorizationId)).state).toBe('authorized');
  });

  test('of a lapsed hold closes it as expired', async () => {
    const authorization = await marked();
    await stage.lapse(authorization);
    expect(await releaseAuthorization(stage.deps, authorization.authorizationId)).toEqual({ outcome: 'expired' });
    expect((await row(authorization.authorizationId)).state).toBe('expired');
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test.each(['release_answer_lost', 'release_5xx'])('is tried until it succeeds: %s', async (card) => {
    const { authorizationId } = await marked(card);
    expect((await releaseAuthorization(stage.deps, authorizationId))?.outcome).toBe('unknown');
    expect(await row(authorizationId)).toMatchObject({ state: 'releasing', attempt: 1 });
    for (let attempt = 2; (await row(authorizationId)).state === 'releasing'; attempt++) {
      expect(attempt).toBeLessThan(4);
      await releaseAuthorization(stage.deps, authorizationId);
    }
    expect((await row(authorizationId)).state).toBe('released');
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('of money that was captured past our books stays open, for a person to see', async () => {
    const authorization = await marked();
    await stage.deps.gateways.simulated.capture({ reference: authorization.providerReference!, idempotencyKey: 'somebody else' });
    expect(await releaseAuthorization(stage.deps, authorization.authorizationId)).toEqual({ outcome: 'refused', code: 'already_captured' });
    expect((await row(authorization.authorizationId)).state).toBe('releasing');
  });

  test('of a whole auction spares the winner, and what is closed', async () => {
    const winner = await stage.bid();
    const loser = await stage.bid();
    const intended = await stage.intend();
    const declined = await stage.hold('declined');
    const elsewhere = await stage.bid('visa', { auctionId: await stage.anotherAuction() });
    const marked = await inTransaction(stage.deps.db, (tx) => beginReleases(tx, stage.auctionId, { bidId: winner.bidId }));
    expect(new Set(marked)).toEqual(new Set([loser.authorizationId, intended.authorizationId]));
    for (const { authorizationId } of [winner, elsewhere]) expect((await row(authorizationId)).state).toBe('authorized');
    expect((await row(declined.authorizationId)).state).toBe('failed');
    for (const authorizationId of marked) await releaseAuthorization(stage.deps, authorizationId);
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('of a whole auction without a winner spares nobody', async () => {
    const bids = [await stage.bid(), await stage.bid()];
    const marked = await beginReleases(stage.deps.db.pool, stage.auctionId, { bidId: null });
    expect(new Set(marked)).toEqual(new Set(bids.map(({ authorizationId }) => authorizationId)));
  });
});

describe('capturing', () => {
  const { takeUpCapture, capture } = {
    takeUpCapture: async (authorizationId: string) => {
      const taken = await takeUp(stage.deps.db.pool, authorizationId, ['capturing']);
      if (taken === null) throw new Error('Not being captured.');
      return taken;
    },
    capture: async (authorizationId: string) => {
      await moveAuthorization(stage.deps.db.pool, authorizationId, 'beginCapture');
      const taken = await takeUpCapture(authorizationId);
      const answer = await requestCapture(stage.deps, taken);
      return { answer, recorded: await recordCapture(stage.deps.db.pool, taken, answer) };
    },
  };

  test('takes the money and closes the row', async () => {
    const { authorizationId } = await stage.bid();
    const { answer, recorded } = await capture(authorizationId);
    expect(answer).toEqual({ outcome: 'captured' });
    expect(recorded).toMatchObject({ state: 'captured', nextAttemptAt: null });
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('of two bids at once is refused by the database', async () => {
    const [first, second] = [await stage.bid(), await stage.bid()];
    const { pool } = stage.deps.db;
    await moveAuthorization(pool, first.authorizationId, 'beginCapture');
    await expect(moveAuthorization(pool, second.authorizationId, 'beginCapture')).rejects.toThrow(/authorizations_one_capture/);
  });

  test('needs a bid', async () => {
    const { authorizationId } = await stage.hold();
    await expect(moveAuthorization(stage.deps.db.pool, authorizationId, 'beginCapture')).rejects.toThrow(/capture_backs_bid/);
  });

  test('that is declined frees the auction for the next bid, and has the hold released', async () => {
    const first = await stage.bid('capture_declined');
    const second = await stage.bid();
    const { answer, recorded } = await capture(first.authorizationId);
    expect(answer).toEqual({ outcome: 'refused', code: 'card_declined' });
    expect(recorded).toMatchObject({ state: 'releasing', failureCode: 'card_declined' });
    expect((await capture(second.authorizationId)).recorded?.state).toBe('captured');
    await releaseAuthorization(stage.deps, first.authorizationId);
    expect(await row(first.authorizationId)).toMatchObject({ state: 'released', failureCode: 'card_declined' });
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('of a lapsed hold closes it as expired', async () => {
    const authorization = await stage.bid();
    await stage.lapse(authorization);
    expect((await capture(authorization.authorizationId)).recorded).toMatchObject({ state: 'expired', failureCode: 'authorization_expired' });
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('whose answer is lost is found out by a look', async () => {
    const { authorizationId } = await stage.bid('capture_answer_lost');
    expect((await capture(authorizationId)).recorded?.state).toBe('captured');
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('that stays unknown writes nothing and keeps every other bid from being captured, until it is certain', async () => {
    const { authorizationId } = await stage.bid('capture_5xx');
    const next = await stage.bid();
    const first = await capture(authorizationId);
    expect([first.answer.outcome, first.recorded]).toEqual(['unknown', null]);
    await expect(moveAuthorization(stage.deps.db.pool, next.authorizationId, 'beginCapture')).rejects.toThrow(/one_capture/);
    for (const expected of ['unknown', 'captured']) {
      const taken = await takeUpCapture(authorizationId);
      const answer = await requestCapture(stage.deps, taken);
      expect(answer.outcome).toBe(expected);
      await recordCapture(stage.deps.db.pool, taken, answer);
    }
    expect((await row(authorizationId)).state).toBe('captured');
    await beginReleases(stage.deps.db.pool, stage.auctionId, { bidId: null });
    await releaseAuthorization(stage.deps, next.authorizationId);
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('by a worker that was overtaken has no say any more', async () => {
    const { authorizationId } = await stage.bid('capture_declined');
    await moveAuthorization(stage.deps.db.pool, authorizationId, 'beginCapture');
    const stalled = await takeUpCapture(authorizationId);
    const latest = await takeUpCapture(authorizationId);
    const answer = await requestCapture(stage.deps, stalled);
    expect(await recordCapture(stage.deps.db.pool, stalled, answer)).toBeNull();
    expect((await row(authorizationId)).state).toBe('capturing');
    expect((await recordCapture(stage.deps.db.pool, latest, answer))?.state).toBe('releasing');
  });

  test('and releasing exclude each other', async () => {
    const { pool } = stage.deps.db;
    const { authorizationId } = await stage.bid();
    const [captured, released] = await Promise.all([
      moveAuthorization(pool, authorizationId, 'beginCapture'),
      moveAuthorization(pool, authorizationId, 'beginRelease'),
    ]);
    expect([captured, released].filter((moved) => moved !== null)).toHaveLength(1);
  });
});

describe('renewing', () => {
  test('holds anew, then releases the old hold; the bid is backed all the time', async () => {
    const old = await stage.bid();
    expect((await renewAuthorization(stage.deps, old))?.outcome).toBe('authorized');
    const backing = await findBacking(stage.deps.db.pool, old.bidId!);
    expect(backing).toMatchObject({ state: 'authorized', replacesAuthorizationId: old.authorizationId, nextAttemptAt: null });
    expect(await row(old.authorizationId)).toMatchObject({ state: 'released', bidId: old.bidId });
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('can be done again and again', async () => {
    const old = await stage.bid();
    for (let time = 0; time < 3; time++) {
      const backing = (await findBacking(stage.deps.db.pool, old.bidId!))!;
      expect((await renewAuthorization(stage.deps, backing))?.outcome).toBe('authorized');
    }
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test.each([
    ['challenge_always', 'needs_bidder'],
    ['renewal_declined', 'card_declined'],
  ])('that fails leaves the old hold standing: %s', async (card, code) => {
    const { answer, authorization } = await stage.ask(await stage.intend(), card);
    if (answer.outcome === 'challenged' && answer.challenge.provider === 'simulated') {
      await answerChallenge(stage.deps, answer.challenge.challengeId, 'pass');
      await lookAgain(stage.deps, authorization);
    }
    const old = await stage.backBid(authorization);
    expect(await renewAuthorization(stage.deps, old)).toEqual({ outcome: 'refused', code });
    expect((await findBacking(stage.deps.db.pool, old.bidId!))?.authorizationId).toBe(old.authorizationId);
    expect(await compareBooks(stage.deps.db)).toEqual([]);
    // Nothing stands in the way of trying again.
    expect(await renewAuthorization(stage.deps, old)).toEqual({ outcome: 'refused', code });
  });

  test('is done once at a time', async () => {
    const old = await stage.bid();
    const answers = await Promise.all([renewAuthorization(stage.deps, old), renewAuthorization(stage.deps, old)]);
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('gives way to a settlement that has taken the old hold meanwhile', async () => {
    const old = await stage.bid();
    let isSettling = false;
    stage.setWeather(async (operation) => {
      if (operation === 'renew' && !isSettling) {
        isSettling = true;
        await moveAuthorization(stage.deps.db.pool, old.authorizationId, 'beginCapture');
      }
      return null;
    });
    await renewAuthorization(stage.deps, old);
    expect((await row(old.authorizationId)).state).toBe('capturing');
    const taken = (await takeUp(stage.deps.db.pool, old.authorizationId, ['capturing']))!;
    await recordCapture(stage.deps.db.pool, taken, await requestCapture(stage.deps, taken));
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('saves a bid whose old hold lapsed meanwhile', async () => {
    const old = await stage.bid();
    let hasLapsed = false;
    stage.setWeather(async (operation) => {
      if (operation === 'renew' && !hasLapsed) {
        hasLapsed = true;
        await stage.lapse(old);
        await stage.deps.gateways.simulated.read({ reference: old.providerReference! });
        await moveAuthorization(stage.deps.db.pool, old.authorizationId, 'expire');
      }
      return null;
    });
    await renewAuthorization(stage.deps, old);
    expect((await findBacking(stage.deps.db.pool, old.bidId!))?.replacesAuthorizationId).toBe(old.authorizationId);
    expect(await compareBooks(stage.deps.db)).toEqual([]);
  });

  test('is not done to what backs no bid', async () => {
    expect(await renewAuthorization(stage.deps, await stage.hold())).toBeNull();
  });
});
