import { crashPoint } from '../core/crash-point.ts';
import { leftOut, type postponed } from '../core/in-batches.ts';
import type { Connection, Database } from '../db/database.ts';
import { lockAuction, lockUnlockedAuctions } from '../db/lock-auction.ts';
import { clockOffset } from '../db/seller-clock.ts';
import { fitReleases } from '../payments/begin-releases.ts';
import type { Claimed } from '../payments/claim.ts';
import type { CaptureAnswer } from '../payments/gateway-answers.ts';
import { factsOf, known, type Move, moving } from '../payments/move-authorization.ts';
import { moveAfterCapture } from '../payments/request-capture.ts';
import { recordBidEvents } from '../webhooks/record-events.ts';
import { recordingAnswers } from './capture-attempts.ts';
import type { AccountRefused } from './wait-out-refusal.ts';
import { type Completed, completing, observeCompleted } from './complete-auctions.ts';

/** The provider's answer to a requested capture. */
export interface AnsweredCapture {
  readonly claimed: Claimed;
  readonly answer: CaptureAnswer | AccountRefused;
}

/**
 * `refused`: definitely not captured, so the next highest bid may be tried. `waits`: the outcome is not known, or another worker has
 * claimed the authorization since and concludes in our place.
 */
export type Conclusion = 'settled' | 'refused' | 'waits';

/**
 * Records the outcomes of captures, and in the same transaction the winners and the completed auctions.
 *
 * @param isAlone waits for the lock of the only auction, and does not mind how many bids of it have lost
 */
export async function concludeCaptures(
  db: Pick<Database, 'transaction'>,
  answered: readonly AnsweredCapture[],
  isAlone = answered.length === 1,
): Promise<(Conclusion | typeof leftOut | typeof postponed)[]> {
  return await db.transaction(async (tx) => {
    const auctionIds = answered.map(({ claimed }) => claimed.auctionId);
    if (isAlone) await tx.query(lockAuction(auctionIds[0]!));
    const { fitting, others } = isAlone
      ? { fitting: auctionIds, others: new Map<string, never>() }
      : await fitReleases(tx, await lockUnlockedAuctions(tx, auctionIds));
    const ready = new Set(fitting);
    const ours = answered.filter(({ claimed }) => ready.has(claimed.auctionId));
    const conclusions = new Map<string, Conclusion>();
    for (const [move, group] of Map.groupBy(ours, ({ answer }) => moveAfter(answer))) {
      for (const moved of await record(tx, move, group)) {
        conclusions.set(keyOf(moved), move === 'capture' ? 'settled' : 'refused');
      }
    }
    crashPoint('settle: inside the transaction');
    return answered.map(({ claimed }) =>
      ready.has(claimed.auctionId)
        ? (conclusions.get(keyOf(claimed)) ?? 'waits')
        : (others.get(claimed.auctionId) ?? leftOut),
    );
  });
}

function moveAfter(answer: AnsweredCapture['answer']): Move | 'wait' | null {
  return answer.outcome === 'account_refused' ? 'wait' : moveAfterCapture(answer);
}

type Moved = Pick<Claimed, 'authorizationId' | 'attempt'>;

function keyOf({ authorizationId, attempt }: Moved): string {
  return `${authorizationId}:${attempt}`;
}

/**
 * Records answers after which the authorizations move alike.
 *
 * @returns those that were moved: not if another worker has claimed them since
 */
async function record(tx: Connection, move: Move | 'wait' | null, group: readonly AnsweredCapture[]): Promise<Moved[]> {
  const values = factsOf(
    group.map(({ claimed: { authorizationId, attempt }, answer }) => ({
      authorizationId,
      attempt,
      failureCode: reasonOf(answer),
      capturedInCents: answer.outcome === 'captured' ? answer.capturedInCents : null,
    })),
  );
  switch (move) {
    case null:
      await tx.query({
        name: 'record-unknown-captures',
        text: `
          with answered as (${recordingAnswers('unknown')})
          update authorizations a set failure_code = null from ${known}
          where a.authorization_id = id and a.attempt = known_attempt and a.state = 'capturing' and a.failure_code is not null`,
        values,
      });
      return [];
    case 'wait':
      await tx.query({
        name: 'record-captures-that-wait',
        text: `
          with answered as (${recordingAnswers('refused')})
          update authorizations a set failure_code = known_code, next_attempt_at = clock_timestamp() + ${nextRequestAfter}
          from ${known}, sellers
          where a.authorization_id = id and a.attempt = known_attempt and a.state = 'capturing' and sellers.seller_id = a.seller_id`,
        values,
      });
      return [];
    case 'capture': {
      const { rows } = await tx.query<Moved & Completed>({
        name: 'conclude-captures',
        text: `
          with ${moving('capture')}, answered as (${recordingAnswers('captured')}), results as (
            select "auctionId" as auction_id, "bidId" as winning_bid_id, "authorizationId", attempt from moved
          ), ${completing('results')}
          select "authorizationId", attempt, outcome, "durationSeconds" from completed`,
        values,
      });
      observeCompleted(rows);
      return rows;
    }
    default: {
      const { rows } = await tx.query<Moved>({
        name: `conclude-refused-captures-${move}`,
        text: `
          with ${moving(move)}, answered as (${recordingAnswers('refused')}), failed as (
            select bids.*, "failureCode" as reason from moved join bids on bids.bid_id = "bidId"
          ), ${recordBidEvents('capture_failed', 'failed')}
          select "authorizationId", attempt from moved`,
        values,
      });
      return rows;
    }
  }
}

/**
 * SQL of the wait before a capture that was refused for an account is requested again: a quarter of the time for which it has waited.
 * The provider's event about the account ends the wait.
 */
const nextRequestAfter = `greatest(interval '1 minute', least(interval '1 hour', (
  select clock_timestamp() + ${clockOffset} - min(requested_at) from capture_attempts c
  where c.authorization_id = a.authorization_id) / 4))`;

function reasonOf(answer: AnsweredCapture['answer']): string | null {
  switch (answer.outcome) {
    case 'captured':
      return null;
    case 'unknown':
      return answer.reason;
    case 'refused':
    case 'account_refused':
      return answer.code;
  }
}
