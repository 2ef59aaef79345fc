import { capturedInCents, feeInCents, isCaptured } from '../payments/captured-money.ts';

/**
 * Sums up what was captured and what became of it, as SQL: `captured`, `refunded`, `disputed`, `net` and `fee` in whole
 * cents, and `payment_of`, the auction. `fee` is the operator's part of `captured`. One row for each captured authorization: an auction has several where somebody has captured at the provider.
 *
 * @param condition SQL that selects the authorizations `a`
 */
export function paymentTotals(condition: string): string {
  return `
    select payment_of, captured, refunded, disputed, captured - refunded - disputed as net, fee
    from (
      select a.auction_id as payment_of, ${capturedInCents('a')} as captured, coalesce(${feeInCents('a')}, 0) as fee,
        coalesce(sum(r.amount_in_cents) filter (where r.kind = 'refund'), 0)::int as refunded,
        coalesce(sum(r.amount_in_cents) filter (where r.kind = 'dispute'), 0)::int as disputed
      from authorizations a
      left join reversals r on r.authorization_id = a.authorization_id and r.taken_at is not null and r.returned_at is null
      where ${isCaptured('a')} and ${condition}
      group by a.authorization_id
    ) sums`;
}
