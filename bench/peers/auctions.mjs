// The SQL that the peers on pg share: the columns of an answer, and the three changes. Each is one statement that leaves behind
// what the service's does: the row, its entry in the audit log, and, of a cancellation, the releases, the event and its
// deliveries. They do not say why they refuse, which would take a second statement.
import { isUuid, Problem, publicUrl } from './shared.mjs';

const now = 'statement_timestamp()';
export const status = `case when status = 'completed' then 'completed' when bidding_period_starts_at > ${now} then 'upcoming' else 'ongoing' end`;
export const auctionColumns = `auction_id as "auctionId", created_at as "createdAt", bidding_period_starts_at as "biddingPeriodStartsAt",
  bidding_period_ends_at as "biddingPeriodEndsAt", type, minimum_bid_value_in_cents as "minimumBidValueInCents", title, ${status} as status`;
export const bidColumns = `bid_id as "bidId", bidder_id as "bidderId", placed_at as "placedAt", bid_value_in_cents as "bidValueInCents",
  auction_id as "auctionId", is_winning_bid as "isWinningBid"`;

export const show = (auction) => ({ ...auction, auctionUrl: `${publicUrl}/auctions/${auction.auctionId}` });

const hour = 3_600;

/** Checks what a GraphQL schema does not say of an auction to create or to change. */
export function checkInput({ key }, { title, minimumBidValueInCents, biddingPeriod }) {
  if (!key.scopes.has('auctions:write')) throw new Problem(403, 'insufficient_scope');
  if (title != null && ([...title].length < 3 || [...title].length > 150)) throw new Problem(400, 'invalid_request');
  if (minimumBidValueInCents < 0 || minimumBidValueInCents > 49_999_999) throw new Problem(400, 'invalid_request');
  if (biddingPeriod != null) checkPeriod(biddingPeriod);
}

function checkPeriod({ startTimestamp, endTimestamp }) {
  const seconds = endTimestamp - startTimestamp;
  if (seconds < hour || seconds > 168 * hour) throw new Problem(400, 'invalid_request');
}

const entry = 'audit_log (api_key_id, request_id, action, subject_type, seller_id, before, after, subject_id)';
const instant = (timestamp) => new Date(timestamp * 1000).toISOString();

const snapshot = `jsonb_build_object('auctionId', auction_id, 'createdAt', created_at, 'biddingPeriodStartsAt', bidding_period_starts_at,
  'biddingPeriodEndsAt', bidding_period_ends_at, 'type', type, 'minimumBidValueInCents', minimum_bid_value_in_cents, 'title', title,
  'status', status, 'reference', reference)`;

/** SQL of the event of a change, and of its deliveries, as queries of a `with`. */
const recorded = (eventType, changed, requestId) => `recorded as (
        insert into webhook_events (seller_id, event_type, auction_id, snapshot, request_id)
        select seller_id, '${eventType}', auction_id, ${snapshot}, ${requestId} from ${changed}
        returning event_id, seller_id
      ), delivered as (
        insert into webhook_deliveries (event_id, endpoint_id)
        select event_id, endpoint_id from recorded join webhook_endpoints using (seller_id)
        where disabled_at is null and '${eventType}' = any(event_types)
      )`;

/** @param by the key and the id of the request */
export async function createAuction(pool, by, { title, minimumBidValueInCents, type = 'asynchronous', biddingPeriod }) {
  checkPeriod(biddingPeriod);
  const { startTimestamp, endTimestamp } = biddingPeriod;
  const after = {
    title,
    type,
    minimumBidValueInCents,
    biddingPeriodStartsAt: instant(startTimestamp),
    biddingPeriodEndsAt: instant(endTimestamp),
    reference: null,
  };
  const { rows } = await pool.query({
    name: 'create',
    text: `
      with created as (
        insert into auctions (seller_id, created_at, title, type, minimum_bid_value_in_cents, bidding_period_starts_at, bidding_period_ends_at)
        select $1, ${now}, $2, $3, $4, to_timestamp($5), to_timestamp($6) where to_timestamp($5) >= ${now} + interval '1 minute' returning *
      ), remembered as (
        insert into ${entry} select $7, $8, 'createAuction', 'auction', seller_id, null, $9, auction_id from created
      ), ${recorded('auction_created', 'created', '$8')}
      select ${auctionColumns} from created`,
    values: [
      by.key.sellerId,
      title,
      type,
      minimumBidValueInCents,
      startTimestamp,
      endTimestamp,
      by.key.apiKeyId,
      by.requestId,
      after,
    ],
  });
  if (rows[0] === undefined) throw new Problem(400, 'invalid_request');
  return show(rows[0]);
}

