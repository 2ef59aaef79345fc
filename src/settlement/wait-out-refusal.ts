import type { Connection } from '../db/database.ts';
import { clockOffset } from '../db/seller-clock.ts';
import type { Claimed } from '../payments/claim.ts';
import { type FailureCode, isAboutAccount, isTransient } from '../payments/failure-code.ts';
import type { CaptureAnswer } from '../payments/gateway-answers.ts';

/** The capture is refused until the seller or the operator has acted: it is requested again, and nobody else is asked. */
export interface AccountRefused {
  readonly outcome: 'account_refused';
  readonly code: FailureCode;
}

/**
 * The time for which the captures of an auction that are declined for temporary reasons are retried, by the seller's clock. The bids
 * share it: the next bidders do not wait ten minutes for each bid above theirs.
 */
const retryDuration = `interval '10 minutes'`;

const declinedForNow = 'declined for now: ';

/**
 * Turns a refusal of a capture that may pass into one that settlement waits for: a temporary decline, such as a bank that does not
 * answer, for ten minutes, and a refusal of an account or a key for as long as the hold lasts.
 */
export async function waitOutRefusal(
  connection: Connection,
  claimed: Claimed,
  answer: CaptureAnswer,
): Promise<CaptureAnswer | AccountRefused> {
  if (answer.outcome !== 'refused') return answer;
  const { code } = answer;
  if (isAboutAccount(code)) {
    return (await isStillHeld(connection, claimed)) ? { outcome: 'account_refused', code } : answer;
  }
  if (!isTransient(code) || !(await isRetried(connection, claimed))) return answer;
  return { outcome: 'unknown', reason: `${declinedForNow}${code}` };
}

async function isStillHeld(connection: Connection, { sellerId, captureBefore }: Claimed): Promise<boolean> {
  const { rows } = await connection.query<{ isHeld: boolean }>({
    name: 'is-still-held',
    text: `
      select coalesce($2::timestamptz > clock_timestamp() + ${clockOffset}, true) as "isHeld" from sellers where sellers.seller_id = $1`,
    values: [sellerId, captureBefore],
  });
  return rows[0]!.isHeld;
}

async function isRetried(connection: Connection, { sellerId, auctionId }: Claimed): Promise<boolean> {
  const { rows } = await connection.query<{ isRetried: boolean }>({
    name: 'is-capture-retried',
    text: `
      select coalesce(min(requested_at) > clock_timestamp() + min(${clockOffset}) - ${retryDuration}, true) as "isRetried"
      from sellers left join capture_attempts on auction_id = $1 and starts_with(reason, '${declinedForNow}')
      where sellers.seller_id = $2`,
    values: [auctionId, sellerId],
  });
  return rows[0]!.isRetried;
}
