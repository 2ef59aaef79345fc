// A bid by hand: read what the page shows, check the form, write the intent down, hold the money at the same provider, and judge and insert under
// the row lock. It has no renewals, minimum steps, soft close, languages or signed bidders.
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { makeSimulatedGateway } from '../../src/payments/providers/simulated/make-simulated-gateway.ts';
import { isUuid, Problem, publicUrl } from './shared.mjs';

const pageText = `
  select auctions.*, sellers.name, sellers.mode, clock_timestamp() as now,
    (select coalesce(json_agg(own), '[]') from (
      select a.state, a.bid_id, a.value_in_cents, a.submission_token from authorizations a
      where a.auction_id = $1 and a.browser_id = $2 order by a.created_at desc) own) as own,
    (select coalesce(json_agg(latest), '[]') from (
      select bid_value_in_cents, placed_at, bidder_number from bids where auction_id = $1
      order by placed_at desc, bid_id desc limit (select 100)) latest) as latest,
    (select row_to_json(texts) from auction_presentations texts where texts.auction_id = $1) as texts,
    (select row_to_json(profile) from seller_profiles profile where profile.seller_id = auctions.seller_id) as profile,
    (select row_to_json(counts) from bid_counts counts where counts.auction_id = $1) as counts
  from auctions join sellers using (seller_id) where auction_id = $1`;

const intentText = `
  insert into authorizations (auction_id, seller_id, value_in_cents, bidder_id, email, submission_token, browser_id, provider,
    next_attempt_at, waiting_since)
  select auction_id, seller_id, $2, $3, $3, $4, $5, 'simulated', clock_timestamp() + interval '1 minute', clock_timestamp()
  from auctions where auction_id = $1
  on conflict (auction_id, submission_token) do nothing
  returning authorization_id`;

const judgeText = `
  select cancelled_at is null and status <> 'completed' and bidding_period_starts_at <= clock_timestamp()
    and bidding_period_ends_at > clock_timestamp() and minimum_bid_value_in_cents <= a.value_in_cents
    and not exists (select from banned_bidders ban where ban.seller_id = a.seller_id
      and ban.digest = sha256(convert_to(a.seller_id::text || ' ' || a.bidder_id, 'UTF8')))
    and not exists (select from authorizations own where own.auction_id::text = a.auction_id::text and own.seller_id = a.seller_id
      and own.bidder_id = a.bidder_id and own.browser_id = a.browser_id and own.erased_at is null and own.bid_id is not null
      and own.closed_at is null and own.value_in_cents >= a.value_in_cents) as "isAccepted"
  from auctions join authorizations a using (auction_id) where a.authorization_id = $1`;

const writeText = `
  with held as (
    update authorizations set bid_id = uuidv7(), state = 'authorized', moved_at = clock_timestamp(), authorized_at = clock_timestamp(),
      provider_reference = $2, capture_before = $3, tries_in_state = 0, next_attempt_at = null, waiting_since = null
    where authorization_id = $1 and state = 'intended' returning *
  ), placed as (
    insert into bids (bid_id, authorization_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at, bidder_number)
    select bid_id, authorization_id, auction_id, seller_id, bidder_id, value_in_cents, date_trunc('milliseconds', clock_timestamp()),
      (select coalesce(max(bidder_count), 0) + 1 from bid_counts counts where counts.auction_id = held.auction_id)
    from held returning *
  ), event as (
    insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot, request_id)
    select seller_id, 'bid_placed', auction_id, bid_id, jsonb_build_object('bidId', bid_id, 'auctionId', auction_id, 'bidderId', bidder_id,
      'placedAt', placed_at, 'bidValueInCents', bid_value_in_cents, 'isWinningBid', is_winning_bid), $4 from placed
    returning event_id, seller_id
  ), deliveries as (
    insert into webhook_deliveries (event_id, endpoint_id) select event_id, endpoint_id from event join webhook_endpoints using (seller_id)
    where disabled_at is null and 'bid_placed' = any(event_types)
  )
  select bid_id from placed`;

/** Makes the handler of the form. */
export function makeBids(pool) {
  const browsers = new RateLimiterMemory({ points: 1_000_000, duration: 60 });
  const addresses = new RateLimiterMemory({ points: 1_000_000, duration: 60 });
  const query = (statement, values) => pool.query(statement, values);
  const gateway = makeSimulatedGateway(
    { db: { query } },
    { deadlineMs: 10_000, feeRate: { basisPoints: 0, fixedInCents: 0 } },
  );

  return async function placeBid({ params: { auctionId }, headers, body: form, ip, id: requestId }) {
    const browserId = /(?:^|; )browser=([^;]+)/.exec(headers.cookie ?? '')?.[1];
    if (headers.origin !== publicUrl) throw new Problem(403, 'cross_site_form');
    if (!isUuid(auctionId) || !isUuid(browserId ?? '') || !isUuid(form.token ?? ''))
      throw new Problem(400, 'invalid_request');
    await Promise.all([browsers.consume(browserId), addresses.consume(ip)]);
    const { rows } = await query({ name: 'page', text: pageText, values: [auctionId, browserId] });
    const [auction] = rows;
    if (auction === undefined) throw new Problem(404, 'auction_not_found');
    const cents = Math.round(Number(form.amount) * 100);
    const isSound = /^\d{1,6}(\.\d\d)?$/.test(form.amount) && /^[^@\s]+@[^@\s]+$/.test(form.email);
    if (
      !isSound ||
      cents < auction.minimum_bid_value_in_cents ||
      form.cardNumber?.replaceAll(' ', '') !== '4242424242424242'
    )
      throw new Problem(422, 'invalid_request');

    const intent = await query({
      name: 'intent',
      text: intentText,
      values: [auctionId, cents, form.email, form.token, browserId],
    });
    if (intent.rowCount === 0) throw new Problem(409, 'submitted_before');
    const { authorization_id: authorizationId } = intent.rows[0];
    const hold = await gateway.hold({
      authorizationId,
      auctionId,
      sellerId: auction.seller_id,
      amountInCents: cents,
      email: form.email,
      renews: null,
      keepsCard: false,
      cardToken: 'simulated_card_visa',
      returnUrl: `${publicUrl}/auctions/${auctionId}/return`,
      idempotencyKey: `open:${authorizationId}`,
    });
    if (hold.outcome !== 'authorized') throw new Problem(402, 'card_declined');

    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({
        name: 'lock',
        text: 'select from auctions where auction_id = $1 for update',
        values: [auctionId],
      });
      const judged = await client.query({ name: 'judge', text: judgeText, values: [authorizationId] });
      const { isAccepted } = judged.rows[0];
      if (isAccepted)
        await client.query({
          name: 'write',
          text: writeText,
          values: [authorizationId, hold.reference, hold.captureBefore, requestId],
        });
      else
        await client.query(
          `update authorizations set state = 'releasing', next_attempt_at = clock_timestamp() where authorization_id = $1`,
          [authorizationId],
        );
      await client.query('commit');
      if (!isAccepted) throw new Problem(409, 'auction_ended');
    } finally {
      client.release();
    }
    return `${publicUrl}/auctions/${auctionId}?bid=${form.token}`;
  };
}
