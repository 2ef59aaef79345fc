/** The failure code of an authorization whose bid was not written yet, as SQL of the auction's current row. */
const whyNoBid = `case
  when auction.cancelled_at is not null then 'auction_cancelled'
  when auction.status = 'completed' then 'auction_ended' end`;

/**
 * Marks every authorization of an auction that holds money, or still may, for release, as SQL: when the auction is
 * cancelled, or settled. The authorization of a winner is not in one of these states any more. The update returns nothing. An earlier statement of the caller locks the auction's
 * row: if this one waited for the lock, it would miss rows that are written meanwhile.
 *
 * @param auction the name of a query of the same `with`: the auction's current row
 */
export function releasing(auction: string): string {
  return `
    update authorizations a set state = 'releasing', moved_at = clock_timestamp(), tries_in_state = 0, next_attempt_at = clock_timestamp(),
      failure_code = case when bid_id is null then coalesce(failure_code, ${whyNoBid}) else failure_code end
    from ${auction} auction
    where a.auction_id = auction.auction_id and a.state in ('intended', 'challenged', 'authorized')`;
}
