import type { SellerMode } from '../core/viewer.ts';
import type { Connection } from '../db/database.ts';
import type { WebhookEventType } from '../db/generated/enums.ts';
import type { DeliveryJob, QueuedDelivery } from '../jobs/delivery-job.ts';

/** A claim holds a delivery for this long: longer than one attempt can last. Afterwards another process may claim it. */
const leaseMs = 30_000;

/** The number of an endpoint's deliveries under way at once: a faulty receiver can occupy no more. */
const maxUnderWay = 10;

/** An endpoint whose latest attempt has failed gets one delivery at a time, until one succeeds. */
const maxUnderWayWhileFailing = 1;

/**
 * The number of a seller's deliveries under way at once, whatever number of endpoints they go to. A process sends 250
 * webhooks at once: more than ten sellers with slow receivers are needed to occupy it.
 */
const maxUnderWayOfSeller = 20;

const maxAtOnce = 200;

/** The job of a due delivery, and the instant since which it is due. */
interface ClaimedDelivery extends QueuedDelivery {
  readonly dueAt: Date;
}

/**
 * Leases deliveries that are due, and no more of an endpoint and of a seller than may be under way. Any number of processes may do so:
 * at the same instant they choose the same deliveries, and the process that locks a delivery first gets it.
 *
 * @returns at most 200, the longest due first
 */
export async function claimDeliveries(db: Connection): Promise<ClaimedDelivery[]> {
  const { rows } = await db.query<ClaimedDelivery>({ name: 'claim-webhook-deliveries', text: claiming });
  return rows.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
}

// The query steps through the index from one endpoint with unfinished deliveries to the next. Deliveries of the same event
// are due at the same instant: ordering by their ids makes every process choose the same ones. The endpoints of a seller take
// turns, so that a slow one does not take the seller's whole share.
const claiming = `
  with recursive waiting as (
    (select endpoint_id from webhook_deliveries where next_attempt_at is not null order by endpoint_id limit 1)
    union all
    select (
      select endpoint_id from webhook_deliveries
      where next_attempt_at is not null and endpoint_id > waiting.endpoint_id order by endpoint_id limit 1)
    from waiting where endpoint_id is not null
  ), endpoints as (
    select e.endpoint_id, e.seller_id, u.under_way,
      case when e.failing_since is null then ${maxUnderWay} else ${maxUnderWayWhileFailing} end as max_under_way,
      sum(u.under_way) over (partition by e.seller_id) as under_way_of_seller
    from waiting
    join webhook_endpoints e using (endpoint_id)
    cross join lateral (
      select count(*) as under_way from webhook_deliveries
      where endpoint_id = e.endpoint_id and is_under_way and next_attempt_at > statement_timestamp()
    ) u
  ), candidates as (
    select d.delivery_id, d.next_attempt_at, e.under_way_of_seller,
      row_number() over (
        partition by e.seller_id order by e.under_way + d.turn, d.next_attempt_at, d.delivery_id) as turn_of_seller
    from endpoints e
    cross join lateral (
      select delivery_id, next_attempt_at, row_number() over (order by next_attempt_at, delivery_id) as turn
      from (
        select delivery_id, next_attempt_at from webhook_deliveries
        where endpoint_id = e.endpoint_id and next_attempt_at <= statement_timestamp()
        order by next_attempt_at, delivery_id
        limit greatest(0, e.max_under_way - e.under_way)
      ) due_first
    ) d
  ), chosen as (
    select delivery_id from candidates
    where turn_of_seller <= ${maxUnderWayOfSeller} - under_way_of_seller
    order by next_attempt_at limit ${maxAtOnce}
  ), due as (
    select delivery_id, next_attempt_at as due_at from webhook_deliveries
    where delivery_id in (select delivery_id from chosen) and next_attempt_at <= statement_timestamp()
    for no key update skip locked
  )
  update webhook_deliveries set is_under_way = true, next_attempt_at = clock_timestamp() + ${leaseMs} * interval '1 ms'
  from due, webhook_events event
  where webhook_deliveries.delivery_id = due.delivery_id and event.event_id = webhook_deliveries.event_id
  returning webhook_deliveries.delivery_id as "deliveryId", attempt + 1 as attempt, due_at as "dueAt",
    event.request_id as "requestId", event.traceparent`;

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

/**
 * Closes a delivery whose attempt was taken, or that must not be sent, as its endpoint has been disabled meanwhile.
 *
 * @returns false, and changes nothing, if another worker has claimed the delivery since
 */
export async function closeDelivery(
  connection: Connection,
  { deliveryId, attempt }: DeliveryJob,
  state: 'delivered' | 'failed',
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'close-webhook-delivery',
    text: `
      update webhook_deliveries set
        state = $3, closed_at = clock_timestamp(), next_attempt_at = null, is_under_way = false
      where delivery_id = $1 and attempt = $2 and state = 'pending'`,
    values: [deliveryId, attempt, state],
  });
  return rowCount === 1;
}

/**
 * Ends leases early, so that other processes need not wait for their end. Attempts that others have begun stay.
 *
 * @param deliveries each with the number of attempts that have begun, as far as the lease's holder knows
 */
export async function giveBackDeliveries(
  connection: Connection,
  deliveries: readonly { deliveryId: string; begun: number; dueAt: Date }[],
): Promise<void> {
  await connection.query({
    name: 'give-back-webhook-deliveries',
    text: `
      update webhook_deliveries set is_under_way = false, next_attempt_at = given.due_at
      from unnest($1::uuid[], $2::int[], $3::timestamptz[]) as given (delivery_id, begun, due_at)
      where webhook_deliveries.delivery_id = given.delivery_id and attempt = given.begun and is_under_way
        and state = 'pending'`,
    values: [
      deliveries.map(({ deliveryId }) => deliveryId),
      deliveries.map(({ begun }) => begun),
      deliveries.map(({ dueAt }) => dueAt),
    ],
  });
}

/** Marks the pending deliveries of a disabled endpoint as failed; they can be replayed. */
export async function failPendingDeliveries(tx: Connection, endpointId: string): Promise<void> {
  await tx.query({
    name: 'fail-pending-webhook-deliveries',
    text: `
      update webhook_deliveries set state = 'failed', closed_at = clock_timestamp(), next_attempt_at = null, is_under_way = false
      where endpoint_id = $1 and state = 'pending'`,
    values: [endpointId],
  });
}
