import { bidSnapshot } from './record-bid-events.ts';
import { recordEvents } from './record-events.ts';

// Whoever moves an auction on from `upcoming` first finds that it has begun, be it at its end: a worker may have been late.
// Cancelled before its start it never began. By the instants as they are stored, so that every reader finds the same.
const hasBegunNow = `was = 'upcoming' and (cancelled_at is null or bidding_period_starts_at <= cancelled_at)`;

const eventTypes = `array[
  case when ${hasBegunNow} then 'auction_started' end,
  case when status = 'completed' then case when cancelled_at is null then 'auction_completed' else 'auction_cancelled' end end
]::webhook_event_type[]`;

/** An auction as `GET /v1/auctions/<id>` shows it, but for its URL, with the status that its event gave it. */
const auctionSnapshot = `jsonb_build_object(
  'auctionId', auction_id, 'createdAt', created_at, 'biddingPeriodStartsAt', bidding_period_starts_at,
  'biddingPeriodEndsAt', bidding_period_ends_at, 'type', type, 'minimumBidValueInCents', minimum_bid_value_in_cents,
  'title', title, 'status', case when event_type = 'auction_started' then 'ongoing' else 'completed' end)`;

/** Bids are not written by the statement that completes their auction, so that it reads the winner as it is by now. */
const winner = `(
  select ${bidSnapshot} from bids where bids.auction_id = moved.auction_id and is_winning_bid)`;

/**
 * What a seller is told of auctions whose status has moved, as SQL: see `recordEvents`. Every statement that moves one has
 * it: exactly one event tells that an auction began, and one that it ended or was cancelled.
 *
 * @param moved the name of a query of the same `with`: an update of `auctions` that returns `old.status as was, new.*`
 */
export function recordAuctionEvents(moved: string): string {
  const andWinner = `|| case when event_type = 'auction_completed' then jsonb_build_object('winningBid', ${winner}) else '{}' end`;
  return recordEvents({
    sellers: `select distinct seller_id from ${moved}`,
    facts: factsOf(moved, `${auctionSnapshot} ${andWinner}`),
  });
}

/**
 * The same where all that moved is an auction of `$1` that was cancelled: there is no winner to look for.
 *
 * @param origin as SQL
 */
export function recordCancellation(moved: string, origin: string): string {
  return recordEvents({ sellers: 'select $1::uuid as seller_id', facts: factsOf(moved, auctionSnapshot), origin });
}

function factsOf(moved: string, snapshot: string): string {
  return `
      select seller_id, event_type, auction_id, null::uuid as bid_id, ${snapshot} as snapshot
      from ${moved} moved, unnest(${eventTypes}) event_type
      where event_type is not null`;
}
