import type { WebhookDeliveryState, WebhookEventType } from '../db/generated/enums.ts';

/** An event and its state of delivery to one endpoint. */
export interface DeliveryRow {
  deliveryId: string;
  endpointId: string;
  state: WebhookDeliveryState;
  /** The next attempt; `null`: none follows. While a request is under way, the instant at which it counts as lost. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  /** The start of the three days of retries: later than `createdAt` for a replayed delivery. */
  triedSince: Date;
  /** The instant at which the delivery succeeded or failed for good. */
  closedAt: Date | null;
  eventId: string;
  eventType: WebhookEventType;
  auctionId: string | null;
  bidId: string | null;
  /** The rows as they were at the event; the body is built from them. */
  snapshot: unknown;
  eventCreatedAt: Date;
}

/** The select list of a `DeliveryRow`, from `webhook_deliveries d join webhook_events v`. */
export const deliveryColumns = `
  d.delivery_id as "deliveryId", d.endpoint_id as "endpointId", d.state, d.next_attempt_at as "nextAttemptAt",
  d.created_at as "createdAt", d.tried_since as "triedSince", d.closed_at as "closedAt",
  v.event_id as "eventId", v.event_type as "eventType", v.auction_id as "auctionId", v.bid_id as "bidId", v.snapshot,
  v.created_at as "eventCreatedAt"`;
