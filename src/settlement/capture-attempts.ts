import type { CaptureAttempt } from '../db/generated/client.ts';
import type { ColumnsOf } from '../db/source.ts';
import type { FailureCode } from '../providers/failure-code.ts';
import { clockOffset } from '../db/seller-clock.ts';
import type { Connection, Database } from '../db/database.ts';
import { underAuctionLock } from '../db/under-auction-lock.ts';
import type { Authorization } from '../holds/authorization.ts';
import type { Claimed } from '../holds/claim.ts';

/** @param seller SQL of the seller's id */
const instantOf = (seller: string) =>
  `(select clock_timestamp() + ${clockOffset} from sellers where sellers.seller_id = ${seller})`;

/**
 * Records that captures are about to be requested, as SQL: an insert that belongs into a `with`.
 *
 * @param claimed the name of a query of the same `with`: the `capturing` authorizations, each as a `Claimed`
 */
export function recordingRequests(claimed: string): string {
  return `
    insert into capture_attempts (authorization_id, attempt, auction_id, bid_id, requested_at)
    select "authorizationId", attempt, "auctionId", "bidId", ${instantOf('"sellerId"')} from ${claimed}`;
}

/**
 * Records that a capture is about to be requested again, under the lock of the auction: a cancellation either sees the request, or has
 * given the capture up.
 *
 * @returns true if it was recorded: not if another worker has claimed or concluded the capture since, or the auction was cancelled
 */
export async function recordCaptureRequest(db: Database, claimed: Claimed): Promise<boolean> {
  const [recorded] = await underAuctionLock(db, claimed.auctionId, [
    {
      name: 'record-capture-request',
      text: `
        insert into capture_attempts (authorization_id, attempt, auction_id, bid_id, requested_at)
        select authorization_id, attempt, auction_id, bid_id, ${instantOf('authorizations.seller_id')}
        from authorizations where authorization_id = $1 and attempt = $2 and state = 'capturing'`,
      values: [claimed.authorizationId, claimed.attempt],
    },
  ]);
  return recorded!.rowCount === 1;
}

/** The answer to a request to capture. */
export interface CaptureAnswer extends Pick<Claimed, 'authorizationId' | 'attempt'> {
  readonly result: 'captured' | 'refused' | 'unknown';
  /** Why the capture was refused, or is waited for. */
  readonly reason: string | null;
}

/** Records the provider's answers to requests to capture. */
export async function recordAnswers(tx: Connection, answers: readonly CaptureAnswer[]): Promise<void> {
  await tx.query({
    name: 'record-capture-answers',
    text: `
      update capture_attempts c
      set answered_at = ${instantOf('auctions.seller_id')}, result = answer.result, reason = answer.reason
      from unnest($1::uuid[], $2::int[], $3::capture_result[], $4::text[]) answer (authorization_id, attempt, result, reason), auctions
      where c.authorization_id = answer.authorization_id and c.attempt = answer.attempt and auctions.auction_id = c.auction_id`,
    values: [
      answers.map(({ authorizationId }) => authorizationId),
      answers.map(({ attempt }) => attempt),
      answers.map(({ result }) => result),
      answers.map(({ reason }) => reason),
    ],
  });
}

/** Records a capture that was refused at first and found executed later. */
export async function recordLateCapture(tx: Connection, captured: Authorization): Promise<void> {
  const { authorizationId, attempt, auctionId, bidId, sellerId } = captured;
  await tx.query({
    name: 'record-late-capture',
    text: `
      insert into capture_attempts (authorization_id, attempt, auction_id, bid_id, requested_at, answered_at, result)
      select $1, $2, $3, $4, now, now, 'captured' from (select ${instantOf('$5')} as now offset 0) clock`,
    values: [authorizationId, attempt, auctionId, bidId, sellerId],
  });
}

/** One attempt to capture the funds of a bid, as it is read. */
export type CaptureAttemptRow = Pick<CaptureAttempt, 'bidId' | 'requestedAt' | 'answeredAt' | 'result' | 'reason'> & {
  /** Why it was refused; `null` unless it was. */
  readonly failureCode: FailureCode | null;
};

/** The column of each property of a `CaptureAttemptRow`. */
export const captureAttemptProperties: ColumnsOf<CaptureAttemptRow> = {
  bidId: 'bid_id',
  requestedAt: 'requested_at',
  answeredAt: 'answered_at',
  result: 'result',
  reason: 'reason',
  failureCode: "case when result = 'refused' then reason end",
};

/**
 * SQL of the settlement of an auction so far, from `from` on, over a row of `auctions`: in the order in which captures were
 * requested. Within a millisecond, a renewal's capture comes after that of the hold that it renews, whose attempts are numbered apart.
 */
export const captureAttemptsOfAuction = `from (
  select * from capture_attempts where capture_attempts.auction_id = auctions.auction_id
  order by requested_at, authorization_id, attempt
) capture_attempts`;
