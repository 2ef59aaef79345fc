import type { WebhookDeliveryState, WebhookEventType } from '../db/generated/enums.ts';

/** An event on its way to one endpoint, as it is read. */
export interface DeliveryRow {
  deliveryId: string;
  endpointId: string;
  state: WebhookDeliveryState;
  /** `null` where nothing is tried any more. While a request is on its way, when it counts as lost. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  /** The start of the three days for which it is tried: later than `createdAt` where it was replayed. */
  triedSince: Date;
  /** When it was delivered or given up. */
  closedAt: Date | null;
  eventId: string;
  eventType: WebhookEventType;
  auctionId: string | null;
  bidId: string | null;
  /** The rows as they were then; the body is made of it. */
  snapshot: unknown;
  eventCreatedAt: Date;
}

/** The select list that makes a `DeliveryRow` of `webhook_deliveries d join webhook_events v`. */
export const deliveryColumns = `
  d.delivery_id as "deliveryId", d.endpoint_id as "endpointId", d.state, d.next_attempt_at as "nextAttemptAt",
  d.created_at as "createdAt", d.tried_since as "triedSince", d.closed_at as "closedAt",
  v.event_id as "eventId", v.event_type as "eventType", v.auction_id as "auctionId", v.bid_id as "bidId", v.snapshot,
  v.created_at as "eventCreatedAt"`;
