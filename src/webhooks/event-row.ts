import type { DeliveryRow } from './delivery-row.ts';

/** An event, as it is read with a delivery or from the feed. */
export type EventRow = Pick<
  DeliveryRow,
  'eventId' | 'eventType' | 'auctionId' | 'bidId' | 'snapshot' | 'eventCreatedAt'
>;

/** The select list that makes an `EventRow` of `webhook_events v`. */
export const eventColumns = `
  v.event_id as "eventId", v.event_type as "eventType", v.auction_id as "auctionId", v.bid_id as "bidId", v.snapshot,
  v.created_at as "eventCreatedAt"`;
