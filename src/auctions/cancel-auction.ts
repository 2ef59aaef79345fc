import { crashPoint } from '../core/crash-point.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import { sellerNow } from '../db/seller-clock.ts';
import type { Deps } from '../deps.ts';
import { presentOrigin } from '../jobs/job-origin.ts';
import { releasing } from '../payments/begin-releases.ts';
import { recordAuctionEvents } from '../webhooks/record-auction-events.ts';
import { changeAuction, changing } from './change-auction.ts';

const cancelling = changing('cancel-auction', {
  set: `status = 'completed', outcome = 'CANCELLED', cancelled_at = ${sellerNow}, completed_at = ${sellerNow}`,
  also: `${recordAuctionEvents('changed', '$12::uuid, $13::text')}, released as (${releasing('changed', 'null')})`,
});

/**
 * Ends an upcoming or ongoing auction without a winner, for good, and marks every authorization as to be released, which
 * the sweep then does. A repeated cancellation succeeds again.
 *
 * @throws Refusal `auction_not_found`, `auction_completed`, `auction_settling`
 */
export async function cancelAuction({ db, live }: Deps, viewer: Viewer, auctionId: string): Promise<void> {
  await changeAuction(db, viewer, auctionId, (auction) => {
    if (auction.cancelledAt !== null) return null;
    if (auction.status === 'completed') throw new Refusal('auction_completed');
    if (auction.captureRequestedAt !== null) throw new Refusal('auction_settling');
    const { requestId, traceparent } = presentOrigin();
    return {
      statement: cancelling,
      // No money is held before the first attempt to bid, which is written into the auction's own row.
      seesOthers: auction.firstBidAttemptAt !== null,
      values: [requestId, traceparent],
      entry: {
        action: 'cancelAuction',
        before: { status: auction.status },
        after: { status: 'completed', outcome: 'CANCELLED' },
      },
    };
  });
  crashPoint('cancel: committed');
  live.announce(auctionId);
}
