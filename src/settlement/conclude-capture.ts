import { crashPoint } from '../core/crash-point.ts';
import type { Connection } from '../db/database.ts';
import type { CaptureAnswer } from '../payments/gateway.ts';
import { recordCapture } from '../payments/request-capture.ts';
import type { TakenUp } from '../payments/take-up.ts';
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
  if (recorded.state !== 'captured') return 'refused';
  await completeAuction(tx, auctionId, bidId);
  return 'settled';
}
