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
  return { title, type, minimumBidValueInCents, biddingPeriodStartsAt, biddingPeriodEndsAt };
}
