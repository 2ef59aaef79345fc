import type { CaptureAttempt } from '../platform/db/generated/client.ts';
import type { ColumnsOf } from '../platform/db/select-list.ts';
import { type FailureCode, isTransient } from '../payments/providers/failure-code.ts';
import type { Observation } from '../payments/providers/observation.ts';
import { clockOffset, nowOfSeller } from '../platform/db/seller-clock.ts';
import type { Connection, Database } from '../platform/db/database.ts';
import { underAuctionLock } from '../platform/db/lock-auction.ts';
import { type Authorization, authorizationColumns } from '../payments/holds/authorization.ts';
import { type Claimed, requestLasts } from '../payments/holds/claim.ts';
import { isForAccount } from '../payments/holds/move-for.ts';

/**
 * Records that captures are about to be requested, as SQL: an insert.
 *
 * @param claimed the name of a query of its `with`: the `capturing` authorizations, each as an `Authorization`
 */
export function recordingRequests(claimed: string): string {
  return `
    insert into capture_attempts (authorization_id, attempt, auction_id, bid_id, requested_at)
    select "authorizationId", attempt, "auctionId", "bidId", ${nowOfSeller('"sellerId"')} from ${claimed}`;
}

/**
 * Records that a capture is about to be requested again, under the lock of the auction: a cancellation either sees the request, or has
 * given the capture up.
 *
 * @returns true if it was recorded: not if another worker has claimed or applied the capture since, or the auction was cancelled
 */
export async function recordCaptureRequest(db: Database, claimed: Claimed): Promise<boolean> {
  const [recorded] = await underAuctionLock(db, claimed.auctionId, [
    {
      name: 'record-capture-request',
      text: `
        with claimed as (
          select ${authorizationColumns} from authorizations where authorization_id = $1 and attempt = $2 and state = 'capturing'
        ) ${recordingRequests('claimed')}`,
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
      set answered_at = ${nowOfSeller('auctions.seller_id')}, result = answer.result, reason = answer.reason
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
      select $1, $2, $3, $4, now, now, 'captured' from ${nowOfSeller('$5')} clock (now)`,
    values: [authorizationId, attempt, auctionId, bidId, sellerId],
  });
}

/**
 * Finds the requests to capture without a clear answer that cannot execute any more. If the payment is read now and is still held, they
 * were not executed.
 *
 * @returns the numbers of the attempts
 */
export async function findLostRequests(
  connection: Connection,
  { authorizationId, attempt, sellerId }: Claimed,
): Promise<number[]> {
  const { rows } = await connection.query<{ attempt: number }>({
    name: 'find-lost-requests',
    text: `
      select attempt from capture_attempts
      where authorization_id = $1 and attempt < $2 and (result is null or result = 'unknown')
        and requested_at < ${nowOfSeller('$3')} - ${requestLasts}`,
    values: [authorizationId, attempt, sellerId],
  });
  return rows.map((row) => row.attempt);
}

/** Records that requests were not executed: a cancellation waits for them no longer. */
export async function recordNotExecuted(
  connection: Connection,
  { authorizationId, sellerId }: Claimed,
  attempts: readonly number[],
): Promise<void> {
  await connection.query({
    name: 'record-not-executed',
    text: `
      update capture_attempts set result = 'refused', reason = $4, answered_at = coalesce(answered_at, ${nowOfSeller('$3')})
      where authorization_id = $1 and attempt = any($2::int[]) and (result is null or result = 'unknown')`,
    values: [authorizationId, attempts, sellerId, 'not_executed' satisfies FailureCode],
  });
}

/**
 * The time for which the captures of an auction that are declined for temporary reasons are retried, by the seller's clock. The bids
 * share it: the next bidders do not wait ten minutes for each bid above theirs.
 */
const retryDuration = `interval '10 minutes'`;

/** Begins the reason of an attempt that is retried for a temporary decline. */
export const declinedForNow = 'declined for now: ';

/**
 * Reads whether a capture that was refused may be waited for: a refusal for an account or a key as long as the hold lasts, a temporary
 * decline, such as one of a bank that does not answer, for ten minutes.
 */
export async function mayStillCapture(
  connection: Connection,
  claimed: Claimed,
  observation: Observation,
): Promise<boolean> {
  if (observation.outcome !== 'refused' && observation.outcome !== 'none') return true;
  const { sellerId, auctionId, captureBefore } = claimed;
  const { rows } = await connection.query<{ isHeld: boolean; isRetried: boolean }>({
    name: 'may-still-capture',
    text: `
      select coalesce($3::timestamptz > now, true) as "isHeld", coalesce((
          select min(requested_at) from capture_attempts where auction_id = $1 and starts_with(reason, '${declinedForNow}')
        ) > now - ${retryDuration}, true) as "isRetried"
      from sellers, lateral (select clock_timestamp() + ${clockOffset} as now) clock where seller_id = $2`,
    values: [auctionId, sellerId, captureBefore],
  });
  const { isHeld, isRetried } = rows[0]!;
  if (isForAccount(observation)) return isHeld;
  return observation.outcome === 'refused' && isTransient(observation.code) && isRetried;
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
