import type { AuctionOutcome, AuctionStatus, AuctionType } from '../../src/platform/db/generated/client.ts';
import type { Connection } from '../../src/platform/db/database.ts';

export interface AuctionOptions {
  title?: string;
  minimumBidValueInCents?: number;
  type?: AuctionType;
  /** From PostgreSQL's clock on; negative lies in the past. */
  startsInSeconds?: number;
  /** Unless told, an hour after the start. */
  endsInSeconds?: number;
  createdAt?: Date;
  /** What a worker last turned the row to; what is read goes by the clock. */
  status?: AuctionStatus;
  outcome?: AuctionOutcome;
  cancelledAt?: Date;
  captureRequestedAt?: Date;
  softClose?: { windowSeconds: number; maximumSeconds: number };
  bidSteps?: readonly { fromInCents: number; stepInCents: number }[];
  buyNowPriceInCents?: number;
}

export interface InsertedAuction {
  auctionId: string;
  sellerId: string;
  createdAt: Date;
  biddingPeriodStartsAt: Date;
  biddingPeriodEndsAt: Date;
}

const hour = 3_600;

// The states that an auction can be found in, as no test can wait for them.
export const upcoming: AuctionOptions = { startsInSeconds: hour };
export const ongoing: AuctionOptions = { startsInSeconds: -hour, endsInSeconds: hour, status: 'ongoing' };
/** Its end has passed: settlement has yet to decide, with bids or without. */
export const settling: AuctionOptions = { startsInSeconds: -2 * hour, endsInSeconds: -60, status: 'ongoing' };
export const unsold: AuctionOptions = { ...settling, status: 'completed', outcome: 'UNSOLD' };
export const sold: AuctionOptions = { ...unsold, outcome: 'SOLD' };
export const cancelled: AuctionOptions = {
  startsInSeconds: -hour,
  endsInSeconds: hour,
  status: 'completed',
  outcome: 'CANCELLED',
  cancelledAt: new Date('2026-01-01T00:00:00Z'),
};

/** Writes a row as it is, past every rule but the database's own constraints. */
export async function insertAuction(
  db: Connection,
  { sellerId }: { sellerId: string },
  options: AuctionOptions = {},
): Promise<InsertedAuction> {
  const startsInSeconds = options.startsInSeconds ?? hour;
  const { rows } = await db.query<InsertedAuction>(
    `insert into auctions (
       seller_id, title, minimum_bid_value_in_cents, type, created_at, bidding_period_starts_at, bidding_period_ends_at,
       status, outcome, completed_at, cancelled_at, capture_requested_at,
       soft_close_window_seconds, soft_close_maximum_seconds, bid_steps, buy_now_price_in_cents)
     select $1, $2, $3, $4, coalesce($5, t.now), t.now + $6 * interval '1 second', t.now + $7 * interval '1 second',
       $8::auction_status, $9, case when $8::auction_status = 'completed' then t.now end, $10, $11,
       $12, $13, $14, $15
     from (select clock_timestamp() as now) t
     returning auction_id as "auctionId", seller_id as "sellerId", created_at as "createdAt",
       bidding_period_starts_at as "biddingPeriodStartsAt", bidding_period_ends_at as "biddingPeriodEndsAt"`,
    [
      sellerId,
      options.title ?? 'A walnut desk',
      options.minimumBidValueInCents ?? 0,
      options.type ?? 'asynchronous',
      options.createdAt ?? null,
      startsInSeconds,
      options.endsInSeconds ?? startsInSeconds + hour,
      options.status ?? 'upcoming',
      options.outcome ?? null,
      options.cancelledAt ?? null,
      options.captureRequestedAt ?? null,
      options.softClose?.windowSeconds ?? null,
      options.softClose?.maximumSeconds ?? null,
      options.bidSteps === undefined ? null : JSON.stringify(options.bidSteps),
      options.buyNowPriceInCents ?? null,
    ],
  );
  return rows[0]!;
}
