/**
 * The auctions number `$1` to `$2` of `$3`, oldest first, and their bids, as one statement. `$4` sellers have auctions,
 * `$5` days have passed since the first auction, `$6` is now.
 *
 * Seller 1 has every tenth auction, seller 2 the last one alone, the others the rest. An auction starts within 3 days and
 * lasts 1 hour to 7 days, both drawn evenly. A third has no bids, most have a few, one in ten thousand has 3,000.
 */
export const auctionsAndBids = `
with drawn as materialized (
  select
    n,
    case when n = $3::int then 2 when n % 10 = 0 then 1
      else 3 + abs(hashint4(n)::bigint) % ($4::int - 2) end as seller_number,
    $6::timestamptz - $5::int * interval '1 day' * (1 - n::float8 / $3) as created_at,
    interval '1 hour' + random() * interval '3 days' as notice,
    interval '1 hour' + random() * interval '6 days 23 hours' as lasts,
    random() < 0.03 as would_cancel, random() as cancelled_after,
    case when n % least($3, 10000) = least($3, 10000) / 2 then 3000 when random() < 0.35 then 0
      else least(100, 1 + floor(-6.85 * ln(1 - random())))::int end as would_have_bids,
    random() < 0.1 as turned_late
  from generate_series($1::int, $2::int) n
), timed as (
  select *, created_at + notice as starts_at, created_at + notice + lasts as ends_at,
    created_at + notice + case when would_cancel then cancelled_after else 1 end * lasts as over_at
  from drawn
), planned as materialized (
  select
    seller_id, seller_number, n, uuidv7(created_at - clock_timestamp()) as auction_id, created_at, starts_at, ends_at, over_at,
    case when starts_at > $6 then 0 else would_have_bids end as bids,
    case
      when over_at <= $6 and not (turned_late and ends_at > $6 - interval '2 days') then 'completed'
      when starts_at <= $6 and not (turned_late and starts_at > $6 - interval '1 day') then 'ongoing'
      else 'upcoming' end::auction_status as status,
    case when would_cancel then 'CANCELLED' when would_have_bids > 0 then 'SOLD' else 'UNSOLD' end::auction_outcome as outcome
  from timed join seeded_sellers on number = seller_number
), auction as (
  insert into auctions (
    auction_id, seller_id, created_at, bidding_period_starts_at, bidding_period_ends_at, type, title,
    minimum_bid_value_in_cents, status, outcome, completed_at, cancelled_at)
  select
    auction_id, seller_id, created_at, starts_at, ends_at, 'asynchronous', 'Lot ' || n || ', a walnut desk with two drawers',
    500, status,
    case when status = 'completed' then outcome end,
    case when status = 'completed' then over_at end,
    case when status = 'completed' and outcome = 'CANCELLED' then over_at end
  from planned
  order by n
)
insert into bids (bid_id, auction_id, seller_id, bidder_id, placed_at, bid_value_in_cents, is_winning_bid)
select uuidv7(placed_at - clock_timestamp()), auction_id, seller_id, bidder_id, placed_at, value, is_winning
from (
  select auction_id, seller_id,
    starts_at + random() * (least(over_at, $6) - starts_at) as placed_at,
    -- Two hundred bidders a seller, some of whom bid all the time.
    'bidder-' || floor(200 * random() ^ 2) || '@seller-' || seller_number || '.example' as bidder_id,
    500 + 25 * (bids - rank) as value,
    status = 'completed' and outcome = 'SOLD' and rank = 1 as is_winning
  from planned cross join generate_series(1, bids) as rank
) placed
-- As they came in, which is how they lie on disk.
order by placed_at`;
