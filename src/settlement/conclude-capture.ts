import { crashPoint } from '../core/crash-point.ts';
import type { Connection } from '../db/database.ts';
import { lockAuction } from '../db/lock-auction.ts';
import type { FailureCode } from '../payments/failure-code.ts';
import type { CaptureAnswer } from '../payments/gateway.ts';
import { recordCapture } from '../payments/request-capture.ts';
import type { Claimed } from '../payments/claim.ts';
import { recordBidEvents } from '../webhooks/record-bid-events.ts';
import { recordCaptureAnswer } from './capture-attempts.ts';
import { completeAuction } from './complete-auction.ts';

/**
 * Records the outcome of a capture, and in the same transaction the winner and the completed auction.
 *
 * @returns `refused`: definitely not captured, so the next highest bid may be tried. `waits`: the outcome is not known, or
 *   another worker has claimed the authorization since and concludes in our place.
 */
export async function concludeCapture(
  tx: Connection,
  claimed: Claimed,
  answer: CaptureAnswer,
): Promise<'settled' | 'refused' | 'waits'> {
  const { auctionId, bidId } = claimed;
  await tx.query(lockAuction(auctionId));
  await recordCaptureAnswer(tx, claimed, answer);
  const recorded = await recordCapture(tx, claimed, answer);
  crashPoint('settle: inside the transaction');
  if (recorded === null) return 'waits';
  if (answer.outcome === 'refused') await recordCaptureFailure(tx, claimed, answer.code);
  if (recorded.state !== 'captured') return 'refused';
  await completeAuction(tx, auctionId, bidId);
  return 'settled';
}

async function recordCaptureFailure(tx: Connection, { bidId, auctionId }: Claimed, reason: FailureCode): Promise<void> {
  await tx.query({
    name: 'record-capture-failure',
    text: `
      with failed as (
        select *, $3::text as reason from bids where bid_id = $1 and auction_id = $2
      ), ${recordBidEvents('capture_failed', 'failed')}
      select from failed`,
    values: [bidId, auctionId, reason],
  });
}
