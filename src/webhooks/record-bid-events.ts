import { bidFieldsInV1 } from '../core/bid-fields.ts';
import { recordEvents } from './record-events.ts';

/** SQL of a bid as `GET /v1/bids/<id>` shows it, over a row of `bids`. */
export const bidSnapshot = `jsonb_build_object(${Object.entries(bidFieldsInV1)
  .map(([name, column]) => `'${name}', ${column}`)
  .join(', ')})`;

/**
 * Returns SQL that records the events of bids: see `recordEvents`.
 *
 * @param bids the name of a query of the same `with`: rows of `bids`, for `capture_failed` with a `reason`
 * @param origin as SQL
 */
export function recordBidEvents(eventType: 'bid_placed' | 'capture_failed', bids: string, origin?: string): string {
  const snapshot = {
    bid_placed: bidSnapshot,
    capture_failed: `${bidSnapshot} || jsonb_build_object('reason', reason)`,
  }[eventType];
  const facts = `
      select seller_id, '${eventType}'::webhook_event_type as event_type, auction_id, bid_id, ${snapshot} as snapshot
      from ${bids}`;
  return recordEvents({ sellers: `select distinct seller_id from ${bids}`, facts, origin });
}
