/** The events that a statement records, all as SQL. */
export interface EventSource {
  /** A query of the distinct `seller_id`s of the events, such as of the rows that the statement has just written. */
  readonly sellers: string;
  /** A query of `seller_id`, `event_type`, `auction_id`, `bid_id` and `snapshot`, built from the rows that it has just written. */
  readonly facts: string;
  /** Two values: the id of the request, which the receiver gets, and its trace. */
  readonly origin?: string | undefined;
}

/**
 * Returns SQL that records events, and a delivery for each endpoint that subscribes to them: the end of the `with` of a
 * statement. It is a part of the statement that makes the facts true, so that an event and its fact are committed
 * together or not at all, and need no round trip. The seller's feed shows every event, also without an endpoint.
 */
export function recordEvents({ sellers, facts, origin = 'null::uuid, null::text' }: EventSource): string {
  return `
    listening as materialized (
      -- Seller by seller, by the index. The lock keeps an endpoint from being deleted meanwhile: a delivery to it
      -- would break the fact's transaction. A row is deleted only after nobody subscribes through it: nobody waits for that.
      select endpoint.* from (${sellers}) seller, lateral (
        select endpoint_id, seller_id, event_types from webhook_endpoints
        where webhook_endpoints.seller_id = seller.seller_id and disabled_at is null
        for key share
      ) endpoint
    ), recorded as (
      insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent)
      select seller_id, event_type, auction_id, bid_id, snapshot, ${origin} from (${facts}) facts
      returning event_id, seller_id, event_type
    ), deliveries as (
      insert into webhook_deliveries (event_id, endpoint_id)
      select event_id, endpoint_id from recorded join listening using (seller_id) where event_type = any (event_types)
    )`;
}
