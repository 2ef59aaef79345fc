const backing = `('authorized', 'capturing', 'captured')`;

/**
 * SQL: can a row of `bids` still be paid? A bid whose hold has lapsed, or was undone at the provider, does not lead
 * any more. The settlement passes over such a bid, because its authorization is `expired`.
 *
 * It is one value for each bid, and not a join: PostgreSQL would join and sort all bids of an auction to find its highest one.
 */
export const isBacked = `coalesce((
  select bool_or(state in ${backing}) or not bool_or(state = 'expired') from authorizations
  where authorizations.auction_id = bids.auction_id and authorizations.bid_id = bids.bid_id), true)`;
