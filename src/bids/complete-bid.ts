import { crashPoint } from '../core/crash-point.ts';
import type { Connection } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { presentOrigin } from '../jobs/job-origin.ts';
import { attachBid } from '../payments/attach-bid.ts';
import type { Authorization } from '../payments/authorization.ts';
import { findAuthorization } from '../payments/find-authorization.ts';
import { moveAuthorization } from '../payments/move-authorization.ts';
import { releaseAuthorization } from '../payments/release-authorization.ts';
import { recordBidEvents } from '../webhooks/record-bid-events.ts';
import type { BidDeps } from './bid-deps.ts';
import { judgeBid, lockAuctionForBid } from './judge-bid.ts';
import type { PlacedBid } from './placed-bid.ts';

/**
 * Makes a bid of an authorization that stands, or has it released because the auction does not take the bid (any more):
 * one of the two, in one transaction, while the auction's row is held.
 */
export async function completeBid(deps: BidDeps, authorization: Authorization): Promise<PlacedBid> {
  const { authorizationId, auctionId, valueInCents } = authorization;
  const decided = await inTransaction(deps.db, async (tx): Promise<PlacedBid> => {
    const auction = await lockAuctionForBid(tx, auctionId);
    const standing = await findAuthorization(tx, authorizationId);
    if (standing === null) throw new Error(`Authorization ${authorizationId} has vanished.`);
    // Somebody else was faster: the sweep, a second submit, or a cancellation.
    if (standing.bidId !== null) return { outcome: 'placed', bidId: standing.bidId };
    if (standing.state !== 'authorized')
      return { outcome: 'refused', code: standing.failureCode ?? 'already_released' };

    const refusal = judgeBid(auction, valueInCents);
    if (refusal !== null) {
      await moveAuthorization(tx, authorizationId, 'beginRelease', { failureCode: refusal });
      return { outcome: 'refused', code: refusal };
    }
    return { outcome: 'placed', bidId: await insertBid(tx, authorization, auction.judgedAt) };
  });

  if (decided.outcome === 'placed') {
    crashPoint('bid: committed');
    deps.live.announce(auctionId);
  } else {
    crashPoint('bid: refused');
    await releaseAuthorization(deps, authorizationId);
  }
  return decided;
}

async function insertBid(tx: Connection, authorization: Authorization, placedAt: Date): Promise<string> {
  const { authorizationId, auctionId, sellerId, bidderId, valueInCents } = authorization;
  const { requestId, traceparent } = presentOrigin();
  const { rows } = await tx.query<{ bidId: string }>({
    name: 'insert-bid',
    text: `
      with placed as (
        insert into bids (auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at)
        values ($1, $2, $3, $4, $5)
        returning *
      ), ${recordBidEvents('bid_placed', 'placed', '$6::uuid, $7::text')}
      select bid_id as "bidId" from placed`,
    values: [auctionId, sellerId, bidderId, valueInCents, placedAt, requestId, traceparent],
  });
  const { bidId } = rows[0]!;
  if (!(await attachBid(tx, authorizationId, bidId)))
    throw new Error(`Authorization ${authorizationId} was taken while it was held.`);
  crashPoint('bid: inside the transaction');
  return bidId;
}
