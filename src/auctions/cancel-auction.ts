import { recordAudit } from '../audit/record-audit.ts';
import { crashPoint } from '../core/crash-point.ts';
import { presentJourney } from '../core/journey.ts';
import { Refusal } from '../core/refusal.ts';
import type { Viewer } from '../core/viewer.ts';
import { beginReleases } from '../payments/begin-releases.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { sellerNow } from '../db/seller-clock.ts';
import { recordAuctionEvents } from '../webhooks/record-auction-events.ts';
import { lockAuction } from './find-auction.ts';

/**
 * Ends an upcoming or ongoing auction without a winner, for good, and marks every authorization as to be released, which
 * the sweep then does. A repeated cancellation succeeds again.
 *
 * @throws Refusal `auction_not_found`, `auction_completed`, `auction_settling`
 */
export async function cancelAuction({ db, live }: Deps, viewer: Viewer, auctionId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const auction = await lockAuction(tx, viewer, auctionId);
    if (auction.cancelledAt !== null) return;
    if (auction.status === 'completed') throw new Refusal('auction_completed');
    if (auction.captureRequestedAt !== null) throw new Refusal('auction_settling');
    await tx.query(
      `with moved as (
         update auctions set status = 'completed', outcome = 'CANCELLED', cancelled_at = t.now, completed_at = t.now
         from (select ${sellerNow} as now) t
         where seller_id = $1 and auction_id = $2
         returning old.status as was, new.*
       ), ${recordAuctionEvents('moved', '$3')}
       select from moved`,
      [viewer.sellerId, auctionId, presentJourney()?.requestId ?? null],
    );
    await beginReleases(tx, auctionId, { bidId: null });
    await recordAudit(tx, viewer, {
      action: 'cancelAuction',
      subjectType: 'auction',
      subjectId: auction.auctionId,
      before: { status: auction.status },
      after: { status: 'completed', outcome: 'CANCELLED' },
    });
    crashPoint('cancel: inside the transaction');
  });
  crashPoint('cancel: committed');
  live.announce(auctionId);
}
