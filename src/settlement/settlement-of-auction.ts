import type { CaptureAttempt } from '../db/generated/client.ts';
import type { FailureCode } from '../providers/failure-code.ts';
import type { ColumnsOf } from '../db/source.ts';

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
