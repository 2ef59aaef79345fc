-- The statements that decide about money, whole, in the order in which they run: `npm run print:schema` writes this file.

-- A bid is judged, and its intent recorded
with bid (auction_id, seller_id, value_in_cents, bidder_id, is_signed, email, submission_token, browser_id, language, time_zone, is_purchase) as (
    select auction_id, seller_id, $2::bigint, $3::text, $4::boolean, $5::text, $6::text, $7::uuid, $8::text, $9::text, $12::boolean
    from auctions where auction_id = $1
  ), judged as (
    select provider, (coalesce(scheduled_ends_at, bidding_period_ends_at) - bidding_period_starts_at + coalesce(soft_close_maximum_seconds, 0) * interval '1 second' > interval '259200 s') as "keepsCard", num_nonnulls(soft_close_window_seconds, bid_steps, buy_now_price_in_cents) > 0 as "isRuled", bid.seller_id as "sellerId", paid.account as "paymentAccount",
      case when paid.account is not null then "feeInCents" end as "applicationFeeInCents",
      coalesce(case
    when auctions.cancelled_at is not null then 'auction_cancelled'
    when auctions.bidding_period_ends_at <= clock.now or auctions.status = 'completed' or auctions.capture_requested_at is not null then 'auction_ended'
    when auctions.bidding_period_starts_at > clock.now then 'auction_not_open_yet'
    when exists (select from banned_bidders ban
      where ban.seller_id = bid.seller_id and ban.digest = sha256(convert_to(bid.seller_id::text || ' ' || bid.bidder_id, 'UTF8'))) then 'bidder_banned'
    when bid.value_in_cents < auctions.minimum_bid_value_in_cents then 'below_minimum'
    when exists (select from authorizations held where held.seller_id = bid.seller_id and held.bidder_id = bid.bidder_id and held.auction_id::text = bid.auction_id::text
    and held.erased_at is null and num_nulls(held.bid_id) = 0
    and (held.is_signed and bid.is_signed or held.browser_id = bid.browser_id) and num_nulls(held.closed_at) = 1
    and held.value_in_cents >= bid.value_in_cents
    and ((held.state = 'authorized' and coalesce(held.capture_before > clock.now, true) or
    (held.state = 'captured_outside' and held.closed_at is null) and held.failure_code is distinct from 'voided')) is not false) then 'below_own_bid' end, case
        when is_required and not is_signed then 'bidder_not_signed'
        when not can_be_paid then 'seller_cannot_be_paid'
        when not "takesAmount" then 'amount_out_of_bounds' end) as refusal
    from bid join auctions using (auction_id) join sellers on sellers.seller_id = bid.seller_id left join bidder_signing s on s.seller_id = bid.seller_id
      left join jsonb_to_recordset($11::jsonb) terms (
        mode seller_mode, provider payment_provider, "takesAmount" boolean, "feeInCents" int) using (mode),
      lateral (select (clock_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') as now) clock,
      lateral (select case when uses_own then own.provider_reference end as account,
        not uses_own or coalesce(own.charges_enabled, sellers.mode = 'test') as can_be_paid
      from (select sellers.mode = 'test' or $10::boolean as uses_own) paying
        left join payment_accounts own on own.seller_id = sellers.seller_id) paid
  ), intended as (
    insert into authorizations (auction_id, seller_id, value_in_cents, bidder_id, is_signed, email, submission_token, browser_id, language, time_zone, is_purchase,
      provider, payment_account, application_fee_in_cents, next_attempt_at, waiting_since)
    select bid.*, provider, "paymentAccount", "applicationFeeInCents", clock_timestamp() + interval '4 s', clock_timestamp()
    from bid, judged where refusal is null and provider is not null
    on conflict (auction_id, submission_token) do nothing
    returning authorization_id
  ), kept as (
    insert into kept_cards (authorization_id, first_authorization_id, provider, next_attempt_at)
    select authorization_id, authorization_id, provider, clock_timestamp() + interval '1 day' from intended, judged where "keepsCard"
  )
  select judged.*, authorization_id as "authorizationId" from judged left join intended on true;

-- The money is held: the bid is written, or refused
select set_config('transaction_timeout', $2, true) from (
        select from auctions where auction_id = $1 for no key update) locked;
with backed as (
        update authorizations a set
          bid_id = uuidv7(), state = 'authorized', moved_at = clock_timestamp(), closed_at = null,
    tries_in_state = 0,
    next_attempt_at = case when coalesce($2::timestamptz, a.capture_before) < bidding_period_ends_at + interval '1 day'
      then clock_timestamp() + greatest(coalesce($2::timestamptz, a.capture_before) - interval '1 day' - clock.now, (coalesce($2::timestamptz, a.capture_before) - clock.now) / 2) end,
    waiting_since = null,
          capture_before = coalesce($2::timestamptz, a.capture_before),
    authorized_at = case when $2::timestamptz is not null then clock_timestamp() else a.authorized_at end, provider_reference = coalesce(a.provider_reference, $3)
        from auctions join sellers using (seller_id), lateral (select clock_timestamp() + sellers.clock_offset_ms * interval '1 millisecond' as now) clock
        where a.authorization_id = $1
          and auctions.auction_id = $4 and nullif(a.auction_id = auctions.auction_id, false) is not null
          and nullif(num_nulls(a.bid_id) = 1 and (a.state = 'authorized' or $2::timestamptz is not null and nullif(a.state in ('intended', 'challenged'), false) is not null), false) is not null
  and coalesce(a.provider_reference = $3, true)
          and not (num_nonnulls(soft_close_window_seconds, bid_steps, buy_now_price_in_cents) > 0) and case
    when auctions.cancelled_at is not null then 'auction_cancelled'
    when auctions.bidding_period_ends_at <= clock.now or auctions.status = 'completed' or auctions.capture_requested_at is not null then 'auction_ended'
    when auctions.bidding_period_starts_at > clock.now then 'auction_not_open_yet'
    when exists (select from banned_bidders ban
      where ban.seller_id = a.seller_id and ban.digest = sha256(convert_to(a.seller_id::text || ' ' || a.bidder_id, 'UTF8'))) then 'bidder_banned'
    when a.value_in_cents < auctions.minimum_bid_value_in_cents then 'below_minimum'
    when exists (select from authorizations held where held.seller_id = a.seller_id and held.bidder_id = a.bidder_id and held.auction_id::text = a.auction_id::text
    and held.erased_at is null and num_nulls(held.bid_id) = 0
    and (held.is_signed and a.is_signed or held.browser_id = a.browser_id) and num_nulls(held.closed_at) = 1
    and held.value_in_cents >= a.value_in_cents
    and ((held.state = 'authorized' and coalesce(held.capture_before > clock.now, true) or
    (held.state = 'captured_outside' and held.closed_at is null) and held.failure_code is distinct from 'voided')) is not false) then 'below_own_bid' end is null
        returning a.*, $5::uuid as request_id, $6::text as traceparent, least(
          greatest(date_trunc('milliseconds', clock.now), (select max(placed_at) + interval '1 millisecond' from bids where bids.auction_id = a.auction_id)) + (0) * interval '1 millisecond',
          bidding_period_ends_at - interval '1 millisecond') as placed_at
      ), placed as (
        insert into bids (bid_id, authorization_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at, bidder_number)
        select bid_id, authorization_id, auction_id, seller_id, bidder_id, value_in_cents, placed_at, coalesce(number,
          (select coalesce(max(bidder_count), 0) from bid_counts where auction_id = bid.auction_id) + (number is null)::int)
        from (select backed.*, (select number from (
      select (select bidder_number from bids earlier where earlier.bid_id = held.bid_id) as number
      from authorizations held where held.seller_id = backed.seller_id and held.bidder_id = backed.bidder_id and held.auction_id::text = backed.auction_id::text
    and held.erased_at is null and num_nulls(held.bid_id) = 0
    and (held.is_signed and backed.is_signed or held.browser_id = backed.browser_id) offset 0) own
    where number is not null limit 1) as number from backed) bid order by bid_id
        returning *
      ), reported as (
        select placed.*, submission_token, browser_id, request_id, traceparent from placed join backed using (authorization_id)
      ), 
    facts as materialized (
      select seller_id, 'bid_placed'::webhook_event_type as event_type, auction_id, bid_id as bid_id, jsonb_build_object('bidId', bid_id, 'bidderId', bidder_id, 'placedAt', placed_at, 'bidValueInCents', bid_value_in_cents, 'auctionId', auction_id, 'isWinningBid', is_winning_bid) || jsonb_build_object('submissionToken', submission_token, 'browserId', browser_id, 'transcript', transcript_head(auction_id, transcript_position)) as snapshot, request_id, traceparent
      from reported
    ), listening as materialized (
      select endpoint.* from (select distinct seller_id from facts) seller, lateral (
        select endpoint_id, seller_id, event_types from webhook_endpoints
        where webhook_endpoints.seller_id = seller.seller_id and disabled_at is null
        for key share
      ) endpoint
    ), recorded as (
      insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent, sequence)
      select seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent, (select change_count from bid_counts c where c.auction_id = facts.auction_id) + (true)::int from facts
      returning event_id, seller_id, event_type
    ), deliveries as (
      insert into webhook_deliveries (event_id, endpoint_id)
      select event_id, endpoint_id from recorded join listening using (seller_id) where event_type = any (event_types)
    ),
      released as (
      update authorizations held set state = 'releasing', moved_at = clock_timestamp(), closed_at = null,
    tries_in_state = 0,
    next_attempt_at = clock_timestamp(),
    waiting_since = clock_timestamp(), failure_code = 'raised'
      from backed higher cross join lateral (
        select authorization_id from authorizations held
        where held.seller_id = higher.seller_id and held.bidder_id = higher.bidder_id and held.auction_id::text = higher.auction_id::text
    and held.erased_at is null and num_nulls(held.bid_id) = 0
    and (held.is_signed and higher.is_signed or held.browser_id = higher.browser_id) and num_nulls(held.closed_at) = 1
          and held.value_in_cents <= higher.value_in_cents and held.authorization_id <> higher.authorization_id offset 0) lower
      where held.authorization_id = lower.authorization_id and nullif(held.state = 'authorized', false) is not null
      )
      select authorization_id as "authorizationId", bid_id as "bidId" from placed;
select set_config('transaction_timeout', $2, true) from (
        select from auctions where auction_id = $1 for no key update) locked;
with judged as materialized (
        select authorization_id as judged_id, case
    when auctions.cancelled_at is not null then 'auction_cancelled'
    when auctions.bidding_period_ends_at <= clock.now or auctions.status = 'completed' or auctions.capture_requested_at is not null then 'auction_ended'
    when auctions.bidding_period_starts_at > clock.now then 'auction_not_open_yet'
    when exists (select from banned_bidders ban
      where ban.seller_id = bid.seller_id and ban.digest = sha256(convert_to(bid.seller_id::text || ' ' || bid.bidder_id, 'UTF8'))) then 'bidder_banned'
    when bid.value_in_cents < auctions.minimum_bid_value_in_cents then 'below_minimum'
    when exists (select from authorizations held where held.seller_id = bid.seller_id and held.bidder_id = bid.bidder_id and held.auction_id::text = bid.auction_id::text
    and held.erased_at is null and num_nulls(held.bid_id) = 0
    and (held.is_signed and bid.is_signed or held.browser_id = bid.browser_id) and num_nulls(held.closed_at) = 1
    and held.value_in_cents >= bid.value_in_cents
    and ((held.state = 'authorized' and coalesce(held.capture_before > clock.now, true) or
    (held.state = 'captured_outside' and held.closed_at is null) and held.failure_code is distinct from 'voided')) is not false) then 'below_own_bid' end as refusal, null::int as next_bid
        from authorizations bid, auctions join sellers using (seller_id),
          lateral (select clock_timestamp() + sellers.clock_offset_ms * interval '1 millisecond' as now) clock
        where authorization_id = $1 and auctions.auction_id = $4 and nullif(bid.auction_id = auctions.auction_id, false) is not null
      )
      update authorizations a set failure_code = refusal,
        state = 'releasing', moved_at = clock_timestamp(), closed_at = null,
    tries_in_state = 0,
    next_attempt_at = clock_timestamp(),
    waiting_since = clock_timestamp(),
        capture_before = coalesce($2::timestamptz, a.capture_before),
    authorized_at = case when $2::timestamptz is not null then clock_timestamp() else a.authorized_at end, provider_reference = coalesce(a.provider_reference, $3)
      from judged
      where a.authorization_id = $1 and a.authorization_id = judged_id and refusal is not null and nullif(num_nulls(a.bid_id) = 1 and (a.state = 'authorized' or $2::timestamptz is not null and nullif(a.state in ('intended', 'challenged'), false) is not null), false) is not null
  and coalesce(a.provider_reference = $3, true)
      returning a.authorization_id as "authorizationId", failure_code as code, next_bid as "nextBidInCents";

-- The same on an auction with rules: the bid may extend it
select set_config('transaction_timeout', $2, true) from (
        select from auctions where auction_id = $1 for no key update) locked;
with backed as (
        update authorizations a set
          bid_id = uuidv7(), state = 'authorized', moved_at = clock_timestamp(), closed_at = null,
    tries_in_state = 0,
    next_attempt_at = case when coalesce($2::timestamptz, a.capture_before) < case when soft_close_maximum_seconds is null or purchase_bid_id is not null then bidding_period_ends_at
  else greatest(bidding_period_ends_at, least(
    coalesce(scheduled_ends_at, bidding_period_ends_at) + coalesce(soft_close_maximum_seconds, 0) * interval '1 second',
    bidding_period_starts_at + interval '604800 seconds')) end + interval '1 day'
      then clock_timestamp() + greatest(coalesce($2::timestamptz, a.capture_before) - interval '1 day' - clock.now, (coalesce($2::timestamptz, a.capture_before) - clock.now) / 2) end,
    waiting_since = null,
          capture_before = coalesce($2::timestamptz, a.capture_before),
    authorized_at = case when $2::timestamptz is not null then clock_timestamp() else a.authorized_at end, provider_reference = coalesce(a.provider_reference, $3)
        from auctions join sellers using (seller_id), lateral (select clock_timestamp() + sellers.clock_offset_ms * interval '1 millisecond' as now) clock, lateral (select highest, case when bid_steps is null then minimum_bid_value_in_cents else greatest(
    minimum_bid_value_in_cents, highest + (
      select (step ->> 'stepInCents')::int from jsonb_array_elements(bid_steps) step
      where (step ->> 'fromInCents')::int <= highest order by (step ->> 'fromInCents')::int desc limit 1)) end as next_bid from (
    select (select bid_value_in_cents from (select * from bids where auction_id = auctions.auction_id order by bid_value_in_cents desc, placed_at asc, bid_id asc limit (select null::bigint)) bids where coalesce((select (a.state in ('capturing', 'captured')
      or a.state in ('releasing', 'released') and a.failure_code is null or (a.state = 'authorized' and coalesce(a.capture_before > clock.now, true) or
    (a.state = 'captured_outside' and a.closed_at is null) and a.failure_code is distinct from 'voided')) from authorizations a where a.authorization_id = bids.authorization_id), true) order by bid_value_in_cents desc, placed_at asc, bid_id asc limit 1) as highest) leader) amounts
        where a.authorization_id = $1
          and auctions.auction_id = $4 and nullif(a.auction_id = auctions.auction_id, false) is not null
          and nullif(num_nulls(a.bid_id) = 1 and (a.state = 'authorized' or $2::timestamptz is not null and nullif(a.state in ('intended', 'challenged'), false) is not null), false) is not null
  and coalesce(a.provider_reference = $3, true)
          and case
    when auctions.cancelled_at is not null then 'auction_cancelled'
    when auctions.bidding_period_ends_at <= clock.now or auctions.status = 'completed' or auctions.capture_requested_at is not null or auctions.purchase_bid_id is not null then 'auction_ended'
    when auctions.bidding_period_starts_at > clock.now then 'auction_not_open_yet'
    when exists (select from banned_bidders ban
      where ban.seller_id = a.seller_id and ban.digest = sha256(convert_to(a.seller_id::text || ' ' || a.bidder_id, 'UTF8'))) then 'bidder_banned'
    when a.value_in_cents < auctions.minimum_bid_value_in_cents then 'below_minimum'
    when a.is_purchase and auctions.buy_now_price_in_cents is distinct from a.value_in_cents then 'buy_now_removed'
    when a.is_purchase and amounts.highest is not null then 'buy_now_gone'
    when a.value_in_cents < amounts.next_bid then 'below_increment'
    when exists (select from authorizations held where held.seller_id = a.seller_id and held.bidder_id = a.bidder_id and held.auction_id::text = a.auction_id::text
    and held.erased_at is null and num_nulls(held.bid_id) = 0
    and (held.is_signed and a.is_signed or held.browser_id = a.browser_id) and num_nulls(held.closed_at) = 1
    and held.value_in_cents >= a.value_in_cents
    and ((held.state = 'authorized' and coalesce(held.capture_before > clock.now, true) or
    (held.state = 'captured_outside' and held.closed_at is null) and held.failure_code is distinct from 'voided')) is not false) then 'below_own_bid' end is null
        returning a.*, $5::uuid as request_id, $6::text as traceparent, least(
          greatest(date_trunc('milliseconds', clock.now), (select max(placed_at) + interval '1 millisecond' from bids where bids.auction_id = a.auction_id)) + (0) * interval '1 millisecond',
          bidding_period_ends_at - interval '1 millisecond') as placed_at
      ), placed as (
        insert into bids (bid_id, authorization_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at, bidder_number)
        select bid_id, authorization_id, auction_id, seller_id, bidder_id, value_in_cents, placed_at, coalesce(number,
          (select coalesce(max(bidder_count), 0) from bid_counts where auction_id = bid.auction_id) + (number is null)::int)
        from (select backed.*, (select number from (
      select (select bidder_number from bids earlier where earlier.bid_id = held.bid_id) as number
      from authorizations held where held.seller_id = backed.seller_id and held.bidder_id = backed.bidder_id and held.auction_id::text = backed.auction_id::text
    and held.erased_at is null and num_nulls(held.bid_id) = 0
    and (held.is_signed and backed.is_signed or held.browser_id = backed.browser_id) offset 0) own
    where number is not null limit 1) as number from backed) bid order by bid_id
        returning *
      ), reported as (
        select placed.*, submission_token, browser_id, request_id, traceparent from placed join backed using (authorization_id)
      ), 
    facts as materialized (
      select seller_id, 'bid_placed'::webhook_event_type as event_type, auction_id, bid_id as bid_id, jsonb_build_object('bidId', bid_id, 'bidderId', bidder_id, 'placedAt', placed_at, 'bidValueInCents', bid_value_in_cents, 'auctionId', auction_id, 'isWinningBid', is_winning_bid) || jsonb_build_object('submissionToken', submission_token, 'browserId', browser_id, 'transcript', transcript_head(auction_id, transcript_position)) as snapshot, request_id, traceparent
      from reported
    ), listening as materialized (
      select endpoint.* from (select distinct seller_id from facts) seller, lateral (
        select endpoint_id, seller_id, event_types from webhook_endpoints
        where webhook_endpoints.seller_id = seller.seller_id and disabled_at is null
        for key share
      ) endpoint
    ), recorded as (
      insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent, sequence)
      select seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent, (select change_count from bid_counts c where c.auction_id = facts.auction_id) + (true)::int from facts
      returning event_id, seller_id, event_type
    ), deliveries as (
      insert into webhook_deliveries (event_id, endpoint_id)
      select event_id, endpoint_id from recorded join listening using (seller_id) where event_type = any (event_types)
    ),
      released as (
      update authorizations held set state = 'releasing', moved_at = clock_timestamp(), closed_at = null,
    tries_in_state = 0,
    next_attempt_at = clock_timestamp(),
    waiting_since = clock_timestamp(), failure_code = 'raised'
      from backed higher cross join lateral (
        select authorization_id from authorizations held
        where held.seller_id = higher.seller_id and held.bidder_id = higher.bidder_id and held.auction_id::text = higher.auction_id::text
    and held.erased_at is null and num_nulls(held.bid_id) = 0
    and (held.is_signed and higher.is_signed or held.browser_id = higher.browser_id) and num_nulls(held.closed_at) = 1
          and held.value_in_cents <= higher.value_in_cents and held.authorization_id <> higher.authorization_id offset 0) lower
      where held.authorization_id = lower.authorization_id and nullif(held.state = 'authorized', false) is not null
      )
      select authorization_id as "authorizationId", bid_id as "bidId" from placed;
