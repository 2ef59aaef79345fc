// The minimum step: how much a bid has to add to the leading one. All of these are SQL over a row of `auctions`.

/**
 * Builds SQL of the least amount of the next bid, given SQL of the leading bid's: the minimum without a leading bid, and without the rule.
 *
 * @param leadingInCents null: no bid leads
 */
export function nextBidAbove(leadingInCents: string): string {
  return `case when bid_steps is null then minimum_bid_value_in_cents else greatest(
    minimum_bid_value_in_cents, ${leadingInCents} + (
      select (step ->> 'stepInCents')::int from jsonb_array_elements(bid_steps) step
      where (step ->> 'fromInCents')::int <= ${leadingInCents} order by (step ->> 'fromInCents')::int desc limit 1)) end`;
}
