import { clockOffset } from '../db/seller-clock.ts';
import type { Connection } from '../db/database.ts';
import type { CaptureAnswer } from '../payments/gateway.ts';
import type { TakenUp } from '../payments/take-up.ts';

/** One line of an auction's settlement: a capture that was asked for, and what came of it. */
export interface CaptureAttempt {
  readonly bidId: string;
  readonly attempt: number;
  readonly requestedAt: Date;
  /** `null` while no answer has come, and for good where the process that asked has died. */
  readonly answeredAt: Date | null;
  readonly result: 'captured' | 'refused' | 'unknown' | null;
  /** Why it was refused, or what came in place of an answer. */
  readonly reason: string | null;
}

const instantOfSeller = `(select clock_timestamp() + ${clockOffset} from sellers where sellers.seller_id = $1)`;

/** Written before the provider is asked. */
export async function recordCaptureRequest(tx: Connection, taken: TakenUp): Promise<void> {
  await tx.query({
    name: 'record-capture-request',
    text: `
      insert into capture_attempts (authorization_id, attempt, auction_id, bid_id, requested_at)
      values ($2, $3, $4, $5, ${instantOfSeller})`,
    values: [taken.sellerId, taken.authorizationId, taken.attempt, taken.auctionId, taken.bidId],
  });
}

export async function recordCaptureAnswer(tx: Connection, taken: TakenUp, answer: CaptureAnswer): Promise<void> {
  const reason = answer.outcome === 'refused' ? answer.code : answer.outcome === 'unknown' ? answer.reason : null;
  await tx.query({
    name: 'record-capture-answer',
    text: `
      update capture_attempts set answered_at = ${instantOfSeller}, result = $4, reason = $5
      where authorization_id = $2 and attempt = $3 and auction_id = $6`,
    values: [taken.sellerId, taken.authorizationId, taken.attempt, answer.outcome, reason, taken.auctionId],
  });
}

/** The settlements of these auctions so far, each in the order in which captures were asked for. */
export async function findCaptureAttempts(
  connection: Connection,
  auctionIds: readonly string[],
): Promise<CaptureAttempt[][]> {
  const { rows } = await connection.query<CaptureAttempt & { auctionId: string }>({
    name: 'find-capture-attempts',
    text: `
      select auction_id as "auctionId", bid_id as "bidId", attempt, requested_at as "requestedAt",
        answered_at as "answeredAt", result, reason
      from capture_attempts where auction_id = any($1)
      order by requested_at, attempt`,
    values: [auctionIds],
  });
  const attemptsOf = Map.groupBy(rows, ({ auctionId }) => auctionId);
  return auctionIds.map((auctionId) => attemptsOf.get(auctionId) ?? []);
}
