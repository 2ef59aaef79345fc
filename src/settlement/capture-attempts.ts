import { clockOffset } from '../db/seller-clock.ts';
import type { Database } from '../db/database.ts';
import { underAuctionLock } from '../db/under-auction-lock.ts';
import type { Claimed } from '../holds/claim.ts';
import { known } from '../holds/move-authorization.ts';

/** @param seller SQL of the seller's id */
const instantOf = (seller: string) =>
  `(select clock_timestamp() + ${clockOffset} from sellers where sellers.seller_id = ${seller})`;

/**
 * Records that captures are about to be requested, as SQL: an insert that belongs into a `with`.
 *
 * @param claimed the name of a query of the same `with`: the `capturing` authorizations, each as a `Claimed`
 */
export function recordingRequests(claimed: string): string {
  return `
    insert into capture_attempts (authorization_id, attempt, auction_id, bid_id, requested_at)
    select "authorizationId", attempt, "auctionId", "bidId", ${instantOf('"sellerId"')} from ${claimed}`;
}

/**
 * Records that a capture is about to be requested again, under the lock of the auction: a cancellation either sees the request, or has
 * given the capture up.
 *
 * @returns true if it was recorded: not if another worker has claimed or concluded the capture since, or the auction was cancelled
 */
export async function recordCaptureRequest(db: Database, claimed: Claimed): Promise<boolean> {
  const [recorded] = await underAuctionLock(db, claimed.auctionId, [
    {
      name: 'record-capture-request',
      text: `
        insert into capture_attempts (authorization_id, attempt, auction_id, bid_id, requested_at)
        select authorization_id, attempt, auction_id, bid_id, ${instantOf('authorizations.seller_id')}
        from authorizations where authorization_id = $1 and attempt = $2 and state = 'capturing'`,
      values: [claimed.authorizationId, claimed.attempt],
    },
  ]);
  return recorded!.rowCount === 1;
}

/**
 * Records the provider's answers to capture requests, as SQL: an update that belongs into a `with`. Its parameters are those of
 * `factsOf`, the reason being the failure code.
 */
export function recordingAnswers(result: 'captured' | 'refused' | 'unknown'): string {
  return `
    update capture_attempts c set answered_at = ${instantOf('auctions.seller_id')}, result = '${result}', reason = known_code
    from ${known}, auctions
    where c.authorization_id = id and c.attempt = known_attempt and auctions.auction_id = c.auction_id`;
}

/**
 * Records captures that were refused at first and found executed later, as SQL: an insert that belongs into a `with`.
 *
 * @param adopted the name of a query of the same `with`: the authorizations, each as an `Authorization`
 */
export function recordingLateCaptures(adopted: string): string {
  return `
    insert into capture_attempts (authorization_id, attempt, auction_id, bid_id, requested_at, answered_at, result)
    select "authorizationId", attempt, "auctionId", "bidId", seller.now, seller.now, 'captured'
    from ${adopted}, lateral ${instantOf('"sellerId"')} seller (now)`;
}
