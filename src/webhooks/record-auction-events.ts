import { fieldsInV1 } from '../core/auction-fields.ts';
import { bidSnapshot } from './record-bid-events.ts';
import { recordEvents } from './record-events.ts';

// The first statement that transitions an auction from `upcoming` records that it has begun, even at its end: a
// worker may be late. An auction that was cancelled before its start never began. The stored instants decide, so that
// every reader finds the same.
const hasBegunNow = `was = 'upcoming' and (cancelled_at is null or bidding_period_starts_at <= cancelled_at)`;

const eventTypes = `array[
  case when ${hasBegunNow} then 'auction_started' end,
  case when status = 'completed' then case when cancelled_at is null then 'auction_completed' else 'auction_cancelled' end end
]::webhook_event_type[]`;

const statusOfEvent = `case when event_type = 'auction_started' then 'ongoing' else 'completed' end`;

/** An auction as `GET /v1/auctions/<id>` shows it, without its URL, and with the status of its event. */
const auctionSnapshot = `jsonb_build_object(${fieldsInV1
  .map(([name, { column }]) => `'${name}', ${name === 'status' ? statusOfEvent : column}`)
  .join(', ')})`;

/** The same statement records the winner, so this query still reads the bid as it was before. */
const winner = `(
  select ${bidSnapshot} || '{"isWinningBid": true}' from bids where bids.bid_id = moved.winning_bid_id)`;

/**
 * Returns SQL that records the events of auctions whose status has changed: see `recordEvents`. Every statement that
 * changes a status includes this: exactly one event says that an auction began, and one that it ended or was
 * cancelled.
 *
 * @param moved the name of a query of the same `with`: an update of `auctions` that returns `old.status as was,
 *   new.*`, and `winning_bid_id`, which is null where there is no winner
 */
export function recordAuctionEvents(moved: string): string {
  const andWinner = `|| case when event_type = 'auction_completed' then jsonb_build_object('winningBid', ${winner}) else '{}' end`;
  return recordEvents({
    sellers: `select distinct seller_id from ${moved}`,
    facts: factsOf(moved, `${auctionSnapshot} ${andWinner}`),
  });
}

/**
 * Returns SQL that records the cancellation of an auction of `$1`: there is no winner to look up.
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
