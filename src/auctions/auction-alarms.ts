import type { Alarm } from '../jobs/alarms.ts';
import type { AuctionRow } from './auction-row.ts';

/** When to look at an auction: at its start and at its end. */
export function alarmsOf({ auctionId, biddingPeriodStartsAt, biddingPeriodEndsAt }: AuctionRow): Alarm[] {
  return [
    { kind: 'open', auctionId, dueAt: biddingPeriodStartsAt },
    { kind: 'close', auctionId, dueAt: biddingPeriodEndsAt },
  ];
}
