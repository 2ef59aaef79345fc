import type { Connection } from '../db/database.ts';
import { clockOffset } from '../db/seller-clock.ts';
import type { Claimed } from '../payments/claim.ts';
import { isTransient } from '../payments/decline-codes.ts';
import type { CaptureAnswer } from '../payments/gateway-answers.ts';

/** The time for which a capture that was declined for a temporary reason is retried, by the seller's clock. */
const retryDuration = `interval '10 minutes'`;

/**
 * Turns a temporary decline of a capture, such as a bank that does not answer, into an unknown outcome: the capture
 * is retried for ten minutes before the decline counts as final.
 */
export async function waitOutDecline(
  connection: Connection,
  claimed: Claimed,
  answer: CaptureAnswer,
): Promise<CaptureAnswer> {
  if (answer.outcome !== 'refused' || !isTransient(answer.code)) return answer;
  return (await isRetried(connection, claimed))
    ? { outcome: 'unknown', reason: `declined for now: ${answer.code}` }
    : answer;
}

async function isRetried(connection: Connection, { sellerId, authorizationId }: Claimed): Promise<boolean> {
  const { rows } = await connection.query<{ isRetried: boolean }>({
    name: 'is-capture-retried',
    text: `
      select coalesce(min(requested_at) > clock_timestamp() + min(${clockOffset}) - ${retryDuration}, false) as "isRetried"
      from capture_attempts, sellers where authorization_id = $1 and sellers.seller_id = $2`,
    values: [authorizationId, sellerId],
  });
  return rows[0]!.isRetried;
}
