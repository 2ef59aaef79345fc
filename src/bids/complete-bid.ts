import { crashPoint } from '../core/crash-point.ts';
import type { Database } from '../db/database.ts';
import { lockAuction } from '../db/lock-auction.ts';
import { currentOrigin } from '../jobs/job-origin.ts';
import { attachingBid } from '../payments/attach-bid.ts';
import type { Authorization, AuthorizationState } from '../payments/authorization.ts';
import type { FailureCode } from '../payments/failure-code.ts';
import { moveAuthorization } from '../payments/move-authorization.ts';
import { releaseAuthorization } from '../payments/release-authorization.ts';
import { recordBidEvents } from '../webhooks/record-bid-events.ts';
import type { BidDeps } from './bid-deps.ts';
import { type BidRefusalCode, judgedAuction } from './judge-bid.ts';
import type { PlacedBid } from './placed-bid.ts';

/**
 * Makes a bid of an active authorization, or marks it for release if the auction does not accept the bid (any more).
 */
export async function completeBid(deps: BidDeps, authorization: Authorization): Promise<PlacedBid> {
  const { authorizationId, auctionId } = authorization;
  for (;;) {
    const { placedBidId, bidId, state, failureCode, refusal } = await writeBid(deps.db, authorization);
    if (placedBidId !== null) {
      crashPoint('bid: committed');
      deps.live.announce(auctionId);
      return { outcome: 'placed', bidId: placedBidId };
    }
    // Another caller was faster: the sweep, a second submit, or a cancellation.
    if (bidId !== null) return { outcome: 'placed', bidId };
    if (state !== 'authorized') return { outcome: 'refused', code: failureCode ?? 'already_released' };
    if (refusal === null) continue;
    const refused = await moveAuthorization(deps.db, authorizationId, 'beginRelease', { failureCode: refusal });
    if (refused === null) continue;
    crashPoint('bid: refused');
    await releaseAuthorization(deps, authorizationId);
    return { outcome: 'refused', code: refusal };
  }
}

interface WrittenBid {
  /** The bid that was written now; `null`: none. */
  readonly placedBidId: string | null;
  /** The authorization's bid before this statement. */
  readonly bidId: string | null;
  readonly state: AuthorizationState;
  readonly failureCode: FailureCode | null;
  /** The reason for which the auction does not accept the bid; `null` if it does. */
  readonly refusal: BidRefusalCode | null;
}

/**
 * Judges and writes in one round trip. All bids on an auction wait for its row: while one of them holds the lock,
 * PostgreSQL must not wait for a process that has other work.
 */
async function writeBid(db: Database, { authorizationId, auctionId }: Authorization): Promise<WrittenBid> {
  const { requestId, traceparent } = currentOrigin();
  const [, written] = await db.pipeline([
    lockAuction(auctionId),
    {
      name: 'write-bid',
      text: `
        with held as materialized (
          select bid_id, state, failure_code, value_in_cents, bidder_id from authorizations where authorization_id = $2 and auction_id = $1
        ), auction as materialized (${judgedAuction({ valueInCents: '(select value_in_cents from held)', bidderId: '(select bidder_id from held)' })}
        ), attached as (${attachingBid('$2', 'uuidv7()')}
          and exists (select from auction where refusal is null)
          returning a.bid_id, a.auction_id, a.seller_id, a.bidder_id, a.value_in_cents
        ), placed as (
          insert into bids (bid_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at)
          select attached.*, auction.judged_at from attached, auction
          returning *
        ), ${recordBidEvents('bid_placed', 'placed', '$3::uuid, $4::text')}
        select placed.bid_id as "placedBidId", held.bid_id as "bidId", held.state, held.failure_code as "failureCode",
          auction.refusal
        from held, auction left join placed on true`,
      values: [auctionId, authorizationId, requestId, traceparent],
    },
  ]);
  const bid = (written!.rows as WrittenBid[])[0];
  if (bid === undefined) throw new Error(`Authorization ${authorizationId} has vanished.`);
  return bid;
}
