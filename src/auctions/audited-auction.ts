import type { AuctionRow } from './auction-row.ts';

/** What a seller decides about an auction: the part of it that the audit log remembers. */
export function auditedAuction({
  title,
  type,
  minimumBidValueInCents,
  biddingPeriodStartsAt,
  biddingPeriodEndsAt,
}: Pick<
  AuctionRow,
  'title' | 'type' | 'minimumBidValueInCents' | 'biddingPeriodStartsAt' | 'biddingPeriodEndsAt'
>): object {
  return {
    title,
    type,
    minimumBidValueInCents,
    // As JSON has them anyway: of a Date, it takes twice as long to find out.
    biddingPeriodStartsAt: biddingPeriodStartsAt.toISOString(),
    biddingPeriodEndsAt: biddingPeriodEndsAt.toISOString(),
  };
}

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The same of a row of `auctions`, as SQL. */
export const auditedColumns = `jsonb_build_object(
  'title', title, 'type', type, 'minimumBidValueInCents', minimum_bid_value_in_cents,
  'biddingPeriodStartsAt', ${instant('bidding_period_starts_at')}, 'biddingPeriodEndsAt', ${instant('bidding_period_ends_at')})`;
