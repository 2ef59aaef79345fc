import type { Connection } from '../db/database.ts';
import { clockOffset } from '../db/seller-clock.ts';
import { settlementDuration } from '../metrics/metrics.ts';
import { releasing } from '../holds/begin-releases.ts';
import { factsOf, type MoveFacts, moving } from '../holds/move-authorization.ts';
import { recordAuctionEvents } from '../webhooks/record-events.ts';
import { recordingLateCaptures } from './capture-attempts.ts';

/**
 * Completes auctions for good, as SQL: the queries of a `with`, of which `completed` returns one `Completed` for each result. Records the
 * winner, if any, and the result together, and marks every other authorization for release. The worker then releases them. An
 * earlier statement of the caller locks the rows of the auctions.
 *
 * @param results the name of a query of the same `with`: `auction_id`, and `winning_bid_id`, the bid whose funds are captured; null:
 *   unsold
 */
export function completing(results: string): string {
  return `
    won as (
      update bids set is_winning_bid = true from ${results} results
      where bids.bid_id = winning_bid_id and bids.auction_id = results.auction_id
    ), ended as (
      update auctions set status = 'completed', completed_at = clock_timestamp() + ${clockOffset},
        outcome = case when winning_bid_id is null then 'UNSOLD' else 'SOLD' end::auction_outcome
      from ${results} results, sellers
      where auctions.auction_id = results.auction_id and sellers.seller_id = auctions.seller_id and status <> 'completed'
      returning old.status as was, new.*, winning_bid_id
    ), ${recordAuctionEvents('ended')}, released as (${releasing('ended')}),
    completed as (
      select results.*, outcome, extract(epoch from completed_at - bidding_period_ends_at)::float8 as "durationSeconds"
      from ${results} results left join ended using (auction_id)
    )`;
}

export interface Completed {
  /** `null`: the auction was completed before. */
  readonly outcome: string | null;
  /** From the end of the auction. */
  readonly durationSeconds: number;
}

/** Completes auctions without a winner. The caller holds the locks of their rows. */
export async function completeUnsold(tx: Connection, auctionIds: readonly string[]): Promise<void> {
  const { rows } = await tx.query<Completed>({
    name: 'complete-unsold',
    text: `
      with results as (
        select auction_id, null::uuid as winning_bid_id from unnest($1::uuid[]) auction_id
      ), ${completing('results')}
      select outcome, "durationSeconds" from completed`,
    values: [auctionIds],
  });
  observeCompleted(rows);
}

/** @throws if one of the auctions was completed before, although its row is locked by somebody who has read that it is open */
export function observeCompleted(completed: readonly Completed[]): void {
  for (const { outcome, durationSeconds } of completed) {
    if (outcome === null) throw new Error('An auction was completed while it was locked.');
    settlementDuration.observe({ outcome }, durationSeconds);
  }
}

/**
 * Lets the bid win whose payment is captured already, and completes the auction. The caller has locked its row, and has read that it
 * is open.
 *
 * @returns false if another process has claimed or moved the authorization since
 */
export async function winCaptured(
  tx: Connection,
  captured: Pick<MoveFacts, 'attempt' | 'capturedInCents'> & { readonly authorizationId: string },
): Promise<boolean> {
  const { rows, rowCount } = await tx.query<Completed>({
    name: 'win-captured',
    text: `
      with ${moving('adoptCapture')}, late as (${recordingLateCaptures('moved')}), results as (
        select "auctionId" as auction_id, "bidId" as winning_bid_id from moved
      ), ${completing('results')}
      select outcome, "durationSeconds" from completed`,
    values: factsOf([captured]),
  });
  observeCompleted(rows);
  return rowCount === 1;
}
