import { crashPoint } from '../core/crash-point.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import { sellerNow } from '../db/seller-clock.ts';
import type { Deps } from '../deps.ts';
import { presentOrigin } from '../jobs/job-origin.ts';
import { releasing } from '../payments/begin-releases.ts';
import { recordCancellation } from '../webhooks/record-auction-events.ts';
import { type AskedChange, changeAuction, changing } from './change-auction.ts';
import type { Shown } from './shown-auction.ts';

const cancelled = {
  set: `status = 'completed', outcome = 'CANCELLED', cancelled_at = ${sellerNow}, completed_at = ${sellerNow}`,
  before: `jsonb_build_object('status', standing)`,
  after: `'{"status": "completed", "outcome": "CANCELLED"}'::jsonb`,
};
const told = recordCancellation('changed', '$5::uuid, $6::text');

/** No money is held, nor captured, before the first attempt to bid, which is written into the auction's own row. */
const cancelling = changing('cancelAuction', {
  ...cancelled,
  where: `standing <> 'completed' and first_bid_attempt_at is null`,
  also: told,
});

const cancellingAndReleasing = changing(
  'cancelAuction',
  {
    ...cancelled,
    where: `standing <> 'completed' and capture_requested_at is null`,
    also: `${told}, released as (${releasing('changed', 'null')})`,
  },
  'cancelAuction-releasing',
);

/**
 * Ends an upcoming or ongoing auction without a winner, for good, and marks every authorization as to be released, which
 * the sweep then does. A repeated cancellation succeeds again.
 *
 * @throws Refusal `auction_not_found`, `auction_completed`, `auction_settling`
 */
export async function cancelAuction<Row extends object>(
  { db, live }: Deps,
  viewer: Viewer,
  auctionId: string,
  shown: Shown<Row>,
): Promise<Row> {
  const { requestId, traceparent } = presentOrigin();
  const change: AskedChange = {
    atOnce: cancelling,
    whereHeld: cancellingAndReleasing,
    values: [requestId, traceparent],
    judge: (auction) => {
      if (auction.cancelledAt !== null) return true;
      if (auction.status === 'completed') throw new Refusal('auction_completed');
      if (auction.captureRequestedAt !== null) throw new Refusal('auction_settling');
      return false;
    },
  };
  const auction = await changeAuction(db, viewer, auctionId, change, shown);
  crashPoint('cancel: committed');
  live.announce(auctionId);
  return auction;
}
