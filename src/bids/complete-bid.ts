import { crashPoint } from '../core/crash-point.ts';
import type { Database } from '../db/database.ts';
import { inOneRoundTrip, inTransaction } from '../db/transaction.ts';
import { presentOrigin } from '../jobs/job-origin.ts';
import { attachingBid } from '../payments/attach-bid.ts';
import type { Authorization } from '../payments/authorization.ts';
import { findAuthorization } from '../payments/find-authorization.ts';
import { moveAuthorization } from '../payments/move-authorization.ts';
import { releaseAuthorization } from '../payments/release-authorization.ts';
import { recordBidEvents } from '../webhooks/record-bid-events.ts';
import type { BidDeps } from './bid-deps.ts';
import { auctionForBid, judgeBid, lockAuctionForBid, lockingAuction, takesBid } from './judge-bid.ts';
import type { PlacedBid } from './placed-bid.ts';

/**
 * Makes a bid of an authorization that stands, or has it released because the auction does not take the bid (any more):
 * one of the two, while the auction's row is held.
 */
export async function completeBid(deps: BidDeps, authorization: Authorization): Promise<PlacedBid> {
  const { authorizationId, auctionId } = authorization;
  const decided = (await writeBid(deps.db, authorization)) ?? (await refuseBid(deps.db, authorization));
  // It was too early by the clock, and is not any more.
  if (decided === null) return await completeBid(deps, authorization);

  if (decided.outcome === 'placed') {
    crashPoint('bid: committed');
    deps.live.announce(auctionId);
  } else {
    crashPoint('bid: refused');
    await releaseAuthorization(deps, authorizationId);
  }
  return decided;
}

/**
 * Judges and writes in one round trip. All bids on an auction wait for its row one after the other: while one of them holds
 * it, PostgreSQL must not have to wait for a process that has other things to do.
 *
 * @returns `null`: the auction does not take it, or the authorization has a bid already or does not stand any more
 */
async function writeBid(
  db: Pick<Database, 'pool'>,
  { authorizationId, auctionId }: Authorization,
): Promise<PlacedBid | null> {
  const { requestId, traceparent } = presentOrigin();
  const [, written] = await inOneRoundTrip(db, [
    lockingAuction(auctionId),
    {
      name: 'write-bid',
      text: `
        with auction as materialized (${auctionForBid}
        ), attached as (${attachingBid('$2', 'uuidv7()')}
          and exists (select from auction where ${takesBid('z.value_in_cents')})
          returning z.bid_id, z.auction_id, z.seller_id, z.bidder_id, z.value_in_cents
        ), placed as (
          insert into bids (bid_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at)
          select attached.*, auction."judgedAt" from attached, auction
          returning *
        ), ${recordBidEvents('bid_placed', 'placed', '$3::uuid, $4::text')}
        select bid_id as "bidId" from placed`,
      values: [auctionId, authorizationId, requestId, traceparent],
    },
  ]);
  const bid = (written!.rows as { bidId: string }[])[0];
  return bid === undefined ? null : { outcome: 'placed', bidId: bid.bidId };
}

/** @returns `null`: there is nothing to refuse it for */
async function refuseBid(
  db: Pick<Database, 'pool'>,
  { authorizationId, auctionId, valueInCents }: Authorization,
): Promise<PlacedBid | null> {
  return await inTransaction(db, async (tx): Promise<PlacedBid | null> => {
    const auction = await lockAuctionForBid(tx, auctionId);
    const standing = await findAuthorization(tx, authorizationId);
    if (standing === null) throw new Error(`Authorization ${authorizationId} has vanished.`);
    // Somebody else was faster: the sweep, a second submit, or a cancellation.
    if (standing.bidId !== null) return { outcome: 'placed', bidId: standing.bidId };
    if (standing.state !== 'authorized')
      return { outcome: 'refused', code: standing.failureCode ?? 'already_released' };

    const refusal = judgeBid(auction, valueInCents);
    if (refusal === null) return null;
    await moveAuthorization(tx, authorizationId, 'beginRelease', { failureCode: refusal });
    return { outcome: 'refused', code: refusal };
  });
}
