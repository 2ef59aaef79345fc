/** A bid without its bidder. */
export interface BidValue {
  readonly valueInCents: number;
  readonly placedAt: Date;
  /** Counts the bidders of the auction in the order of their first bids; `null`: the bid is of a version that did not count. */
  readonly bidderNumber: number | null;
}

/**
 * Returns SQL of the latest bids on the auction `$1`, without their bidders, newest first. The limit is a query, so that
 * PostgreSQL's plan does not know it: for the few bids of an average auction it would rather sort all of them than read the index
 * in its order, which takes a popular auction a hundred times as long.
 *
 * @param limit as SQL
 */
export function latestBidValues(limit: string): string {
  return `
    select bid_value_in_cents as "valueInCents", placed_at as "placedAt", bidder_number as "bidderNumber" from bids
    where auction_id = $1 order by placed_at desc, bid_id desc limit (select ${limit})`;
}
