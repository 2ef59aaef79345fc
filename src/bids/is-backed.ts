const backing = `('authorized', 'capturing', 'captured')`;

/**
 * SQL: can a row of `bids` still be paid? A bid whose hold has lapsed, or was undone at the provider, does not lead
 * any more. The settlement passes over such a bid, because its authorization is `expired`.
 */
export const isBacked = `not exists (
  select from authorizations lapsed where lapsed.auction_id = bids.auction_id and lapsed.bid_id = bids.bid_id and lapsed.state = 'expired'
    and not exists (select from authorizations held where held.auction_id = bids.auction_id and held.bid_id = bids.bid_id and held.state in ${backing}))`;
