import type { SellerMode } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { WebhookEventType } from '../../platform/db/generated/enums.ts';
import type { JobOrigin } from '../../platform/jobs/job-origin.ts';

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

/** A claimed delivery with everything that is sent. */
export interface Attempt extends JobOrigin {
  readonly deliveryId: string;
  /** The number of the claim, counted from 1: a later claim of the same delivery has a higher number. */
  readonly attempt: number;
  /** By PostgreSQL's clock. */
  readonly requestedAt: Date;
  readonly endpointId: string;
  readonly eventId: string;
  /** The auction and the bid of the event; `null`: it is of none. */
  readonly auctionId: string | null;
  readonly bidId: string | null;
  readonly eventType: WebhookEventType;
  readonly snapshot: unknown;
  /** When the event was recorded. */
  readonly createdAt: Date;
  readonly sequence: number | null;
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
 * Claims deliveries that are due, and no more of an endpoint and of a seller than may be under way. Any number of processes may do so:
 * at the same instant they choose the same deliveries, and the process that locks a delivery first gets it.
 *
 * @returns at most `limit`, the longest due first
 */
export async function claimDeliveries(db: Connection, limit: number): Promise<Attempt[]> {
  const { rows } = await db.query<Attempt>({
    name: 'claim-webhook-deliveries',
    text: claimingDeliveries,
    values: [limit],
  });
  return rows;
}

// The query steps through the index from one endpoint with unfinished deliveries to the next. Deliveries of the same event
// are due at the same instant: ordering by their ids makes every process choose the same ones. The endpoints of a seller take
// turns, so that a slow one does not take the seller's whole share.
const claimingDeliveries = `
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
    order by next_attempt_at limit $1
  ), due as (
    select delivery_id from webhook_deliveries
    where delivery_id in (select delivery_id from chosen) and next_attempt_at <= statement_timestamp()
    for no key update skip locked
  ), claimed as (
    update webhook_deliveries d set
      attempt = attempt + 1, is_under_way = true, next_attempt_at = clock_timestamp() + ${leaseMs} * interval '1 ms'
    from due where d.delivery_id = due.delivery_id
    returning d.*
  )
  select d.delivery_id as "deliveryId", d.attempt, now.instant as "requestedAt", e.endpoint_id as "endpointId",
    v.event_id as "eventId", v.event_type as "eventType", v.snapshot, v.created_at as "createdAt", v.sequence, v.request_id as "requestId", v.traceparent,
    v.auction_id as "auctionId", v.bid_id as "bidId",
    s.seller_id as "sellerId", s.mode, e.url,
    array_remove(array[e.secret, case when e.previous_secret_expires_at > now.instant then e.previous_secret end], null)
      as secrets,
    e.disabled_at is not null as "isDisabled",
    (select count(*)::int from webhook_attempts a where a.delivery_id = d.delivery_id and a.requested_at >= d.tried_since)
      as failures
  from claimed d
  join webhook_endpoints e using (endpoint_id)
  join webhook_events v using (event_id)
  join sellers s on s.seller_id = e.seller_id
  cross join (select clock_timestamp() as instant) now
  order by d.tried_since, d.delivery_id`;