const audited = (row) => `jsonb_build_object('title', ${row}.title, 'type', ${row}.type,
  'minimumBidValueInCents', ${row}.minimum_bid_value_in_cents, 'biddingPeriodStartsAt', ${row}.bidding_period_starts_at,
  'biddingPeriodEndsAt', ${row}.bidding_period_ends_at, 'reference', ${row}.reference)`;

export async function updateAuction(pool, by, auctionId, { title, minimumBidValueInCents, biddingPeriod }) {
  if (biddingPeriod) checkPeriod(biddingPeriod);
  if (!isUuid(auctionId)) throw new Problem(404, 'auction_not_found');
  const { rows } = await pool.query({
    name: 'update',
    text: `
      with changed as (
        update auctions set title = coalesce($3, title), minimum_bid_value_in_cents = coalesce($4, minimum_bid_value_in_cents),
          bidding_period_starts_at = coalesce(to_timestamp($5), bidding_period_starts_at), bidding_period_ends_at = coalesce(to_timestamp($6), bidding_period_ends_at)
        where seller_id = $1 and auction_id = $2 and status <> 'completed'
          and ($5::float8 is null or (bidding_period_starts_at > ${now} and to_timestamp($5) >= ${now} + interval '1 minute'))
        returning new.*, ${audited('old')} as before, ${audited('new')} as after
      ), remembered as (
        insert into ${entry}
        select $7, $8, 'updateAuction', 'auction', seller_id, different.before, different.after, auction_id
        from changed, lateral (
          select jsonb_object_agg(key, value) as before, jsonb_object_agg(key, changed.after -> key) as after
          from jsonb_each(changed.before) where value <> changed.after -> key) different
        where different.before is not null
      ), ${recorded('auction_updated', 'changed where before <> after', '$8')}
      select ${auctionColumns} from changed`,
    values: [
      by.key.sellerId,
      auctionId,
      title ?? null,
      minimumBidValueInCents ?? null,
      biddingPeriod?.startTimestamp ?? null,
      biddingPeriod?.endTimestamp ?? null,
      by.key.apiKeyId,
      by.requestId,
    ],
  });
  if (rows[0] === undefined) throw new Problem(409, 'refused');
  return show(rows[0]);
}

export async function cancelAuction(pool, by, auctionId) {
  if (!isUuid(auctionId)) throw new Problem(404, 'auction_not_found');
  const { rowCount } = await pool.query({
    name: 'cancel',
    text: `
      with changed as (
        update auctions set status = 'completed', outcome = 'CANCELLED', cancelled_at = ${now}, completed_at = ${now}
        where seller_id = $1 and auction_id = $2 and status <> 'completed' and capture_requested_at is null
        returning old.status as was, new.*
      ), released as (
        update authorizations set state = 'releasing', tries_in_state = 0, next_attempt_at = clock_timestamp()
        from changed where authorizations.auction_id = changed.auction_id and state in ('intended', 'challenged', 'authorized')
      ), ${recorded('auction_cancelled', 'changed', '$4')}, remembered as (
        insert into ${entry}
        select $3, $4, 'cancelAuction', 'auction', seller_id, jsonb_build_object('status', was),
          '{"status": "completed", "outcome": "CANCELLED"}', auction_id from changed
      )
      select from changed`,
    values: [by.key.sellerId, auctionId, by.key.apiKeyId, by.requestId],
  });
  if (rowCount === 0) throw new Problem(409, 'refused');
}
