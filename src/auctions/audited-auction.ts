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

/** The columns that hold it, and what each is as JSON. */
const auditedColumns = {
  title: ['title'],
  type: ['type'],
  minimumBidValueInCents: ['minimum_bid_value_in_cents'],
  biddingPeriodStartsAt: ['bidding_period_starts_at', instant],
  biddingPeriodEndsAt: ['bidding_period_ends_at', instant],
} as const;

function instant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * As much of it as an update of `auctions` has changed, as SQL of its `returning`.
 *
 * @param row as it was, or as it is now
 */
export function changedPart(row: 'old' | 'new'): string {
  const parts = Object.entries(auditedColumns).map(([name, [column, asJson = (its: string) => its]]) => {
    return `'${name}', case when old.${column} is distinct from new.${column} then ${asJson(`${row}.${column}`)} end`;
  });
  return `jsonb_strip_nulls(jsonb_build_object(${parts.join(', ')}))`;
}
