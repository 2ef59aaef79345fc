import { newWinnerReference } from '../auctions/bids/winner-reference.ts';
import type { Connection } from '../platform/db/database.ts';
import { clockOffset } from '../platform/db/seller-clock.ts';
import { settlementDuration } from '../platform/metrics/metrics.ts';
import { releasing } from '../payments/holds/begin-releases.ts';
import { moveAuthorization, type MoveFacts } from '../payments/holds/move-authorization.ts';
import { recordResults } from '../auctions/webhooks/record-events.ts';
import { recordLateCapture } from './capture-attempts.ts';

/**
 * Completes auctions for good: records the winners and the results with their events, and marks every other authorization for release.
 * A worker then releases them. The caller has locked the rows of the auctions, and has read that they are open.
 *
 * @param winningBidIds the bids whose funds are captured, one for each auction; none: the auctions are unsold
 */
export async function completeAuctions(
  tx: Connection,
  auctionIds: readonly string[],
  winningBidIds: readonly (string | null)[] = auctionIds.map(() => null),
): Promise<void> {
  if (auctionIds.length === 0) return;
  const values = [auctionIds, winningBidIds];
  const [, { rows }] = await Promise.all([
    // First, as long as the rows say whether an auction has begun.
    tx.query({ name: 'record-results', text: recordResults, values }),
    tx.query<{ outcome: string; durationSeconds: number }>({
      name: 'complete-auctions',
      text: `
        with ended as (
          update auctions set status = 'completed', completed_at = clock_timestamp() + ${clockOffset},
            outcome = case when winning_bid_id is null then 'UNSOLD' else 'SOLD' end::auction_outcome
          from unnest($1::uuid[], $2::uuid[], $3::text[]) results (id, winning_bid_id, winner_reference), sellers
          where auctions.auction_id = id and sellers.seller_id = auctions.seller_id and status <> 'completed'
          returning auctions.*, winning_bid_id, results.winner_reference
        ), won as (
          update bids set is_winning_bid = true, winner_reference = ended.winner_reference from ended
          where bids.bid_id = winning_bid_id
        ), released as (${releasing('ended')})
        select outcome, extract(epoch from completed_at - bidding_period_ends_at)::float8 as "durationSeconds" from ended`,
      values: [...values, auctionIds.map(newWinnerReference)],
    }),
  ]);
  if (rows.length !== auctionIds.length) throw new Error('An auction was completed while it was locked.');
  for (const { outcome, durationSeconds } of rows) settlementDuration.observe({ outcome }, durationSeconds);
}

/**
 * Lets the bid win whose payment is captured already, and completes the auction. The caller has locked its row, and has read that it
 * is open.
 *
 * @returns false if another process has claimed or moved the authorization since
 */
export async function winCaptured(tx: Connection, authorizationId: string, facts: MoveFacts = {}): Promise<boolean> {
  const moved = await moveAuthorization(tx, authorizationId, 'adoptCapture', facts);
  if (moved === null) return false;
  await Promise.all([recordLateCapture(tx, moved), completeAuctions(tx, [moved.auctionId], [moved.bidId])]);
  return true;
}
