import { recordAudit } from '../../platform/audit/record-audit.ts';
import { statusByClock } from '../../auctions/auction-row.ts';
import {
  type CancellationRefusal,
  cancelLocked,
  refusalOfCancellation,
  refuseToCancel,
} from '../../auctions/cancel-auction.ts';
import { waitForCapture } from '../../auctions/wait-for-capture.ts';
import type { BidDeps } from '../../auctions/bids/bid-deps.ts';
import { checkInput } from '../../core/check-input.ts';
import { Refusal } from '../../core/refusal.ts';
import { isUuid } from '../../core/uuid.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import { lockAuction } from '../../platform/db/lock-auction.ts';
import { clockOffset } from '../../platform/db/seller-clock.ts';
import type { Deps } from '../../payments/deps.ts';
import { auctionLeverInput, type LeverResult } from './lever.ts';

/**
 * Ends any seller's auction without a capture, as a cancellation does: the auction has no winner, and every hold is
 * released. An auction that was cancelled before stays as it is. While a capture is under way, its outcome is waited for.
 *
 * @param input `auctionId`, `reason`, `confirm`
 * @throws Refusal `auction_not_found`, `auction_completed`; `auction_settling` while the outcome of a capture
 *   stays unknown, or a payment was captured at the provider; `invalid_request`
 */
export async function endAuction(
  deps: BidDeps & Pick<Deps, 'config'>,
  viewer: Viewer,
  input: unknown,
): Promise<LeverResult> {
  const { db, live } = deps;
  const { auctionId, reason } = checkInput(auctionLeverInput, input);
  if (!isUuid(auctionId)) throw new Refusal('auction_not_found');
  return await waitForCapture(deps, async () => {
    await db.transaction(async (tx) => {
      await tx.query(lockAuction(auctionId));
      const { sellerId, status, isCancelled, refusal } = await readOpenAuction(tx, auctionId);
      if (refusal !== null) throw refuseToCancel(refusal, auctionId);
      if (isCancelled) return;
      await cancelLocked(tx, { sellerId, auctionIds: [auctionId], isReported: true });
      const subject = { subjectType: 'auction', subjectId: auctionId, sellerId } as const;
      const after = { status: 'completed', outcome: 'CANCELLED', reason };
      await recordAudit(tx, viewer, { action: 'endAuction', ...subject, before: { status }, after });
    });
    live.announce(auctionId);
    return { auctionId, authorizationId: null, bidId: null, state: null };
  });
}

/** This statement comes after the lock's, so that its clock is later, too. */
async function readOpenAuction(tx: Connection, auctionId: string) {
  const { rows } = await tx.query<{
    sellerId: string;
    status: string;
    isCancelled: boolean;
    refusal: CancellationRefusal | null;
  }>(
    `select seller_id as "sellerId", status_now as status, cancelled_at is not null as "isCancelled",
       ${refusalOfCancellation('auctions')} as refusal
     from (
       select auctions.*, ${statusByClock('now')} as status_now
       from (select auctions.*, clock_timestamp() + ${clockOffset} as now from auctions join sellers using (seller_id)) auctions
       where auction_id = $1
     ) auctions`,
    [auctionId],
  );
  if (rows[0] === undefined) throw new Refusal('auction_not_found');
  return rows[0];
}
