-- The statements of /v1, and of the examples in the GraphQL guide: `npm run print:schema` writes this file.

-- GET /v1/auctions
with viewer as (
  select sellers.* from api_keys k, sellers
  where k.api_key_id = $2 and k.seller_id = $1 and sellers.seller_id = $1
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > statement_timestamp())
    and sellers.suspended_at is null
) select page.* from viewer sellers, lateral (
    with found as materialized (select * from (select * from ((select * from auctions where seller_id = $1 and true order by created_at desc, auction_id desc limit $3::bigint + $4::bigint)) auctions order by created_at desc, auction_id desc limit $3 offset $4) auctions order by created_at desc, auction_id desc)
    select exists (select from found offset $5::int) as "hasNext", string_agg(json, ',') as json
    from (select (((('{"auctionId":"' || (auction_id)::text) || ('","createdAt":' || (split_part(json_scalar((created_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1) || '+00:00","biddingPeriodStartsAt":'))) || ((split_part(json_scalar((bidding_period_starts_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1) || '+00:00","biddingPeriodEndsAt":') || (split_part(json_scalar((bidding_period_ends_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1) || ('+00:00","type":"' || (type)::text)))) || ((('","minimumBidValueInCents":' || (minimum_bid_value_in_cents)::text) || (',"title":' || (json_scalar((title)::text)::text || ',"status":"'))) || (((case when status = 'completed' then 'completed' when bidding_period_starts_at > (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') then 'upcoming' else 'ongoing' end)::text || ('","auctionUrl":"https://auctions.example/auctions/' || (auction_id)::text)) || ('","bids":[' || (coalesce((select string_agg(((('{"bidId":"' || ((bid_id)::text || '","bidderId":')) || (json_scalar((bidder_id)::text)::text || (',"placedAt":' || split_part(json_scalar((placed_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1)))) || (('+00:00","bidValueInCents":' || ((bid_value_in_cents)::text || ',"auctionId":"')) || (((auction_id)::text || '","isWinningBid":') || (case when is_winning_bid then 'true' else 'false' end || '}')))), ',') from bids where bids.auction_id = auctions.auction_id), '') || ']}'))))) as json from found auctions limit $5::int) items
  ) page;
-- ["00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000",101,0,100]

-- GET /v1/auctions/:auctionId
with viewer as (
  select sellers.* from api_keys k, sellers
  where k.api_key_id = $2 and k.seller_id = $1 and sellers.seller_id = $1
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > statement_timestamp())
    and sellers.suspended_at is null
) select null::boolean, (select (((('{"auctionId":"' || (auction_id)::text) || ('","createdAt":' || (split_part(json_scalar((created_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1) || '+00:00","biddingPeriodStartsAt":'))) || ((split_part(json_scalar((bidding_period_starts_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1) || '+00:00","biddingPeriodEndsAt":') || (split_part(json_scalar((bidding_period_ends_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1) || ('+00:00","type":"' || (type)::text)))) || ((('","minimumBidValueInCents":' || (minimum_bid_value_in_cents)::text) || (',"title":' || (json_scalar((title)::text)::text || ',"status":"'))) || (((case when status = 'completed' then 'completed' when bidding_period_starts_at > (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') then 'upcoming' else 'ongoing' end)::text || ('","auctionUrl":"https://auctions.example/auctions/' || (auction_id)::text)) || ('","bids":[' || (coalesce((select string_agg(((('{"bidId":"' || ((bid_id)::text || '","bidderId":')) || (json_scalar((bidder_id)::text)::text || (',"placedAt":' || split_part(json_scalar((placed_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1)))) || (('+00:00","bidValueInCents":' || ((bid_value_in_cents)::text || ',"auctionId":"')) || (((auction_id)::text || '","isWinningBid":') || (case when is_winning_bid then 'true' else 'false' end || '}')))), ',') from bids where bids.auction_id = auctions.auction_id), '') || ']}'))))) from auctions where seller_id = $1 and auction_id = $3) from viewer sellers;
-- ["00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000"]

-- POST /v1/auctions
with viewer as (
  select sellers.* from api_keys k, sellers
  where k.api_key_id = $2 and k.seller_id = $1 and sellers.seller_id = $1
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > statement_timestamp())
    and sellers.suspended_at is null
), judged as materialized (
      select now, case
          when not can_be_paid then 'seller_cannot_be_paid'
          when ($11::boolean and exists (
            select from auctions other where other.seller_id = $1 and other.reference = $10)) then 'reference_exists'
          when to_timestamp($5::float8) < now + interval '60 seconds' then 'start_too_soon' end as refusal
      from (select (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') as now, paid.can_be_paid from viewer sellers, lateral (select case when uses_own then own.provider_reference end as account,
        not uses_own or coalesce(own.charges_enabled, sellers.mode = 'test') as can_be_paid
      from (select sellers.mode = 'test' or $4::boolean as uses_own) paying
        left join payment_accounts own on own.seller_id = sellers.seller_id) paid) key
    ), created as (
      insert into auctions (seller_id, created_at, bidding_period_starts_at, bidding_period_ends_at, type, minimum_bid_value_in_cents, title, reference)
      select $1, now, to_timestamp($5::float8), to_timestamp($6::float8), $7, $8, $9, nullif($10, '') from judged where refusal is null
      returning *
    ), remembered as (
        insert into audit_log (api_key_id, request_id, action, subject_type, seller_id, before, after, subject_id)
        select $2, $3, 'createAuction', 'auction', $1, null, jsonb_build_object('biddingPeriodStartsAt', to_char(created.bidding_period_starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'biddingPeriodEndsAt', to_char(created.bidding_period_ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'type', created.type, 'minimumBidValueInCents', created.minimum_bid_value_in_cents, 'title', created.title, 'reference', created.reference), auction_id from created
      ), 
    facts as materialized (
      select seller_id, 'auction_created'::webhook_event_type as event_type, auction_id, null::uuid as bid_id, jsonb_build_object('auctionId', auction_id, 'createdAt', created_at, 'biddingPeriodStartsAt', bidding_period_starts_at, 'biddingPeriodEndsAt', bidding_period_ends_at, 'type', type, 'minimumBidValueInCents', minimum_bid_value_in_cents, 'title', title, 'status', 'upcoming', 'reference', reference) as snapshot
      from created
    ), listening as materialized (
      select endpoint.* from (select distinct seller_id from facts) seller, lateral (
        select endpoint_id, seller_id, event_types from webhook_endpoints
        where webhook_endpoints.seller_id = seller.seller_id and disabled_at is null
        for key share
      ) endpoint
    ), recorded as (
      insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent, sequence)
      select seller_id, event_type, auction_id, bid_id, snapshot, $12::uuid, $13::text, 1 from facts
      returning event_id, seller_id, event_type
    ), deliveries as (
      insert into webhook_deliveries (event_id, endpoint_id)
      select event_id, endpoint_id from recorded join listening using (seller_id) where event_type = any (event_types)
    )
    select refusal, case when refusal is not null then now end as "judgedAt", auction_id as "createdId", ('{"auction":' || ((((('{"auctionId":"' || (auction_id)::text) || ('","createdAt":' || split_part(json_scalar((created_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1))) || (('+00:00","biddingPeriodStartsAt":' || split_part(json_scalar((bidding_period_starts_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1)) || ('+00:00","biddingPeriodEndsAt":' || (split_part(json_scalar((bidding_period_ends_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1) || '+00:00","type":"')))) || ((((type)::text || '","minimumBidValueInCents":') || ((minimum_bid_value_in_cents)::text || (',"title":' || json_scalar((title)::text)::text))) || ((',"status":"' || (case when status = 'completed' then 'completed' when bidding_period_starts_at > now then 'upcoming' else 'ongoing' end)::text) || ('","auctionUrl":"https://auctions.example/auctions/' || ((auction_id)::text || '"}'))))) || '}')) as "json"
    from judged left join created auctions on true;
-- ["00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000",null,false,4102444800,4102531200,"asynchronous",5000,"A walnut desk, 1962",null,false,null,null]

-- PATCH /v1/auctions/:auctionId
with viewer as (
  select sellers.* from api_keys k, sellers
  where k.api_key_id = $2 and k.seller_id = $1 and sellers.seller_id = $1
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > statement_timestamp())
    and sellers.suspended_at is null
), judged as materialized (
        select *, case
    when status_now = 'completed' then 'auction_completed'
    when status_now = 'ongoing' and to_timestamp($5::float8) is not null and $7::auction_type <> type then 'period_and_type_locked'
    when status_now = 'ongoing' and to_timestamp($5::float8) is not null then 'period_locked'
    when status_now = 'ongoing' and $7::auction_type <> type then 'type_locked'
    when $7::auction_type <> type then 'type_unsupported'
    when ($11::boolean and exists (
            select from auctions other where other.seller_id = $1 and other.reference = $10 and other.auction_id <> judged.auction_id)) then 'reference_exists'
    when to_timestamp($5::float8) < now + interval '60 seconds' then 'start_too_soon' end as refusal, (bidding_period_starts_at, bidding_period_ends_at, type, minimum_bid_value_in_cents, title, reference) is not distinct from (coalesce(to_timestamp($5::float8), judged.bidding_period_starts_at), coalesce(to_timestamp($6::float8), judged.bidding_period_ends_at), coalesce($7, judged.type), coalesce($8, judged.minimum_bid_value_in_cents), coalesce($9, judged.title), nullif(coalesce($10, judged.reference), '')) as is_unchanged
        from (select *, case when status = 'completed' then 'completed' when bidding_period_starts_at > now then 'upcoming' else 'ongoing' end as status_now from (
          -- The clock is read once the row is locked, however long that took: the barrier keeps the two steps apart.
          select *, clock_timestamp() + clock_offset as now from (
            select auctions.*, sellers.clock_offset_ms * interval '1 millisecond' as clock_offset from viewer sellers left join lateral (
              select * from auctions where auctions.seller_id = $1 and auctions.auction_id = $3 for no key update
            ) auctions on true
          ) locked offset 0
        ) auctions) judged
      ), changed as (
        update auctions set bidding_period_starts_at = coalesce(to_timestamp($5::float8), judged.bidding_period_starts_at), bidding_period_ends_at = coalesce(to_timestamp($6::float8), judged.bidding_period_ends_at), type = coalesce($7, judged.type), minimum_bid_value_in_cents = coalesce($8, judged.minimum_bid_value_in_cents), title = coalesce($9, judged.title), reference = nullif(coalesce($10, judged.reference), '') from judged
        where auctions.auction_id = judged.auction_id and judged.refusal is null and not judged.is_unchanged
        -- Not "old": a trigger dates the change, and "old" is then the row from before the wait for the lock.
        returning with (new as after) after.*, judged.status as was, judged.status_now,
          jsonb_strip_nulls(jsonb_build_object('biddingPeriodStartsAt', case when judged.bidding_period_starts_at is distinct from after.bidding_period_starts_at then to_char(judged.bidding_period_starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, 'biddingPeriodEndsAt', case when judged.bidding_period_ends_at is distinct from after.bidding_period_ends_at then to_char(judged.bidding_period_ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, 'type', case when judged.type is distinct from after.type then judged.type end, 'minimumBidValueInCents', case when judged.minimum_bid_value_in_cents is distinct from after.minimum_bid_value_in_cents then judged.minimum_bid_value_in_cents end, 'title', case when judged.title is distinct from after.title then judged.title end, 'reference', case when judged.reference is distinct from after.reference then judged.reference end)) as audited_before, jsonb_strip_nulls(jsonb_build_object('biddingPeriodStartsAt', case when judged.bidding_period_starts_at is distinct from after.bidding_period_starts_at then to_char(after.bidding_period_starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, 'biddingPeriodEndsAt', case when judged.bidding_period_ends_at is distinct from after.bidding_period_ends_at then to_char(after.bidding_period_ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end, 'type', case when judged.type is distinct from after.type then after.type end, 'minimumBidValueInCents', case when judged.minimum_bid_value_in_cents is distinct from after.minimum_bid_value_in_cents then after.minimum_bid_value_in_cents end, 'title', case when judged.title is distinct from after.title then after.title end, 'reference', case when judged.reference is distinct from after.reference then after.reference end)) as audited_after
      ), 
    facts as materialized (
      select seller_id, 'auction_updated'::webhook_event_type as event_type, auction_id, null::uuid as bid_id, jsonb_build_object('auctionId', auction_id, 'createdAt', created_at, 'biddingPeriodStartsAt', bidding_period_starts_at, 'biddingPeriodEndsAt', bidding_period_ends_at, 'type', type, 'minimumBidValueInCents', minimum_bid_value_in_cents, 'title', title, 'status', status_now, 'reference', reference) as snapshot
      from changed
    ), listening as materialized (
      select endpoint.* from (select distinct seller_id from facts) seller, lateral (
        select endpoint_id, seller_id, event_types from webhook_endpoints
        where webhook_endpoints.seller_id = seller.seller_id and disabled_at is null
        for key share
      ) endpoint
    ), recorded as (
      insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent, sequence)
      select seller_id, event_type, auction_id, bid_id, snapshot, $12::uuid, $13::text, null::int from facts
      returning event_id, seller_id, event_type
    ), deliveries as (
      insert into webhook_deliveries (event_id, endpoint_id)
      select event_id, endpoint_id from recorded join listening using (seller_id) where event_type = any (event_types)
    ), remembered as (
        insert into audit_log (api_key_id, request_id, action, subject_type, seller_id, before, after, subject_id)
        select $2, $4, 'updateAuction', 'auction', $1, audited_before, audited_after, auction_id from changed
      )
      select case when auction_id is null then 'auction_not_found' else refusal end as refusal,
        case when refusal is not null then now end as "judgedAt", ('{"auction":' || ((((('{"auctionId":"' || (auction_id)::text) || ('","createdAt":' || split_part(json_scalar((created_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1))) || (('+00:00","biddingPeriodStartsAt":' || split_part(json_scalar((bidding_period_starts_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1)) || ('+00:00","biddingPeriodEndsAt":' || (split_part(json_scalar((bidding_period_ends_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1) || '+00:00","type":"')))) || ((((type)::text || '","minimumBidValueInCents":') || ((minimum_bid_value_in_cents)::text || (',"title":' || json_scalar((title)::text)::text))) || ((',"status":"' || (case when status = 'completed' then 'completed' when bidding_period_starts_at > now then 'upcoming' else 'ongoing' end)::text) || ('","auctionUrl":"https://auctions.example/auctions/' || ((auction_id)::text || '"}'))))) || '}')) as "json"
      from (select auction_id as auction_id, created_at as created_at, coalesce(to_timestamp($5::float8), judged.bidding_period_starts_at) as bidding_period_starts_at, coalesce(to_timestamp($6::float8), judged.bidding_period_ends_at) as bidding_period_ends_at, coalesce($7, judged.type) as type, coalesce($8, judged.minimum_bid_value_in_cents) as minimum_bid_value_in_cents, coalesce($9, judged.title) as title, status as status, nullif(coalesce($10, judged.reference), '') as reference, seller_id as seller_id, outcome as outcome, completed_at as completed_at, cancelled_at as cancelled_at, capture_requested_at as capture_requested_at, now, refusal from judged) auctions;
-- ["00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000",null,4102444800,4102531200,"asynchronous",5000,"A walnut desk, 1962",null,false,null,null]

-- DELETE /v1/auctions/:auctionId
select set_config('transaction_timeout', $2, true) from (
        select from auctions where auction_id = $1 for no key update) locked;
-- ["00000000-0000-4000-8000-000000000000","60s"]

with viewer as (
  select sellers.* from api_keys k, sellers
  where k.api_key_id = $2 and k.seller_id = $1 and sellers.seller_id = $1
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > statement_timestamp())
    and sellers.suspended_at is null
), judged as materialized (
        select *, case
    when judged.cancelled_at is not null then null
    when status_now = 'completed' then 'auction_completed'
    when exists (select from authorizations payment where payment.auction_id = judged.auction_id and (payment.state in ('capturing', 'releasing') and exists (
    select from capture_attempts c where c.authorization_id = payment.authorization_id and (
      payment.state = 'releasing' or (payment.state = 'captured' or payment.captured_at is not null) or c.result is null or c.result = 'unknown')))) then 'capture_under_way'
    when exists (select from authorizations payment where payment.auction_id = judged.auction_id and (payment.state = 'captured_outside' and payment.closed_at is null)) then 'auction_settling' end as refusal, cancelled_at is not null as is_unchanged
        from (select *, case when status = 'completed' then 'completed' when bidding_period_starts_at > now then 'upcoming' else 'ongoing' end as status_now from (
          -- The clock is read once the row is locked, however long that took: the barrier keeps the two steps apart.
          select *, clock_timestamp() + clock_offset as now from (
            select auctions.*, sellers.clock_offset_ms * interval '1 millisecond' as clock_offset from viewer sellers left join lateral (
              select * from auctions where auctions.seller_id = $1 and auctions.auction_id = $3 for no key update
            ) auctions on true
          ) locked offset 0
        ) auctions) judged
      ), changed as (
        update auctions set status = 'completed', outcome = 'CANCELLED', cancelled_at = coalesce(judged.cancelled_at, judged.now::timestamptz(3)), completed_at = coalesce(judged.completed_at, judged.now::timestamptz(3)) from judged
        where auctions.auction_id = judged.auction_id and judged.refusal is null and not judged.is_unchanged
        -- Not "old": a trigger dates the change, and "old" is then the row from before the wait for the lock.
        returning with (new as after) after.*, judged.status as was, judged.status_now,
          jsonb_build_object('status', judged.status_now) as audited_before, '{"status": "completed", "outcome": "CANCELLED"}'::jsonb as audited_after
      ), 
    
    facts as materialized (
      select seller_id, event_type, auction_id, null::uuid as bid_id,
        case event_type
          when 'auction_started' then jsonb_build_object('auctionId', auction_id, 'createdAt', created_at, 'biddingPeriodStartsAt', bidding_period_starts_at, 'biddingPeriodEndsAt', bidding_period_ends_at, 'type', type, 'minimumBidValueInCents', minimum_bid_value_in_cents, 'title', title, 'status', 'ongoing', 'reference', reference)
          else jsonb_build_object('auctionId', auction_id, 'createdAt', created_at, 'biddingPeriodStartsAt', bidding_period_starts_at, 'biddingPeriodEndsAt', bidding_period_ends_at, 'type', type, 'minimumBidValueInCents', minimum_bid_value_in_cents, 'title', title, 'status', 'completed', 'reference', reference) end as snapshot
      from changed ended, unnest(array[case when was = 'upcoming' and bidding_period_starts_at <= cancelled_at then 'auction_started' end, 'auction_cancelled']::webhook_event_type[]) event_type
      where event_type is not null
    ), listening as materialized (
      select endpoint.* from (select distinct seller_id from facts) seller, lateral (
        select endpoint_id, seller_id, event_types from webhook_endpoints
        where webhook_endpoints.seller_id = seller.seller_id and disabled_at is null
        for key share
      ) endpoint
    ), recorded as (
      insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent, sequence)
      select seller_id, event_type, auction_id, bid_id, snapshot, $5::uuid, $6::text, null::int from facts
      returning event_id, seller_id, event_type
    ), deliveries as (
      insert into webhook_deliveries (event_id, endpoint_id)
      select event_id, endpoint_id from recorded join listening using (seller_id) where event_type = any (event_types)
    ),
    released as (
    update authorizations a set state = 'releasing', moved_at = clock_timestamp(), closed_at = null,
    tries_in_state = 0,
    next_attempt_at = clock_timestamp(),
    waiting_since = clock_timestamp(), auction_is_over = true,
      failure_code = case when bid_id is null then coalesce(failure_code, case
  when auction.cancelled_at is not null then 'auction_cancelled'
  when auction.status = 'completed' then 'auction_ended' end)
        when capture_before <= (select (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') from sellers where sellers.seller_id = a.seller_id) then 'authorization_expired' when a.state = 'capturing' then null else failure_code end
    from changed auction
    where a.auction_id = auction.auction_id and (a.state in ('intended', 'challenged', 'authorized') or a.state = 'capturing') and a.authorization_id = any(array(
      select held.authorization_id from changed auction cross join lateral (
        select authorization_id from authorizations a where a.auction_id = auction.auction_id and (a.state in ('intended', 'challenged', 'authorized') or a.state = 'capturing') offset 0) held))), remembered as (
        insert into audit_log (api_key_id, request_id, action, subject_type, seller_id, before, after, subject_id)
        select $2, $4, 'cancelAuction', 'auction', $1, audited_before, audited_after, auction_id from changed
      )
      select case when auction_id is null then 'auction_not_found' else refusal end as refusal,
        case when refusal is not null then now end as "judgedAt", '{"success":true}' as "json"
      from (select auction_id as auction_id, created_at as created_at, bidding_period_starts_at as bidding_period_starts_at, bidding_period_ends_at as bidding_period_ends_at, type as type, minimum_bid_value_in_cents as minimum_bid_value_in_cents, title as title, 'completed' as status, reference as reference, seller_id as seller_id, 'CANCELLED' as outcome, coalesce(judged.completed_at, judged.now::timestamptz(3)) as completed_at, coalesce(judged.cancelled_at, judged.now::timestamptz(3)) as cancelled_at, capture_requested_at as capture_requested_at, now, refusal from judged) auctions;
-- ["00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000",null,null,null]

-- GET /v1/bids
with viewer as (
  select sellers.* from api_keys k, sellers
  where k.api_key_id = $2 and k.seller_id = $1 and sellers.seller_id = $1
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > statement_timestamp())
    and sellers.suspended_at is null
) select page.* from viewer sellers, lateral (
    with found as materialized (select * from (select * from bids where seller_id = $1 and auction_id = $3 order by placed_at desc, bid_id desc limit $4 offset $5) bids order by placed_at desc, bid_id desc)
    select exists (select from found offset $6::int) as "hasNext", string_agg(json, ',') as json
    from (select ((('{"bidId":"' || ((bid_id)::text || '","bidderId":')) || (json_scalar((bidder_id)::text)::text || (',"placedAt":' || split_part(json_scalar((placed_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1)))) || (('+00:00","bidValueInCents":' || ((bid_value_in_cents)::text || ',"auctionId":"')) || (((auction_id)::text || '","isWinningBid":') || (case when is_winning_bid then 'true' else 'false' end || '}')))) as json from found bids limit $6::int) items
  ) page;
-- ["00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000",101,0,100]

-- GET /v1/bids/:bidId
with viewer as (
  select sellers.* from api_keys k, sellers
  where k.api_key_id = $2 and k.seller_id = $1 and sellers.seller_id = $1
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > statement_timestamp())
    and sellers.suspended_at is null
) select null::boolean, (select ((('{"bidId":"' || ((bid_id)::text || '","bidderId":')) || (json_scalar((bidder_id)::text)::text || (',"placedAt":' || split_part(json_scalar((placed_at)::timestamptz(3) + interval '100 microseconds')::text, '1+', 1)))) || (('+00:00","bidValueInCents":' || ((bid_value_in_cents)::text || ',"auctionId":"')) || (((auction_id)::text || '","isWinningBid":') || (case when is_winning_bid then 'true' else 'false' end || '}')))) from bids where seller_id = $1 and bid_id = $3) from viewer sellers;
-- ["00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000"]

-- mutation ($title: String!, $period: BiddingPeriodInput!) {
--   createAuction(input: {title: $title, minimumBidValueInCents: 5000, biddingPeriod: $period}) {
--     auction { auctionId title phase bidCount leadingBid { bidValueInCents } }
--     errors { code message path }
--   }
-- }
with viewer as (
  select sellers.* from api_keys k, sellers
  where k.api_key_id = $2 and k.seller_id = $1 and sellers.seller_id = $1
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > statement_timestamp())
    and sellers.suspended_at is null
), judged as materialized (
      select now, case
          when not can_be_paid then 'seller_cannot_be_paid'
          when ($11::boolean and exists (
            select from auctions other where other.seller_id = $1 and other.reference = $10)) then 'reference_exists'
          when to_timestamp($5::float8) < now + interval '60 seconds' then 'start_too_soon' end as refusal
      from (select (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') as now, paid.can_be_paid from viewer sellers, lateral (select case when uses_own then own.provider_reference end as account,
        not uses_own or coalesce(own.charges_enabled, sellers.mode = 'test') as can_be_paid
      from (select sellers.mode = 'test' or $4::boolean as uses_own) paying
        left join payment_accounts own on own.seller_id = sellers.seller_id) paid) key
    ), created as (
      insert into auctions (seller_id, created_at, bidding_period_starts_at, bidding_period_ends_at, type, minimum_bid_value_in_cents, title, reference)
      select $1, now, to_timestamp($5::float8), to_timestamp($6::float8), $7, $8, $9, nullif($10, '') from judged where refusal is null
      returning *
    ), remembered as (
        insert into audit_log (api_key_id, request_id, action, subject_type, seller_id, before, after, subject_id)
        select $2, $3, 'createAuction', 'auction', $1, null, jsonb_build_object('biddingPeriodStartsAt', to_char(created.bidding_period_starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'biddingPeriodEndsAt', to_char(created.bidding_period_ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'type', created.type, 'minimumBidValueInCents', created.minimum_bid_value_in_cents, 'title', created.title, 'reference', created.reference), auction_id from created
      ), 
    facts as materialized (
      select seller_id, 'auction_created'::webhook_event_type as event_type, auction_id, null::uuid as bid_id, jsonb_build_object('auctionId', auction_id, 'createdAt', created_at, 'biddingPeriodStartsAt', bidding_period_starts_at, 'biddingPeriodEndsAt', bidding_period_ends_at, 'type', type, 'minimumBidValueInCents', minimum_bid_value_in_cents, 'title', title, 'status', 'upcoming', 'reference', reference) as snapshot
      from created
    ), listening as materialized (
      select endpoint.* from (select distinct seller_id from facts) seller, lateral (
        select endpoint_id, seller_id, event_types from webhook_endpoints
        where webhook_endpoints.seller_id = seller.seller_id and disabled_at is null
        for key share
      ) endpoint
    ), recorded as (
      insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent, sequence)
      select seller_id, event_type, auction_id, bid_id, snapshot, $12::uuid, $13::text, 1 from facts
      returning event_id, seller_id, event_type
    ), deliveries as (
      insert into webhook_deliveries (event_id, endpoint_id)
      select event_id, endpoint_id from recorded join listening using (seller_id) where event_type = any (event_types)
    )
    select refusal, case when refusal is not null then now end as "judgedAt", auction_id as "createdId", ('{"auction":' || (((('{"auctionId":"' || (auction_id)::text) || ('","title":' || (json_scalar((title)::text)::text || ',"phase":"'))) || (((case when status = 'completed' then 'FINAL' when bidding_period_starts_at > now then 'UPCOMING' when bidding_period_ends_at > now then 'OPEN' else 'SETTLING' end)::text || ('","bidCount":' || case when ((select bid_count from bid_counts where bid_counts.auction_id = auctions.auction_id)) is null then 'null' else ((select bid_count from bid_counts where bid_counts.auction_id = auctions.auction_id))::text end)) || (',"leadingBid":' || (coalesce((select ('{"bidValueInCents":' || ((bid_value_in_cents)::text || '}')) from (select * from (select * from bids where auction_id = auctions.auction_id order by bid_value_in_cents desc, placed_at asc, bid_id asc limit (select null::bigint)) bids where coalesce((select (a.state in ('capturing', 'captured')
      or a.state in ('releasing', 'released') and a.failure_code is null or (a.state = 'authorized' and coalesce(a.capture_before > (select (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') from sellers where sellers.seller_id = auctions.seller_id), true) or
    (a.state = 'captured_outside' and a.closed_at is null) and a.failure_code is distinct from 'voided')) from authorizations a where a.authorization_id = bids.authorization_id), true) order by bid_value_in_cents desc, placed_at asc, bid_id asc limit 1) bids), 'null') || '}')))) || ',"errors":[]}')) as "json"
    from judged left join created auctions on true;
-- ["00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000",null,false,4102444800,4102531200,"asynchronous",5000,"A walnut desk, 1962",null,false,null,null]

-- query ($bidId: ID!) {
--   bid(bidId: $bidId) { bidId }
--   auctions(first: 1) { nodes { title } }
-- }
with viewer as (
  select sellers.* from api_keys k, sellers
  where k.api_key_id = $2 and k.seller_id = $1 and sellers.seller_id = $1
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > statement_timestamp())
    and sellers.suspended_at is null
) select null::boolean, (select ('{"bidId":"' || ((bid_id)::text || '"}')) from bids where seller_id = $1 and bid_id = $3) from viewer sellers;
-- ["00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000"]

with viewer as (
  select sellers.* from api_keys k, sellers
  where k.api_key_id = $2 and k.seller_id = $1 and sellers.seller_id = $1
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > statement_timestamp())
    and sellers.suspended_at is null
) select null::boolean, (with page as materialized (
        select *, row_number() over (order by created_at desc, auction_id desc) as place from ((select * from auctions where seller_id = $1 and true and true order by created_at desc, auction_id desc limit $3)) auctions
        order by created_at desc, auction_id desc limit $3
      ) select ('{"nodes":' || (('[' || coalesce((select string_agg(('{"title":' || (json_scalar((title)::text)::text || '}')), ',') from (select * from page where place < $3 order by place asc) auctions), '') || ']') || '}'))) from viewer sellers;
-- ["00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000",2]

-- query ($words: String) {
--   auctions(
--     filter: { statuses: [upcoming, ongoing], titleContains: $words }
--     orderBy: { field: END, direction: ASC }
--     first: 1
--   ) {
--     nodes { title status }
--     pageInfo { endCursor }
--   }
-- }
with viewer as (
  select sellers.* from api_keys k, sellers
  where k.api_key_id = $2 and k.seller_id = $1 and sellers.seller_id = $1
    and k.revoked_at is null and (k.expires_at is null or k.expires_at > statement_timestamp())
    and sellers.suspended_at is null
) select null::boolean, (with page as materialized (
        select *, row_number() over (order by bidding_period_ends_at asc, auction_id asc) as place from ((select * from auctions where seller_id = $1 and status = $4::auction_status and true and true order by bidding_period_ends_at asc, auction_id asc limit $3) union all select * from (select * from auctions where seller_id = $1 and status = 'upcoming' and bidding_period_starts_at <= (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') offset 0) auctions where (true) union all (select * from auctions where seller_id = $1 and status = $5::auction_status and bidding_period_starts_at > (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') and true order by bidding_period_ends_at asc, auction_id asc limit $3)) auctions
        order by bidding_period_ends_at asc, auction_id asc limit $3
      ) select (('{"nodes":' || ('[' || coalesce((select string_agg((('{"title":' || json_scalar((title)::text)::text) || (',"status":"' || ((case when status = 'completed' then 'completed' when bidding_period_starts_at > (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') then 'upcoming' else 'ongoing' end)::text || '"}'))), ',') from (select * from page where place < $3 order by place asc) auctions), '') || ']')) || (',"pageInfo":' || (('{"endCursor":' || (coalesce((select ('"' || translate(encode(convert_to(concat_ws(' ', 'ending-auctions', (extract(epoch from bidding_period_ends_at) * 1000)::bigint, auction_id), 'UTF8'), 'base64'), E'+/=\n', '-_') || '"') from (select * from page where place < $3 order by place desc limit 1) auctions), 'null') || '}')) || '}')))) from viewer sellers;
-- ["00000000-0000-4000-8000-000000000000","00000000-0000-4000-8000-000000000000",2,"ongoing","upcoming"]
