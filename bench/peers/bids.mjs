// The bid form, by hand: what the service promises of a bid, for one provider, one language and sellers that require no signature.
// The intent is recorded before the provider is asked, no lock is held meanwhile, and the bid is judged by PostgreSQL's clock under
// the lock of the auction's row. The provider is the service's simulated one, so that both pay the same for it.
import pg from 'pg';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { makeSimulatedGateway } from '../../src/payments/simulated/make-simulated-gateway.ts';
import { isUuid, Problem } from './shared.mjs';

// Several statements may be sent before the first answer.
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c TimeZone=UTC -c plan_cache_mode=force_generic_plan',
  pipeline: true,
});
const provider = makeSimulatedGateway({ db: pool }, { deadlineMs: 10_000 });

const limiter = (points, duration) => new RateLimiterMemory({ points, duration });
const looks = limiter(1_200, 60);
const forms = limiter(60, 60);
const cardsOfBrowser = limiter(60, 600);
const cardsOfAddress = limiter(300, 600);

const refusal = (row, value, bidder) => `case
  when ${row}.cancelled_at is not null then 'auction_cancelled'
  when ${row}.bidding_period_ends_at <= clock_timestamp() or ${row}.status = 'completed' or ${row}.capture_requested_at is not null then 'auction_ended'
  when ${row}.bidding_period_starts_at > clock_timestamp() then 'auction_not_open_yet'
  when exists (select from banned_bidders b where b.seller_id = ${row}.seller_id
    and b.digest = sha256(convert_to(${row}.seller_id::text || ' ' || ${bidder}, 'UTF8'))) then 'bidder_banned'
  when ${value} < ${row}.minimum_bid_value_in_cents then 'below_minimum' end`;

/** @returns the form, checked; a form of ours names each field once */
export function readForm(request) {
  const form = new URLSearchParams(request.body);
  const token = form.get('token') ?? '';
  const browserId = /(?:^|; )browser=([0-9a-f-]{36})/.exec(request.headers.cookie ?? '')?.[1];
  const dollars = /^\d{1,6}(\.\d\d)?$/.exec(form.get('amount') ?? '')?.[0];
  const email = (form.get('email') ?? '').trim().toLowerCase();
  const isGoodCard =
    (form.get('cardNumber') ?? '').replaceAll(/[\s-]/g, '') === '4242424242424242' &&
    /^\d\d\/\d\d$/.test(form.get('cardExpiry') ?? '') &&
    /^\d{3}$/.test(form.get('cardCvc') ?? '');
  if (
    !isUuid(token) ||
    browserId === undefined ||
    dollars === undefined ||
    !/^[^@\s]{1,64}@[^@\s]+\.[^@\s]+$/.test(email) ||
    !isGoodCard
  )
    throw new Problem(422, 'invalid_request');
  const valueInCents = Math.round(Number(dollars) * 100);
  return { token, browserId, valueInCents, email, confirmed: form.get('confirmed') ?? '' };
}

