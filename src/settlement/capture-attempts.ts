import { clockOffset } from '../db/seller-clock.ts';
import type { Connection } from '../db/database.ts';
import type { CaptureAnswer } from '../payments/gateway.ts';
import type { Claimed } from '../payments/claim.ts';

const instantOfSeller = `(select clock_timestamp() + ${clockOffset} from sellers where sellers.seller_id = $1)`;

/**
 * Records that a capture is about to be requested.
 *
 * @returns true if it was recorded: not if another worker has claimed or concluded the capture since
 */
export async function recordCaptureRequest(tx: Connection, claimed: Claimed): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'record-capture-request',
    text: `
      insert into capture_attempts (authorization_id, attempt, auction_id, bid_id, requested_at)
      select $2, $3, $4, $5, ${instantOfSeller}
      from authorizations where authorization_id = $2 and attempt = $3 and state = 'capturing'`,
    values: [claimed.sellerId, claimed.authorizationId, claimed.attempt, claimed.auctionId, claimed.bidId],
  });
  return rowCount === 1;
}

/** Records a capture that was refused at first and found executed later. */
export async function recordLateCapture(
  tx: Connection,
  late: Pick<Claimed, 'authorizationId' | 'auctionId' | 'attempt' | 'sellerId'> & { readonly bidId: string },
): Promise<void> {
  await tx.query({
    name: 'record-late-capture',
    text: `
      insert into capture_attempts (authorization_id, attempt, auction_id, bid_id, requested_at, answered_at, result)
      select $2, $3, $4, $5, seller.now, seller.now, 'captured' from (select ${instantOfSeller} as now) seller`,
    values: [late.sellerId, late.authorizationId, late.attempt, late.auctionId, late.bidId],
  });
}

/** Records the provider's answer to a capture request. */
export async function recordCaptureAnswer(tx: Connection, claimed: Claimed, answer: CaptureAnswer): Promise<void> {
  const reason = answer.outcome === 'refused' ? answer.code : answer.outcome === 'unknown' ? answer.reason : null;
  await tx.query({
    name: 'record-capture-answer',
    text: `
      update capture_attempts set answered_at = ${instantOfSeller}, result = $4, reason = $5
      where authorization_id = $2 and attempt = $3 and auction_id = $6`,
    values: [claimed.sellerId, claimed.authorizationId, claimed.attempt, answer.outcome, reason, claimed.auctionId],
  });
}
