import type { Refund, Reversal } from '../../platform/db/generated/client.ts';
import type { ColumnsOf } from '../../platform/db/select-list.ts';
import { capturedInCents, feeInCents, isCaptured } from '../../payments/holds/captured-money.ts';
import type { RefundRefusal } from '../../payments/providers/refund-answer.ts';

/**
 * Sums up what was captured and what became of it, as SQL: `captured`, `refunded`, `disputed`, `net` and `fee` in whole
 * cents, and `payment_of`, the auction. `fee` is the operator's part of `captured`. `refundable` is what can still be refunded: less than `net` by
 * the refunds that the provider has not answered. One row for each captured authorization: an auction has several where somebody has captured at the provider.
 *
 * @param condition SQL that selects the authorizations `a`
 */
export function paymentTotals(condition: string): string {
  return `
    select payment_of, captured, refunded, disputed, captured - refunded - disputed as net, fee, is_of_winner, paid_with,
      greatest(captured - refunded - disputed - requested, 0) as refundable
    from (
      select a.auction_id as payment_of, a.authorization_id as paid_with, a.state = 'captured' as is_of_winner,
        (select coalesce(sum(q.amount_in_cents), 0)::int from refunds q
         where q.authorization_id = a.authorization_id and q.state = 'requested') as requested,
        ${capturedInCents('a')} as captured,
        ${feeInCents('a')} as fee,
        coalesce(sum(r.amount_in_cents) filter (where r.kind = 'refund'), 0)::int as refunded,
        coalesce(sum(r.amount_in_cents) filter (where r.kind = 'dispute'), 0)::int as disputed
      from authorizations a
      left join reversals r on r.authorization_id = a.authorization_id and r.taken_at is not null and r.returned_at is null
      where ${isCaptured('a')} and ${condition}
      group by a.authorization_id
    ) sums`;
}

/** The column of each sum of the captured money of an auction, in whole US cents. */
export const paymentProperties = {
  capturedInCents: 'captured',
  refundedInCents: 'refunded',
  disputedInCents: 'disputed',
  netInCents: 'net',
  applicationFeeInCents: 'fee',
  refundableInCents: 'refundable',
};

export type AuctionPayment = Readonly<Record<keyof typeof paymentProperties, number>>;

/** SQL of the payment of an auction, from `from` on, over a row of `auctions`: no row while nothing is captured. */
export const paymentOfAuction = `from (
  select sum(captured)::int as captured, sum(refunded)::int as refunded, sum(disputed)::int as disputed, sum(net)::int as net,
    sum(fee)::int as fee, (array_agg(refundable order by is_of_winner desc, paid_with))[1] as refundable
  from (${paymentTotals('a.auction_id = auctions.auction_id')}) totals having count(*) > 0
) payment`;

/** A refund that was asked for here. Once it is made, it is a reversal as well. */
export type RefundRow = Pick<
  Refund,
  'refundId' | 'amountInCents' | 'reason' | 'state' | 'dashboardUrl' | 'providerReference' | 'requestedAt' | 'closedAt'
> & { readonly failureCode: RefundRefusal | null };

/** The column of each property of a `RefundRow`. */
export const refundProperties: ColumnsOf<RefundRow> = {
  refundId: 'refund_id',
  amountInCents: 'amount_in_cents',
  reason: 'reason',
  state: 'state',
  failureCode: 'failure_code',
  dashboardUrl: 'dashboard_url',
  providerReference: 'provider_reference',
  requestedAt: 'requested_at',
  closedAt: 'closed_at',
};

/** SQL of the refunds of an auction that were asked for here, from `from` on, over a row of `auctions`, the oldest first. */
export const refundsOfAuction = `from (
  select * from refunds where refunds.auction_id = auctions.auction_id order by requested_at, refund_id
) refunds`;

export type ReversalRow = Pick<
  Reversal,
  'kind' | 'state' | 'amountInCents' | 'providerReference' | 'madeAt' | 'changedAt'
>;

/** The column of each property of a `ReversalRow`. */
export const reversalProperties: ColumnsOf<ReversalRow> = {
  kind: 'kind',
  state: 'state',
  amountInCents: 'amount_in_cents',
  providerReference: 'provider_reference',
  madeAt: 'made_at',
  changedAt: 'changed_at',
};

/** SQL of the reversals of an auction, from `from` on, over a row of `auctions`, the oldest first. */
export const reversalsOfAuction = `from (
  select * from reversals where reversals.auction_id = auctions.auction_id order by made_at, provider_reference
) reversals`;
