import type { SellerMode } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import type { WebhookEventType } from '../db/generated/enums.ts';
import type { DeliveryJob } from '../jobs/delivery-job.ts';
import { leaseMs } from './claim-deliveries.ts';

/** A delivery with the caller's latest claim, as its `attempt` proves. */
export interface Attempt extends DeliveryJob {
  /** By PostgreSQL's clock. */
  readonly requestedAt: Date;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: WebhookEventType;
  readonly snapshot: unknown;
  /** The request that caused the event; `null` if a worker caused it. */
  readonly requestId: string | null;
  readonly sellerId: string;
  readonly mode: SellerMode;
  readonly url: string;
  /** The stored secrets: the current one first; during a rotation the previous one, too. */
  readonly secrets: readonly string[];
  readonly isDisabled: boolean;
  /** The number of failures since the delivery was created or replayed. */
  readonly failures: number;
}

/**
 * Claims the number of an attempt: of all workers that hold the same job, or an older one, only one continues. The
 * lease is renewed for the maximum duration of an attempt.
 *
 * @returns `null` when this attempt has begun already, or the delivery is closed
 */
export async function beginAttempt(
  connection: Connection,
  { deliveryId, attempt }: DeliveryJob,
): Promise<Attempt | null> {
  const { rows } = await connection.query<Attempt>({
    name: 'begin-webhook-attempt',
    text: `
      with begun as (
        update webhook_deliveries set
          attempt = attempt + 1, is_under_way = true, next_attempt_at = clock_timestamp() + $3 * interval '1 ms'
        where delivery_id = $1 and attempt = $2::int - 1 and state = 'pending'
        returning delivery_id, attempt, event_id, endpoint_id, tried_since, clock_timestamp() as requested_at
      )
      select d.delivery_id as "deliveryId", d.attempt, d.requested_at as "requestedAt", e.endpoint_id as "endpointId",
        v.event_id as "eventId", v.event_type as "eventType", v.snapshot, v.request_id as "requestId", s.seller_id as "sellerId", s.mode, e.url,
        array_remove(array[e.secret, case when e.previous_secret_expires_at > d.requested_at then e.previous_secret end], null)
          as secrets,
        e.disabled_at is not null as "isDisabled",
        (select count(*)::int from webhook_attempts a where a.delivery_id = d.delivery_id and a.requested_at >= d.tried_since)
          as failures
      from begun d
      join webhook_endpoints e using (endpoint_id)
      join webhook_events v using (event_id)
      join sellers s on s.seller_id = e.seller_id`,
    values: [deliveryId, attempt, leaseMs],
  });
  return rows[0] ?? null;
}
