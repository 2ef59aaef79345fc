import type { AuctionOutcome, AuctionStatus, AuctionType } from '../db/generated/client.ts';
import { sellerNow } from '../db/seller-clock.ts';
import { type ColumnsOf, selectList } from '../db/source.ts';

/** The status, told finer: `SETTLING` is past the end and not yet final. */
export const auctionPhases = ['UPCOMING', 'OPEN', 'SETTLING', 'FINAL'] as const;

export type AuctionPhase = (typeof auctionPhases)[number];

/** An auction as it is read: its row, with the status that the clock gives it. */
export interface AuctionRow {
  auctionId: string;
  sellerId: string;
  createdAt: Date;
  biddingPeriodStartsAt: Date;
  biddingPeriodEndsAt: Date;
  type: AuctionType;
  title: string;
  minimumBidValueInCents: number;
  status: AuctionStatus;
  phase: AuctionPhase;
  outcome: AuctionOutcome | null;
  completedAt: Date | null;
  cancelledAt: Date | null;
  firstBidAttemptAt: Date | null;
  captureRequestedAt: Date | null;
}

// All of these are SQL in which `$1` is the seller.

/** Past its end, and no card was ever tried for it: it can have no bid, so it is over whatever a worker has done. */
const endedWithoutBids = `bidding_period_ends_at <= ${sellerNow} and first_bid_attempt_at is null`;

/**
 * The status by the clock: what a worker turned the stored one to can be late, what is read never is.
 * An ended auction that may have bids stays `ongoing` until settlement has decided, because `completed` is final.
 */
export const statusByClock = `case
  when status = 'completed' or (${endedWithoutBids}) then 'completed'
  when bidding_period_starts_at > ${sellerNow} then 'upcoming'
  else 'ongoing' end`;

const phaseByClock = `case
  when status = 'completed' or (${endedWithoutBids}) then 'FINAL'
  when bidding_period_starts_at > ${sellerNow} then 'UPCOMING'
  when bidding_period_ends_at > ${sellerNow} then 'OPEN'
  else 'SETTLING' end`;

/** Each property of an `AuctionRow`, of a row of `auctions`. */
export const auctionProperties: ColumnsOf<AuctionRow> = {
  auctionId: 'auction_id',
  sellerId: 'seller_id',
  createdAt: 'created_at',
  biddingPeriodStartsAt: 'bidding_period_starts_at',
  biddingPeriodEndsAt: 'bidding_period_ends_at',
  type: 'type',
  title: 'title',
  minimumBidValueInCents: 'minimum_bid_value_in_cents',
  status: statusByClock,
  phase: phaseByClock,
  outcome: `case when status <> 'completed' and ${endedWithoutBids} then 'UNSOLD' else outcome end`,
  completedAt: `case when status <> 'completed' and ${endedWithoutBids} then bidding_period_ends_at else completed_at end`,
  cancelledAt: 'cancelled_at',
  firstBidAttemptAt: 'first_bid_attempt_at',
  captureRequestedAt: 'capture_requested_at',
};

/** The select list that makes an `AuctionRow` of a row of `auctions`. */
export const auctionColumns = selectList(auctionProperties);

/** The rows that read as a status, in two parts. */
export interface RowsOfStatus {
  /** Which of the rows with this stored status, nearly all: an index has them in the order of the list. */
  readonly turned: string;
  /** Rows with another one, which a worker has yet to turn: few, and in the index of what is due. */
  readonly due: string | null;
}

export const rowsByStatus: Record<AuctionStatus, RowsOfStatus> = {
  upcoming: {
    turned: `bidding_period_starts_at > ${sellerNow}`,
    due: null,
  },
  ongoing: {
    turned: `not (${endedWithoutBids})`,
    due: `status = 'upcoming' and bidding_period_starts_at <= ${sellerNow} and not (${endedWithoutBids})`,
  },
  completed: {
    turned: 'true',
    due: `status <> 'completed' and ${endedWithoutBids}`,
  },
};
