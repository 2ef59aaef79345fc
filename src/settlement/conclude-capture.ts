import { crashPoint } from '../core/crash-point.ts';
import type { Connection } from '../db/database.ts';
import type { FailureCode } from '../payments/failure-code.ts';
import type { CaptureAnswer } from '../payments/gateway.ts';
import { recordCapture } from '../payments/request-capture.ts';
import type { TakenUp } from '../payments/take-up.ts';
import { recordBidEvents } from '../webhooks/record-bid-events.ts';
import { recordCaptureAnswer } from './capture-attempts.ts';
import { completeAuction } from './complete-auction.ts';

/**
 * Draws the conclusions of a capture's outcome: winner and completion in the transaction that records it.
 *
 * @returns `refused`: definitely not captured, the next highest may be asked. `waits`: the outcome is not known, or
 *   somebody has taken the authorization up since, and concludes in our place.
 */
export async function concludeCapture(
  tx: Connection,
  taken: TakenUp,
  answer: CaptureAnswer,
): Promise<'settled' | 'refused' | 'waits'> {
  const { auctionId, bidId } = taken;
  await tx.query({
    name: 'lock-auction',
    text: 'select from auctions where auction_id = $1 for no key update',
    values: [auctionId],
  });
  await recordCaptureAnswer(tx, taken, answer);
  const recorded = await recordCapture(tx, taken, answer);
  crashPoint('settle: inside the transaction');
  if (recorded === null) return 'waits';
  if (answer.outcome === 'refused') await recordCaptureFailure(tx, taken, answer.code);
  if (recorded.state !== 'captured') return 'refused';
  await completeAuction(tx, auctionId, bidId);
  return 'settled';
}

async function recordCaptureFailure(tx: Connection, { bidId, auctionId }: TakenUp, reason: FailureCode): Promise<void> {
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
