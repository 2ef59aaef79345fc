import type { Alarm } from '../jobs/alarms.ts';
import type { AuctionRow } from './auction-row.ts';

type AuctionPeriod = Pick<AuctionRow, 'auctionId' | 'biddingPeriodStartsAt' | 'biddingPeriodEndsAt'>;

/** Returns the alarms of an auction: one at its start and one at its end. */
export function alarmsOf({ auctionId, biddingPeriodStartsAt, biddingPeriodEndsAt }: AuctionPeriod): Alarm[] {
  return [
    { kind: 'open', auctionId, dueAt: biddingPeriodStartsAt },
    { kind: 'close', auctionId, dueAt: biddingPeriodEndsAt },
  ];
}