/** @returns where the bid's outcome is shown */
export async function placeBid(auctionId, form, address) {
  const { token, browserId, valueInCents, email, confirmed } = form;
  await Promise.all([looks.consume(address), forms.consume(`${address} ${auctionId}`)]);
  const { rows: read } = await pool.query({
    name: 'read-auction',
    text: `select a.seller_id, a.minimum_bid_value_in_cents as minimum, extract(epoch from a.bidding_period_ends_at - a.bidding_period_starts_at)::float8 as seconds,
        (select bid_value_in_cents from bids where bids.auction_id = $1 order by bid_value_in_cents desc, placed_at, bid_id limit 1) as leading,
        (select authorization_id from authorizations where auction_id = $1 and submission_token = $2) as sent
      from auctions a where a.auction_id = $1`,
    values: [auctionId, token],
  });
  const auction = read[0];
  if (auction === undefined) throw new Problem(404, 'auction_not_found');
  const outcome = `/auctions/${auctionId}?bid=${token}`;
  if (auction.sent !== null) return outcome;
  const usual = auction.leading ?? auction.minimum;
  if (usual > 0 && valueInCents >= 10 * usual && !confirmed.includes('high')) throw new Problem(409, 'confirm_high');
  if (valueInCents <= (auction.leading ?? 0) && !confirmed.includes('backup')) throw new Problem(409, 'confirm_backup');
  await Promise.all([cardsOfBrowser.consume(browserId), cardsOfAddress.consume(address)]);

  const { rows: intended } = await pool.query({
    name: 'record-intent',
    text: `
      with judged as materialized (
        select a.auction_id, a.seller_id, ${refusal('a', '$3::bigint', '$4')} as refusal from auctions a where a.auction_id = $1
      )
      insert into authorizations (auction_id, seller_id, bidder_id, email, value_in_cents, provider, submission_token, browser_id, next_attempt_at)
      select auction_id, seller_id, $4, $4, $3, 'simulated', $2, $5, clock_timestamp() + interval '4 seconds' from judged where refusal is null
      on conflict (auction_id, submission_token) do nothing
      returning authorization_id as id`,
    values: [auctionId, token, valueInCents, email, browserId],
  });
  if (intended[0] === undefined) throw new Problem(409, 'refused');
  const { id } = intended[0];

  const held = await provider.hold({
    authorizationId: id,
    auctionId,
    sellerId: auction.seller_id,
    amountInCents: valueInCents,
    email,
    renews: null,
    keepsCard: false,
    idempotencyKey: `open:${id}`,
    cardToken: 'simulated_card_visa',
    returnUrl: `http://localhost:4000${outcome}`,
  });
  if (held.outcome !== 'authorized') throw new Problem(409, held.outcome);

  const client = await pool.connect();
  try {
    const sent = [
      'begin',
      { name: 'lock', text: 'select from auctions where auction_id = $1 for no key update', values: [auctionId] },
      {
        name: 'write-bid',
        text: `
          with judged as materialized (
            select ${refusal('a', '$3::bigint', '$4')} as refusal, a.bidding_period_ends_at as ends_at,
              date_trunc('milliseconds', clock_timestamp()) as now
            from auctions a where a.auction_id = $1
          ), held as (
            update authorizations set state = case when refusal is null then 'authorized' else 'releasing' end::authorization_state,
              bid_id = case when refusal is null then uuidv7() end, failure_code = refusal, provider_reference = $5,
              capture_before = $6, authorized_at = clock_timestamp(), tries_in_state = 0,
              next_attempt_at = case when refusal is not null then clock_timestamp()
                when $6::timestamptz < ends_at + interval '1 day' then clock_timestamp() + ($6::timestamptz - now) / 2 end
            from judged where authorization_id = $2 and state = 'intended'
            returning bid_id, auction_id, seller_id, bidder_id, value_in_cents
          ), placed as (
            insert into bids (bid_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at)
            select held.*, now from held, judged where bid_id is not null returning *
          ), told as (
            insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot)
            select seller_id, 'bid_placed', auction_id, bid_id, to_jsonb(placed) from placed
            where exists (select from webhook_endpoints e where e.seller_id = placed.seller_id and disabled_at is null and 'bid_placed' = any(event_types))
            returning event_id, seller_id
          ), addressed as (
            insert into webhook_deliveries (event_id, endpoint_id)
            select event_id, endpoint_id from told join webhook_endpoints using (seller_id)
            where disabled_at is null and 'bid_placed' = any(event_types)
          )
          select bid_id from placed`,
        values: [auctionId, id, valueInCents, email, held.reference, held.captureBefore],
      },
      'commit',
    ].map((statement) => client.query(statement));
    await Promise.all(sent);
  } finally {
    client.release();
  }
  announce(auctionId);
  return outcome;
}

/** Who watches hears of it, at most every 50 ms. */
const changed = new Set();
function announce(auctionId) {
  if (changed.size === 0)
    setTimeout(() => {
      const ids = [...changed];
      changed.clear();
      void pool.query('select pg_notify($1, $2)', ['auction_changed', ids.join(' ')]);
    }, 50);
  changed.add(auctionId);
}

/** A naive bid: reads the highest one, compares, inserts. No card, no lock, no clock of the database. */
export async function placeBidNaively(auctionId, { token, valueInCents, email }) {
  const { rows } = await pool.query({
    name: 'highest',
    text: `select seller_id, (select max(bid_value_in_cents) from bids where bids.auction_id = $1) as highest
      from auctions where auction_id = $1 and bidding_period_ends_at > now()`,
    values: [auctionId],
  });
  if (rows[0] === undefined) throw new Problem(409, 'auction_ended');
  await pool.query({
    name: 'insert-bid',
    text: `insert into bids (bid_id, auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at)
      values (uuidv7(), $1, $2, $3, $4, now())`,
    values: [auctionId, rows[0].seller_id, email, valueInCents],
  });
  return `/auctions/${auctionId}?bid=${token}`;
}

/** Adds the form's route to a Fastify application. */
export function addBidRoute(app, place) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, body),
  );
  app.post('/auctions/:auctionId/bids', async (request, reply) => {
    if (request.headers.origin !== process.env.PUBLIC_URL) throw new Problem(403, 'forbidden');
    const { auctionId } = request.params;
    if (!isUuid(auctionId)) throw new Problem(404, 'auction_not_found');
    const address = request.headers['x-forwarded-for']?.split(',').at(-1).trim() ?? request.ip;
    reply.header('cache-control', 'no-store').redirect(await place(auctionId, readForm(request), address), 303);
    return reply;
  });
}
