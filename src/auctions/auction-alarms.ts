import type { Alarm } from '../jobs/alarms.ts';
import type { AuctionRow } from './auction-row.ts';

type AuctionPeriod = Pick<AuctionRow, 'auctionId' | 'biddingPeriodStartsAt' | 'biddingPeriodEndsAt'>;

/** When to look at an auction: at its start and at its end. */
export function alarmsOf({ auctionId, biddingPeriodStartsAt, biddingPeriodEndsAt }: AuctionPeriod): Alarm[] {
  return [
    { kind: 'open', auctionId, dueAt: biddingPeriodStartsAt },
    { kind: 'close', auctionId, dueAt: biddingPeriodEndsAt },
  ];
}
