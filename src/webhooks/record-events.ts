/**
 * Writes events down where somebody wants to hear of them, and a delivery for each endpoint that does: the end of the
 * `with` of a statement, as SQL. It stands in the statement that makes the facts true, so that an event and its fact are
 * committed together or not at all, and cost no round trip of their own. Without an endpoint it writes nothing.
 *
 * @param facts a query of `seller_id`, `event_type`, `auction_id`, `bid_id` and `snapshot`, made of what the statement has
 *   just written
 * @param origin of the facts, as SQL: two values, the request, which goes on to the receiver, and its trace
 */
export function recordEvents(facts: string, origin = 'null::uuid, null::text'): string {
  // Inlined, so that a snapshot is made only where somebody listens.
  return `
    facts as not materialized (${facts}
    ), listening as materialized (
      -- Seller by seller, by the index. An endpoint that is being deleted is waited for and left out: a delivery to it would
      -- break the fact's transaction.
      select endpoint.* from (select distinct seller_id from facts) teller, lateral (
        select endpoint_id, seller_id, event_types from webhook_endpoints
        where webhook_endpoints.seller_id = teller.seller_id and disabled_at is null
        for key share
      ) endpoint
    ), recorded as (
      insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent)
      select seller_id, event_type, auction_id, bid_id, snapshot, ${origin} from facts
      where exists (
        select from listening
        where listening.seller_id = facts.seller_id and facts.event_type = any (listening.event_types))
      returning event_id, seller_id, event_type
    ), addressed as (
      insert into webhook_deliveries (event_id, endpoint_id)
      select event_id, endpoint_id from recorded join listening using (seller_id) where event_type = any (event_types)
    )`;
}
