import type { Database } from '../db/database.ts';
import type { QueuedDelivery } from '../jobs/make-delivery-queue.ts';

/** Whoever takes a delivery up has it alone for this long: longer than one try can last. Afterwards another one does. */
export const leaseMs = 30_000;

/** How many of an endpoint's deliveries are under way at once: none of its receiver's faults takes more than that. */
const mostUnderWay = 10;

/** An endpoint whose latest try has failed is asked for one delivery at a time, until one succeeds. */
const mostUnderWayWhileFailing = 1;

const mostAtOnce = 200;

/** A delivery that is due, as the job that tries it, and since when it was. */
export interface TakenUpDelivery extends QueuedDelivery {
  readonly dueAt: Date;
}

/**
 * Leases deliveries that are due, of each endpoint no more than it may have under way. Any number of processes may do so:
 * those that look at the same instant choose the same ones, and each goes to whoever locks it first.
 *
 * @returns at most 200, the longest due first
 */
export async function takeUpDeliveries({ pool }: Pick<Database, 'pool'>): Promise<TakenUpDelivery[]> {
  const { rows } = await pool.query<TakenUpDelivery>({ name: 'take-up-webhook-deliveries', text: takingUp });
  return rows.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
}

// The endpoints that have something unfinished are found by steps from one to the next in the index. Deliveries of the same
// event are due at the same instant: their ids make the choice the same for everybody.
const takingUp = `
  with recursive waiting as (
    (select endpoint_id from webhook_deliveries where next_attempt_at is not null order by endpoint_id limit 1)
    union all
    select (
      select endpoint_id from webhook_deliveries
      where next_attempt_at is not null and endpoint_id > waiting.endpoint_id order by endpoint_id limit 1)
    from waiting where endpoint_id is not null
  ), chosen as (
    select d.delivery_id
    from waiting
    join webhook_endpoints e using (endpoint_id)
    cross join lateral (
      select delivery_id, next_attempt_at from webhook_deliveries
      where endpoint_id = e.endpoint_id and next_attempt_at <= statement_timestamp()
      order by next_attempt_at, delivery_id
      limit greatest(0, case when e.failing_since is null then ${mostUnderWay} else ${mostUnderWayWhileFailing} end - (
        select count(*) from webhook_deliveries
        where endpoint_id = e.endpoint_id and is_under_way and next_attempt_at > statement_timestamp()))
    ) d
    order by d.next_attempt_at limit ${mostAtOnce}
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