with moved as (
        select auction_id, is_purchase, case when is_purchase then placed.bid_id end as purchased_with,
          case when is_purchase then placed_at + interval '1 millisecond' else case when placed_at >= bidding_period_ends_at - soft_close_window_seconds * interval '1 second'
    then nullif(greatest(bidding_period_ends_at, least(placed_at + soft_close_window_seconds * interval '1 second', case when soft_close_maximum_seconds is null or purchase_bid_id is not null then bidding_period_ends_at
  else greatest(bidding_period_ends_at, least(
    coalesce(scheduled_ends_at, bidding_period_ends_at) + coalesce(soft_close_maximum_seconds, 0) * interval '1 second',
    bidding_period_starts_at + interval '604800 seconds')) end)), bidding_period_ends_at) end end as moved_to
        from bids placed join auctions using (auction_id)
          cross join lateral (select is_purchase from authorizations where authorization_id = $1) form
        where authorization_id = $1 and placed.xmin = pg_current_xact_id()::xid and (is_purchase or placed.bid_id = (select bid_id from (select * from bids where auction_id = placed.auction_id order by bid_value_in_cents desc, placed_at asc, bid_id asc limit (select null::bigint)) bids where coalesce((select (a.state in ('capturing', 'captured')
      or a.state in ('releasing', 'released') and a.failure_code is null or (a.state = 'authorized' and coalesce(a.capture_before > (select (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') from sellers where sellers.seller_id = placed.seller_id), true) or
    (a.state = 'captured_outside' and a.closed_at is null) and a.failure_code is distinct from 'voided')) from authorizations a where a.authorization_id = bids.authorization_id), true) order by bid_value_in_cents desc, placed_at asc, bid_id asc limit 1))
      ), ended as (
        update auctions set bidding_period_ends_at = moved_to, scheduled_ends_at = coalesce(scheduled_ends_at, bidding_period_ends_at), purchase_bid_id = purchased_with,
          extension_count = case when is_purchase then extension_count else coalesce(extension_count, 0) + 1 end
        from moved where auctions.auction_id = moved.auction_id and moved_to is not null
        returning auctions.*, is_purchase
      ), extended as (select * from ended where is_purchase is null
      ), 
    facts as materialized (
      select seller_id, 'auction_extended'::webhook_event_type as event_type, auction_id, null::uuid as bid_id, jsonb_build_object('auctionId', auction_id, 'createdAt', created_at, 'biddingPeriodStartsAt', bidding_period_starts_at, 'biddingPeriodEndsAt', bidding_period_ends_at, 'type', type, 'minimumBidValueInCents', minimum_bid_value_in_cents, 'title', title, 'status', 'ongoing', 'reference', reference) as snapshot
      from extended
    ), listening as materialized (
      select endpoint.* from (select distinct seller_id from facts) seller, lateral (
        select endpoint_id, seller_id, event_types from webhook_endpoints
        where webhook_endpoints.seller_id = seller.seller_id and disabled_at is null
        for key share
      ) endpoint
    ), recorded as (
      insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent, sequence)
      select seller_id, event_type, auction_id, bid_id, snapshot, $2::uuid, $3::text, null::int from facts
      returning event_id, seller_id, event_type
    ), deliveries as (
      insert into webhook_deliveries (event_id, endpoint_id)
      select event_id, endpoint_id from recorded join listening using (seller_id) where event_type = any (event_types)
    )
      select bidding_period_ends_at as "endsAt", is_purchase is not null as "isPurchase" from ended;
select set_config('transaction_timeout', $2, true) from (
        select from auctions where auction_id = $1 for no key update) locked;
with judged as materialized (
        select authorization_id as judged_id, case
    when auctions.cancelled_at is not null then 'auction_cancelled'
    when auctions.bidding_period_ends_at <= clock.now or auctions.status = 'completed' or auctions.capture_requested_at is not null or auctions.purchase_bid_id is not null then 'auction_ended'
    when auctions.bidding_period_starts_at > clock.now then 'auction_not_open_yet'
    when exists (select from banned_bidders ban
      where ban.seller_id = bid.seller_id and ban.digest = sha256(convert_to(bid.seller_id::text || ' ' || bid.bidder_id, 'UTF8'))) then 'bidder_banned'
    when bid.value_in_cents < auctions.minimum_bid_value_in_cents then 'below_minimum'
    when bid.is_purchase and auctions.buy_now_price_in_cents is distinct from bid.value_in_cents then 'buy_now_removed'
    when bid.is_purchase and amounts.highest is not null then 'buy_now_gone'
    when bid.value_in_cents < amounts.next_bid then 'below_increment'
    when exists (select from authorizations held where held.seller_id = bid.seller_id and held.bidder_id = bid.bidder_id and held.auction_id::text = bid.auction_id::text
    and held.erased_at is null and num_nulls(held.bid_id) = 0
    and (held.is_signed and bid.is_signed or held.browser_id = bid.browser_id) and num_nulls(held.closed_at) = 1
    and held.value_in_cents >= bid.value_in_cents
    and ((held.state = 'authorized' and coalesce(held.capture_before > clock.now, true) or
    (held.state = 'captured_outside' and held.closed_at is null) and held.failure_code is distinct from 'voided')) is not false) then 'below_own_bid' end as refusal, next_bid as next_bid
        from authorizations bid, auctions join sellers using (seller_id),
          lateral (select clock_timestamp() + sellers.clock_offset_ms * interval '1 millisecond' as now) clock, lateral (select highest, case when bid_steps is null then minimum_bid_value_in_cents else greatest(
    minimum_bid_value_in_cents, highest + (
      select (step ->> 'stepInCents')::int from jsonb_array_elements(bid_steps) step
      where (step ->> 'fromInCents')::int <= highest order by (step ->> 'fromInCents')::int desc limit 1)) end as next_bid from (
    select (select bid_value_in_cents from (select * from bids where auction_id = auctions.auction_id order by bid_value_in_cents desc, placed_at asc, bid_id asc limit (select null::bigint)) bids where coalesce((select (a.state in ('capturing', 'captured')
      or a.state in ('releasing', 'released') and a.failure_code is null or (a.state = 'authorized' and coalesce(a.capture_before > clock.now, true) or
    (a.state = 'captured_outside' and a.closed_at is null) and a.failure_code is distinct from 'voided')) from authorizations a where a.authorization_id = bids.authorization_id), true) order by bid_value_in_cents desc, placed_at asc, bid_id asc limit 1) as highest) leader) amounts
        where authorization_id = $1 and auctions.auction_id = $4 and nullif(bid.auction_id = auctions.auction_id, false) is not null
      )
      update authorizations a set failure_code = refusal,
        state = 'releasing', moved_at = clock_timestamp(), closed_at = null,
    tries_in_state = 0,
    next_attempt_at = clock_timestamp(),
    waiting_since = clock_timestamp(),
        capture_before = coalesce($2::timestamptz, a.capture_before),
    authorized_at = case when $2::timestamptz is not null then clock_timestamp() else a.authorized_at end, provider_reference = coalesce(a.provider_reference, $3)
      from judged
      where a.authorization_id = $1 and a.authorization_id = judged_id and refusal is not null and nullif(num_nulls(a.bid_id) = 1 and (a.state = 'authorized' or $2::timestamptz is not null and nullif(a.state in ('intended', 'challenged'), false) is not null), false) is not null
  and coalesce(a.provider_reference = $3, true)
      returning a.authorization_id as "authorizationId", failure_code as code, next_bid as "nextBidInCents";

-- A worker claims: capture
update authorizations a set 
  waiting_since = coalesce(waiting_since, least(next_attempt_at, clock_timestamp())),
  attempt = attempt + 1,
  tries_in_state = tries_in_state + 1,
  next_attempt_at = clock_timestamp()
    + least(interval '4 s' * power(2, least(greatest(tries_in_state - 2, 0), 10)), interval '1 min')
      where authorization_id = any(array(
        select authorization_id from authorizations a
        where next_attempt_at <= statement_timestamp() and ($2::uuid is null or seller_id = $2) and (a.state = 'capturing' or a.state = 'releasing' and a.bid_id is not null and not a.auction_is_over) is true and (a.state = 'capturing' or exists (
  select from auctions where auctions.auction_id = a.auction_id and status <> 'completed' offset 0))
        order by next_attempt_at limit $1
        for no key update skip locked))
      returning authorization_id as "authorizationId", auction_id as "auctionId", seller_id as "sellerId", bid_id as "bidId", bidder_id as "bidderId", email as "email", value_in_cents as "valueInCents", captured_in_cents as "capturedInCents", provider as "provider", provider_reference as "providerReference", state as "state", failure_code as "failureCode", capture_before as "captureBefore", replaces_authorization_id as "replacesAuthorizationId", attempt as "attempt", created_at as "createdAt", authorized_at as "authorizedAt", closed_at as "closedAt", reversals_due_at as "reversalsDueAt", payment_account as "paymentAccount", application_fee_in_cents as "applicationFeeInCents", (a.state = 'releasing' and a.bid_id is not null and not a.auction_is_over and exists (
  select from auctions where auctions.auction_id = a.auction_id and status <> 'completed' offset 0)) as "isAwaited",
  extract(epoch from clock_timestamp() - created_at)::float8 as "ageInSeconds",
  extract(epoch from clock_timestamp() - coalesce(moved_at, created_at))::float8 as "secondsInState", old.next_attempt_at as due_at;

-- A worker claims: bid
update authorizations a set 
  waiting_since = coalesce(waiting_since, least(next_attempt_at, clock_timestamp())),
  attempt = attempt + 1,
  tries_in_state = tries_in_state + 1,
  next_attempt_at = clock_timestamp()
    + least(interval '4 s' * power(2, least(greatest(tries_in_state - 2, 0), 10)), interval '1 min')
      where authorization_id = any(array(
        select authorization_id from authorizations a
        where next_attempt_at <= statement_timestamp() and ($2::uuid is null or seller_id = $2) and a.state in ('intended', 'challenged', 'authorized') and a.bid_id is null and a.replaces_authorization_id is null
        order by next_attempt_at limit $1
        for no key update skip locked))
      returning authorization_id as "authorizationId", auction_id as "auctionId", seller_id as "sellerId", bid_id as "bidId", bidder_id as "bidderId", email as "email", value_in_cents as "valueInCents", captured_in_cents as "capturedInCents", provider as "provider", provider_reference as "providerReference", state as "state", failure_code as "failureCode", capture_before as "captureBefore", replaces_authorization_id as "replacesAuthorizationId", attempt as "attempt", created_at as "createdAt", authorized_at as "authorizedAt", closed_at as "closedAt", reversals_due_at as "reversalsDueAt", payment_account as "paymentAccount", application_fee_in_cents as "applicationFeeInCents", (a.state = 'releasing' and a.bid_id is not null and not a.auction_is_over and exists (
  select from auctions where auctions.auction_id = a.auction_id and status <> 'completed' offset 0)) as "isAwaited",
  extract(epoch from clock_timestamp() - created_at)::float8 as "ageInSeconds",
  extract(epoch from clock_timestamp() - coalesce(moved_at, created_at))::float8 as "secondsInState", old.next_attempt_at as due_at;

-- A worker claims: renewal
update authorizations a set 
  waiting_since = coalesce(waiting_since, least(next_attempt_at, clock_timestamp())),
  attempt = attempt + 1,
  tries_in_state = tries_in_state + 1,
  next_attempt_at = clock_timestamp()
    + least(interval '4 s' * power(2, least(greatest(tries_in_state - 2, 0), 10)), interval '1 min')
      where authorization_id = any(array(
        select authorization_id from authorizations a
        where next_attempt_at <= statement_timestamp() and ($2::uuid is null or seller_id = $2) and a.state in ('intended', 'challenged', 'authorized')
    and (a.bid_id is null and a.replaces_authorization_id is not null or a.bid_id is not null and a.state = 'authorized')
        order by next_attempt_at limit $1
        for no key update skip locked))
      returning authorization_id as "authorizationId", auction_id as "auctionId", seller_id as "sellerId", bid_id as "bidId", bidder_id as "bidderId", email as "email", value_in_cents as "valueInCents", captured_in_cents as "capturedInCents", provider as "provider", provider_reference as "providerReference", state as "state", failure_code as "failureCode", capture_before as "captureBefore", replaces_authorization_id as "replacesAuthorizationId", attempt as "attempt", created_at as "createdAt", authorized_at as "authorizedAt", closed_at as "closedAt", reversals_due_at as "reversalsDueAt", payment_account as "paymentAccount", application_fee_in_cents as "applicationFeeInCents", (a.state = 'releasing' and a.bid_id is not null and not a.auction_is_over and exists (
  select from auctions where auctions.auction_id = a.auction_id and status <> 'completed' offset 0)) as "isAwaited",
  extract(epoch from clock_timestamp() - created_at)::float8 as "ageInSeconds",
  extract(epoch from clock_timestamp() - coalesce(moved_at, created_at))::float8 as "secondsInState", old.next_attempt_at as due_at;

-- A worker claims: release
update authorizations a set 
  waiting_since = coalesce(waiting_since, least(next_attempt_at, clock_timestamp())),
  attempt = attempt + 1,
  tries_in_state = tries_in_state + 1,
  next_attempt_at = clock_timestamp()
    + least(interval '4 s' * power(2, least(greatest(tries_in_state - 2, 0), 10)), interval '1 min')
      where authorization_id = any(array(
        select authorization_id from authorizations a
        where next_attempt_at <= statement_timestamp() and ($2::uuid is null or seller_id = $2) and a.state = 'releasing' and not (a.state = 'releasing' and a.bid_id is not null and not a.auction_is_over and exists (
  select from auctions where auctions.auction_id = a.auction_id and status <> 'completed' offset 0))
        order by next_attempt_at limit $1
        for no key update skip locked))
      returning authorization_id as "authorizationId", auction_id as "auctionId", seller_id as "sellerId", bid_id as "bidId", bidder_id as "bidderId", email as "email", value_in_cents as "valueInCents", captured_in_cents as "capturedInCents", provider as "provider", provider_reference as "providerReference", state as "state", failure_code as "failureCode", capture_before as "captureBefore", replaces_authorization_id as "replacesAuthorizationId", attempt as "attempt", created_at as "createdAt", authorized_at as "authorizedAt", closed_at as "closedAt", reversals_due_at as "reversalsDueAt", payment_account as "paymentAccount", application_fee_in_cents as "applicationFeeInCents", (a.state = 'releasing' and a.bid_id is not null and not a.auction_is_over and exists (
  select from auctions where auctions.auction_id = a.auction_id and status <> 'completed' offset 0)) as "isAwaited",
  extract(epoch from clock_timestamp() - created_at)::float8 as "ageInSeconds",
  extract(epoch from clock_timestamp() - coalesce(moved_at, created_at))::float8 as "secondsInState", old.next_attempt_at as due_at;

-- A worker finds auctions to settle
select 
  hold_id as "holdId", reason, auction_id as "auctionId", authorization_id as "authorizationId", provider,
  provider_reference as "providerReference", amount_in_cents as "amountInCents", since, lost_since as "lostSince", of_auction as "ofAuction" from (
  select *, (auction_id is not null)::int as of_auction from settlement_holds where cleared_at is null
) settlement_holds
       where (true) order by of_auction asc, since asc, hold_id asc limit $1;
select a.auction_id as "auctionId", a.bidding_period_ends_at as "endsAt"
  from auctions a left join lateral (
    select bids.authorization_id, state, pays is not false as can_pay
    from (select * from bids where auction_id = a.auction_id order by bid_value_in_cents desc, placed_at asc, bid_id asc limit (select null::bigint)) bids left join lateral (
      select state, (a.state in ('capturing', 'captured')
      or a.state in ('releasing', 'released') and a.failure_code is null or (a.state = 'authorized' and coalesce(a.capture_before > (select (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') from sellers where sellers.seller_id = a.seller_id), true) or
    (a.state = 'captured_outside' and a.closed_at is null) and a.failure_code is distinct from 'voided')) as pays, a.state in ('authorized', 'expired') and exists (
        select from authorizations renewal where renewal.replaces_authorization_id = a.authorization_id
          and renewal.state in ('intended', 'authorized') and num_nulls(renewal.bid_id) = 1) as is_awaited
      from authorizations a where a.authorization_id = bids.authorization_id offset 0) hold on true
    where pays is not false or is_awaited order by bid_value_in_cents desc, placed_at asc, bid_id asc limit 1) next on true
  where a.status <> 'completed' and a.bidding_period_ends_at <= statement_timestamp() and a.auction_id <> all($2::uuid[]) and not (
    exists (select from authorizations held where held.auction_id = a.auction_id and (held.state = 'capturing' or held.state = 'releasing' and held.bid_id is not null) offset 0)
    or (a.seller_id in (select seller_id from sellers where captures_stopped_at is not null) and exists (
    select from authorizations held where held.auction_id = a.auction_id and held.state in ('authorized', 'capturing') offset 0))
    or (a.cancel_waits_until > clock_timestamp()) is true) and not (
    next.can_pay is false or exists (
      select from authorizations c where c.auction_id = a.auction_id and (c.state = 'captured_outside' and c.closed_at is null) and (
        next.state is distinct from 'captured_outside'
        or exists (select from reversals r where r.authorization_id = c.authorization_id and r.state = 'pending' offset 0)
        or exists (select from refunds f where f.authorization_id = c.authorization_id and f.state = 'requested' offset 0)) offset 0)
    or exists (select from settlement_holds h where h.auction_id = a.auction_id and h.cleared_at is null
      and coalesce(h.authorization_id <> next.authorization_id, true) offset 0)) order by a.bidding_period_ends_at limit $1 for no key update of a skip locked;
select due.* from (select seller_id, (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') as now from sellers where clock_offset_ms > 0) seller, lateral (
  select a.auction_id as "auctionId", a.bidding_period_ends_at as "endsAt"
  from auctions a left join lateral (
    select bids.authorization_id, state, pays is not false as can_pay
    from (select * from bids where auction_id = a.auction_id order by bid_value_in_cents desc, placed_at asc, bid_id asc limit (select null::bigint)) bids left join lateral (
      select state, (a.state in ('capturing', 'captured')
      or a.state in ('releasing', 'released') and a.failure_code is null or (a.state = 'authorized' and coalesce(a.capture_before > seller.now, true) or
    (a.state = 'captured_outside' and a.closed_at is null) and a.failure_code is distinct from 'voided')) as pays, a.state in ('authorized', 'expired') and exists (
        select from authorizations renewal where renewal.replaces_authorization_id = a.authorization_id
          and renewal.state in ('intended', 'authorized') and num_nulls(renewal.bid_id) = 1) as is_awaited
      from authorizations a where a.authorization_id = bids.authorization_id offset 0) hold on true
    where pays is not false or is_awaited order by bid_value_in_cents desc, placed_at asc, bid_id asc limit 1) next on true
  where a.seller_id = seller.seller_id and a.status = 'ongoing' and a.bidding_period_ends_at <= seller.now and a.auction_id <> all($2::uuid[]) and not (
    exists (select from authorizations held where held.auction_id = a.auction_id and (held.state = 'capturing' or held.state = 'releasing' and held.bid_id is not null) offset 0)
    or (a.seller_id in (select seller_id from sellers where captures_stopped_at is not null) and exists (
    select from authorizations held where held.auction_id = a.auction_id and held.state in ('authorized', 'capturing') offset 0))
    or (a.cancel_waits_until > clock_timestamp()) is true) and not (
    next.can_pay is false or exists (
      select from authorizations c where c.auction_id = a.auction_id and (c.state = 'captured_outside' and c.closed_at is null) and (
        next.state is distinct from 'captured_outside'
        or exists (select from reversals r where r.authorization_id = c.authorization_id and r.state = 'pending' offset 0)
        or exists (select from refunds f where f.authorization_id = c.authorization_id and f.state = 'requested' offset 0)) offset 0)
    or exists (select from settlement_holds h where h.auction_id = a.auction_id and h.cleared_at is null
      and coalesce(h.authorization_id <> next.authorization_id, true) offset 0)) order by a.bidding_period_ends_at limit $1 for no key update of a skip locked) due;

-- The next step of an auction that has ended
select set_config('transaction_timeout', $2, true) from (
        select from auctions where auction_id = $1 for no key update) locked;
select auction_id as "auctionId", case
        when status = 'completed' or bidding_period_ends_at > clock_timestamp() + sellers.clock_offset_ms * interval '1 millisecond' then 'nothing_due'
        when (exists (
  select from database_marks where identity is not null and identity is distinct from coalesce(database_identity(), identity))
    or exists (select from settlement_holds h where h.auction_id is null and h.cleared_at is null)) or (
    exists (select from authorizations held where held.auction_id = a.auction_id and (held.state = 'capturing' or held.state = 'releasing' and held.bid_id is not null) offset 0)
    or (a.seller_id in (select seller_id from sellers where captures_stopped_at is not null) and exists (
    select from authorizations held where held.auction_id = a.auction_id and held.state in ('authorized', 'capturing') offset 0))
    or (a.cancel_waits_until > clock_timestamp()) is true) or exists (
          select from authorizations c where c.auction_id = a.auction_id and ((c.state = 'captured_outside' and c.closed_at is null) and c.reversals_due_at is not null) offset 0
        ) then 'waits' else 'goes_on' end as kind,
        exists (select from authorizations c where c.auction_id = a.auction_id and (c.state = 'captured_outside' and c.closed_at is null) offset 0) as "isPaidOutside"
      from auctions a join sellers using (seller_id) where auction_id = any($1::uuid[]);
select a.auction_id as "auctionId", next.authorization_id as "authorizationId", (
    next.can_pay is false or exists (
      select from authorizations c where c.auction_id = a.auction_id and (c.state = 'captured_outside' and c.closed_at is null) and (
        next.state is distinct from 'captured_outside'
        or exists (select from reversals r where r.authorization_id = c.authorization_id and r.state = 'pending' offset 0)
        or exists (select from refunds f where f.authorization_id = c.authorization_id and f.state = 'requested' offset 0)) offset 0)
    or exists (select from settlement_holds h where h.auction_id = a.auction_id and h.cleared_at is null
      and coalesce(h.authorization_id <> next.authorization_id, true) offset 0)) as "isBlocked"
      from auctions a join sellers using (seller_id)
        left join lateral (
    select bids.authorization_id, state, pays is not false as can_pay
    from (select * from bids where auction_id = a.auction_id order by bid_value_in_cents desc, placed_at asc, bid_id asc limit (select null::bigint)) bids left join lateral (
      select state, (a.state in ('capturing', 'captured')
      or a.state in ('releasing', 'released') and a.failure_code is null or (a.state = 'authorized' and coalesce(a.capture_before > clock_timestamp() + sellers.clock_offset_ms * interval '1 millisecond', true) or
    (a.state = 'captured_outside' and a.closed_at is null) and a.failure_code is distinct from 'voided')) as pays, a.state in ('authorized', 'expired') and exists (
        select from authorizations renewal where renewal.replaces_authorization_id = a.authorization_id
          and renewal.state in ('intended', 'authorized') and num_nulls(renewal.bid_id) = 1) as is_awaited
      from authorizations a where a.authorization_id = bids.authorization_id offset 0) hold on true
    where pays is not false or is_awaited order by bid_value_in_cents desc, placed_at asc, bid_id asc limit 1) next on true
      where a.auction_id = any($1::uuid[]);
with begun as (
        update authorizations a set state = 'capturing', moved_at = clock_timestamp(), closed_at = null,
    attempt = attempt + 1, tries_in_state = 1,
    next_attempt_at = clock_timestamp() + interval '4 s',
    waiting_since = clock_timestamp()
        where a.authorization_id = any($1::uuid[]) and nullif(a.state in ('authorized', 'captured_outside'), false) is not null
        returning authorization_id as "authorizationId", auction_id as "auctionId", seller_id as "sellerId", bid_id as "bidId", bidder_id as "bidderId", email as "email", value_in_cents as "valueInCents", captured_in_cents as "capturedInCents", provider as "provider", provider_reference as "providerReference", state as "state", failure_code as "failureCode", capture_before as "captureBefore", replaces_authorization_id as "replacesAuthorizationId", attempt as "attempt", created_at as "createdAt", authorized_at as "authorizedAt", closed_at as "closedAt", reversals_due_at as "reversalsDueAt", payment_account as "paymentAccount", application_fee_in_cents as "applicationFeeInCents", (a.state = 'releasing' and a.bid_id is not null and not a.auction_is_over and exists (
  select from auctions where auctions.auction_id = a.auction_id and status <> 'completed' offset 0)) as "isAwaited",
  extract(epoch from clock_timestamp() - created_at)::float8 as "ageInSeconds",
  extract(epoch from clock_timestamp() - coalesce(moved_at, created_at))::float8 as "secondsInState"
      ), noted as (
        update auctions set capture_requested_at = clock_timestamp() from begun
        where auctions.auction_id = "auctionId" and capture_requested_at is null
      ), requested as (
    insert into capture_attempts (authorization_id, attempt, auction_id, bid_id, requested_at)
    select "authorizationId", attempt, "auctionId", "bidId", (select (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') from sellers where sellers.seller_id = "sellerId") from begun)
      select * from begun;

-- It has no bid that can pay
with ended as (
    select auctions.*, winning_bid_id from unnest($1::uuid[], $2::uuid[]) results (id, winning_bid_id)
    join auctions on auction_id = id and status <> 'completed'
  ), 
    facts as materialized (
      select seller_id, event_type, auction_id, null::uuid as bid_id,
        case event_type
          when 'auction_started' then jsonb_build_object('auctionId', auction_id, 'createdAt', created_at, 'biddingPeriodStartsAt', bidding_period_starts_at, 'biddingPeriodEndsAt', bidding_period_ends_at, 'type', type, 'minimumBidValueInCents', minimum_bid_value_in_cents, 'title', title, 'status', 'ongoing', 'reference', reference)
          else jsonb_build_object('auctionId', auction_id, 'createdAt', created_at, 'biddingPeriodStartsAt', bidding_period_starts_at, 'biddingPeriodEndsAt', bidding_period_ends_at, 'type', type, 'minimumBidValueInCents', minimum_bid_value_in_cents, 'title', title, 'status', 'completed', 'reference', reference) || jsonb_build_object('winningBid', (
          select jsonb_build_object('bidId', bid_id, 'bidderId', bidder_id, 'placedAt', placed_at, 'bidValueInCents', bid_value_in_cents, 'auctionId', auction_id, 'isWinningBid', is_winning_bid) || '{"isWinningBid": true}' from bids where bids.bid_id = ended.winning_bid_id)) end as snapshot
      from ended ended, unnest(array[case when status = 'upcoming' then 'auction_started' end, 'auction_completed']::webhook_event_type[]) event_type
      where event_type is not null
    ), listening as materialized (
      select endpoint.* from (select distinct seller_id from facts) seller, lateral (
        select endpoint_id, seller_id, event_types from webhook_endpoints
        where webhook_endpoints.seller_id = seller.seller_id and disabled_at is null
        for key share
      ) endpoint
    ), recorded as (
      insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent, sequence)
      select seller_id, event_type, auction_id, bid_id, snapshot, null::uuid, null::text, null::int from facts
      returning event_id, seller_id, event_type
    ), deliveries as (
      insert into webhook_deliveries (event_id, endpoint_id)
      select event_id, endpoint_id from recorded join listening using (seller_id) where event_type = any (event_types)
    )
  select from ended;
with ended as (
          update auctions set status = 'completed', completed_at = clock_timestamp() + sellers.clock_offset_ms * interval '1 millisecond',
            outcome = case when winning_bid_id is null then 'UNSOLD' else 'SOLD' end::auction_outcome
          from unnest($1::uuid[], $2::uuid[], $3::text[]) results (id, winning_bid_id, winner_reference), sellers
          where auctions.auction_id = id and sellers.seller_id = auctions.seller_id and status <> 'completed'
          returning auctions.*, winning_bid_id, results.winner_reference
        ), won as (
          update bids set is_winning_bid = true, winner_reference = ended.winner_reference from ended
          where bids.bid_id = winning_bid_id
        ), released as (
    update authorizations a set state = 'releasing', moved_at = clock_timestamp(), closed_at = null,
    tries_in_state = 0,
    next_attempt_at = clock_timestamp(),
    waiting_since = clock_timestamp(), auction_is_over = true,
      failure_code = case when bid_id is null then coalesce(failure_code, case
  when auction.cancelled_at is not null then 'auction_cancelled'
  when auction.status = 'completed' then 'auction_ended' end)
        when capture_before <= (select (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') from sellers where sellers.seller_id = a.seller_id) then 'authorization_expired' when a.state = 'capturing' then null else failure_code end
    from ended auction
    where a.auction_id = auction.auction_id and a.state in ('intended', 'challenged', 'authorized') and a.authorization_id = any(array(
      select held.authorization_id from ended auction cross join lateral (
        select authorization_id from authorizations a where a.auction_id = auction.auction_id and a.state in ('intended', 'challenged', 'authorized') offset 0) held)))
        select outcome, extract(epoch from completed_at - bidding_period_ends_at)::float8 as "durationSeconds" from ended;

-- Its highest bid is captured: it wins, and all others are released
select set_config('transaction_timeout', $2, true) from (
        select from auctions where auction_id = $1 for no key update) locked;
update capture_attempts c
      set answered_at = (select (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') from sellers where sellers.seller_id = auctions.seller_id), result = answer.result, reason = answer.reason
      from unnest($1::uuid[], $2::int[], $3::capture_result[], $4::text[]) answer (authorization_id, attempt, result, reason), auctions
      where c.authorization_id = answer.authorization_id and c.attempt = answer.attempt and auctions.auction_id = c.auction_id;
with moved as (
        update authorizations a set state = 'captured', moved_at = clock_timestamp(), closed_at = clock_timestamp(),
    tries_in_state = 0,
    next_attempt_at = null,
    waiting_since = null,
          capture_before = coalesce(known_until, a.capture_before),
    authorized_at = case when known_until is not null then clock_timestamp() else a.authorized_at end,
          captured_in_cents = coalesce(known_captured, a.captured_in_cents),
          captured_at = case when known_captured is null then a.captured_at else coalesce(a.captured_at, clock_timestamp()) end,
          failure_code = null
        from unnest($1::uuid[], $2::int[], $3::text[], $4::timestamptz[], $5::int[])
          known (id, known_attempt, known_code, known_until, known_captured)
        where a.authorization_id = any(array[id]) and nullif(a.state in ('capturing'), false) is not null and a.attempt = coalesce(known_attempt, a.attempt)
        returning authorization_id as "authorizationId", auction_id as "auctionId", seller_id as "sellerId", bid_id as "bidId", bidder_id as "bidderId", email as "email", value_in_cents as "valueInCents", captured_in_cents as "capturedInCents", provider as "provider", provider_reference as "providerReference", state as "state", failure_code as "failureCode", capture_before as "captureBefore", replaces_authorization_id as "replacesAuthorizationId", attempt as "attempt", created_at as "createdAt", authorized_at as "authorizedAt", closed_at as "closedAt", reversals_due_at as "reversalsDueAt", payment_account as "paymentAccount", application_fee_in_cents as "applicationFeeInCents"
      ), closed as (
        select * from moved where "closedAt" is not null
      ), marked as (
    update kept_cards k set waiting_since = clock_timestamp(), next_attempt_at = clock_timestamp()
      + case when k.customer_reference is null then interval '1 minute' else interval '0' end
    from closed closed where k.authorization_id = closed."authorizationId" and k.deleted_at is null)
      select * from moved;
with ended as (
    select auctions.*, winning_bid_id from unnest($1::uuid[], $2::uuid[]) results (id, winning_bid_id)
    join auctions on auction_id = id and status <> 'completed'
  ), 
    facts as materialized (
      select seller_id, event_type, auction_id, null::uuid as bid_id,
        case event_type
          when 'auction_started' then jsonb_build_object('auctionId', auction_id, 'createdAt', created_at, 'biddingPeriodStartsAt', bidding_period_starts_at, 'biddingPeriodEndsAt', bidding_period_ends_at, 'type', type, 'minimumBidValueInCents', minimum_bid_value_in_cents, 'title', title, 'status', 'ongoing', 'reference', reference)
          else jsonb_build_object('auctionId', auction_id, 'createdAt', created_at, 'biddingPeriodStartsAt', bidding_period_starts_at, 'biddingPeriodEndsAt', bidding_period_ends_at, 'type', type, 'minimumBidValueInCents', minimum_bid_value_in_cents, 'title', title, 'status', 'completed', 'reference', reference) || jsonb_build_object('winningBid', (
          select jsonb_build_object('bidId', bid_id, 'bidderId', bidder_id, 'placedAt', placed_at, 'bidValueInCents', bid_value_in_cents, 'auctionId', auction_id, 'isWinningBid', is_winning_bid) || '{"isWinningBid": true}' from bids where bids.bid_id = ended.winning_bid_id)) end as snapshot
      from ended ended, unnest(array[case when status = 'upcoming' then 'auction_started' end, 'auction_completed']::webhook_event_type[]) event_type
      where event_type is not null
    ), listening as materialized (
      select endpoint.* from (select distinct seller_id from facts) seller, lateral (
        select endpoint_id, seller_id, event_types from webhook_endpoints
        where webhook_endpoints.seller_id = seller.seller_id and disabled_at is null
        for key share
      ) endpoint
    ), recorded as (
      insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent, sequence)
      select seller_id, event_type, auction_id, bid_id, snapshot, null::uuid, null::text, null::int from facts
      returning event_id, seller_id, event_type
    ), deliveries as (
      insert into webhook_deliveries (event_id, endpoint_id)
      select event_id, endpoint_id from recorded join listening using (seller_id) where event_type = any (event_types)
    )
  select from ended;
with ended as (
          update auctions set status = 'completed', completed_at = clock_timestamp() + sellers.clock_offset_ms * interval '1 millisecond',
            outcome = case when winning_bid_id is null then 'UNSOLD' else 'SOLD' end::auction_outcome
          from unnest($1::uuid[], $2::uuid[], $3::text[]) results (id, winning_bid_id, winner_reference), sellers
          where auctions.auction_id = id and sellers.seller_id = auctions.seller_id and status <> 'completed'
          returning auctions.*, winning_bid_id, results.winner_reference
        ), won as (
          update bids set is_winning_bid = true, winner_reference = ended.winner_reference from ended
          where bids.bid_id = winning_bid_id
        ), released as (
    update authorizations a set state = 'releasing', moved_at = clock_timestamp(), closed_at = null,
    tries_in_state = 0,
    next_attempt_at = clock_timestamp(),
    waiting_since = clock_timestamp(), auction_is_over = true,
      failure_code = case when bid_id is null then coalesce(failure_code, case
  when auction.cancelled_at is not null then 'auction_cancelled'
  when auction.status = 'completed' then 'auction_ended' end)
        when capture_before <= (select (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') from sellers where sellers.seller_id = a.seller_id) then 'authorization_expired' when a.state = 'capturing' then null else failure_code end
    from ended auction
    where a.auction_id = auction.auction_id and a.state in ('intended', 'challenged', 'authorized') and a.authorization_id = any(array(
      select held.authorization_id from ended auction cross join lateral (
        select authorization_id from authorizations a where a.auction_id = auction.auction_id and a.state in ('intended', 'challenged', 'authorized') offset 0) held)))
        select outcome, extract(epoch from completed_at - bidding_period_ends_at)::float8 as "durationSeconds" from ended;

-- Its capture is refused: the next bid is asked
select set_config('transaction_timeout', $2, true) from (
        select from auctions where auction_id = $1 for no key update) locked;
update capture_attempts c
      set answered_at = (select (statement_timestamp() + sellers.clock_offset_ms * interval '1 millisecond') from sellers where sellers.seller_id = auctions.seller_id), result = answer.result, reason = answer.reason
      from unnest($1::uuid[], $2::int[], $3::capture_result[], $4::text[]) answer (authorization_id, attempt, result, reason), auctions
      where c.authorization_id = answer.authorization_id and c.attempt = answer.attempt and auctions.auction_id = c.auction_id;
with moved as (
        update authorizations a set state = 'releasing', moved_at = clock_timestamp(), closed_at = null,
    tries_in_state = 0,
    next_attempt_at = clock_timestamp(),
    waiting_since = clock_timestamp(),
          capture_before = coalesce(known_until, a.capture_before),
    authorized_at = case when known_until is not null then clock_timestamp() else a.authorized_at end,
          captured_in_cents = coalesce(known_captured, a.captured_in_cents),
          captured_at = case when known_captured is null then a.captured_at else coalesce(a.captured_at, clock_timestamp()) end,
          failure_code = coalesce(known_code, a.failure_code)
        from unnest($1::uuid[], $2::int[], $3::text[], $4::timestamptz[], $5::int[])
          known (id, known_attempt, known_code, known_until, known_captured)
        where a.authorization_id = any(array[id]) and nullif(a.state in ('capturing'), false) is not null and a.attempt = coalesce(known_attempt, a.attempt)
        returning authorization_id as "authorizationId", auction_id as "auctionId", seller_id as "sellerId", bid_id as "bidId", bidder_id as "bidderId", email as "email", value_in_cents as "valueInCents", captured_in_cents as "capturedInCents", provider as "provider", provider_reference as "providerReference", state as "state", failure_code as "failureCode", capture_before as "captureBefore", replaces_authorization_id as "replacesAuthorizationId", attempt as "attempt", created_at as "createdAt", authorized_at as "authorizedAt", closed_at as "closedAt", reversals_due_at as "reversalsDueAt", payment_account as "paymentAccount", application_fee_in_cents as "applicationFeeInCents"
      ), closed as (
        select * from moved where "closedAt" is not null
      ), marked as (
    update kept_cards k set waiting_since = clock_timestamp(), next_attempt_at = clock_timestamp()
      + case when k.customer_reference is null then interval '1 minute' else interval '0' end
    from closed closed where k.authorization_id = closed."authorizationId" and k.deleted_at is null)
      select * from moved;
with failed as (
        select bids.*, reason from unnest($1::uuid[], $2::text[]) failed (id, reason) join bids on bids.bid_id = id
      ), 
    facts as materialized (
      select seller_id, 'capture_failed'::webhook_event_type as event_type, auction_id, bid_id as bid_id, jsonb_build_object('bidId', bid_id, 'bidderId', bidder_id, 'placedAt', placed_at, 'bidValueInCents', bid_value_in_cents, 'auctionId', auction_id, 'isWinningBid', is_winning_bid) || jsonb_build_object('reason', reason) as snapshot
      from failed
    ), listening as materialized (
      select endpoint.* from (select distinct seller_id from facts) seller, lateral (
        select endpoint_id, seller_id, event_types from webhook_endpoints
        where webhook_endpoints.seller_id = seller.seller_id and disabled_at is null
        for key share
      ) endpoint
    ), recorded as (
      insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id, traceparent, sequence)
      select seller_id, event_type, auction_id, bid_id, snapshot, null::uuid, null::text, null::int from facts
      returning event_id, seller_id, event_type
    ), deliveries as (
      insert into webhook_deliveries (event_id, endpoint_id)
      select event_id, endpoint_id from recorded join listening using (seller_id) where event_type = any (event_types)
    )
      select from failed;
