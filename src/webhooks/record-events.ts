/** How the facts of a statement are told, all as SQL. */
export interface Telling {
  /** Whose facts they are, each once: a query of `seller_id`, such as of what the statement has just written. */
  readonly sellers: string;
  /** A query of `seller_id`, `event_type`, `auction_id`, `bid_id` and `snapshot`, made of what it has just written. */
  readonly facts: string;
  /** Two values: the request, which goes on to the receiver, and its trace. */
  readonly origin?: string | undefined;
}

/**
 * Writes events down where somebody wants to hear of them, and a delivery for each endpoint that does: the end of the
 * `with` of a statement, as SQL. It stands in the statement that makes the facts true, so that an event and its fact are
 * committed together or not at all, and cost no round trip of their own. Without an endpoint it writes nothing.
 */
export function recordEvents({ sellers, facts, origin = 'null::uuid, null::text' }: Telling): string {
  return `
    listening as materialized (
      -- Seller by seller, by the index. An endpoint that is being deleted is waited for and left out: a delivery to it would
      -- break the fact's transaction.
      select endpoint.* from (${sellers}) teller, lateral (
        select endpoint_id, seller_id, event_types from webhook_endpoints
        where webhook_endpoints.seller_id = teller.seller_id and disabled_at is null
        for key share
      ) endpoint
    ), recorded as (
      insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent)
      -- A snapshot is made only where somebody listens.
      select seller_id, event_type, auction_id, bid_id, snapshot, ${origin} from (${facts}) facts
      where exists (
        select from listening
        where listening.seller_id = facts.seller_id and facts.event_type = any (listening.event_types))
      returning event_id, seller_id, event_type
    ), addressed as (
      insert into webhook_deliveries (event_id, endpoint_id)
      select event_id, endpoint_id from recorded join listening using (seller_id) where event_type = any (event_types)
    )`;
}
