import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { insertAuction } from '../support/insert-auction.ts';
import { insertBid } from '../support/insert-bid.ts';

// What the tables keep true by themselves, whatever the code above them does.

let database: FreshDatabase;
const ids = { seller: '', auction: '', bid: '', key: '', hold: '' };

beforeAll(async () => {
  database = await freshDatabase();
  const { rows: sellers } = await query(
    `insert into sellers (name, mode) values ('Ada', 'test') returning seller_id as id`,
  );
  ids.seller = sellers[0]!.id;
  const { rows: keys } = await query(
    `insert into api_keys (seller_id, prefix, digest, scopes)
     values ('${ids.seller}', 'auc_test_x', sha256('x'), '{auctions:read}') returning api_key_id as id`,
  );
  ids.key = keys[0]!.id;
  const auction = await insertAuction(database.db, { sellerId: ids.seller });
  ids.auction = auction.auctionId;
  ids.bid = (await insertBid(database.db, auction)).bidId;
  const { rows: holds } = await query(
    `insert into authorizations (auction_id, seller_id, bid_id, bidder_id, email, value_in_cents, provider, provider_reference,
       submission_token, state, authorized_at, capture_before)
     select auction_id, seller_id, bid_id, bidder_id, 'ada@example.com', bid_value_in_cents, 'simulated', 'pay_1',
       'form_1', 'authorized', now(), now() + interval '7 days'
     from bids where bid_id = '${ids.bid}' returning authorization_id as id`,
  );
  ids.hold = holds[0]!.id;
});
afterAll(() => database[Symbol.asyncDispose]());

function query(sql: string) {
  return database.db.query<{ id: string }>(sql);
}

/** Rewrites columns of the one row of a table. */
async function rewrite(table: keyof typeof tables, change: string): Promise<void> {
  await query(`update ${table} set ${change} where ${tables[table].id} = '${ids[tables[table].row]}'`);
}

const tables = {
  sellers: { id: 'seller_id', row: 'seller' },
  api_keys: { id: 'api_key_id', row: 'key' },
  auctions: { id: 'auction_id', row: 'auction' },
  bids: { id: 'bid_id', row: 'bid' },
  authorizations: { id: 'authorization_id', row: 'hold' },
} as const;

const lasts = (length: string) => `bidding_period_ends_at = bidding_period_starts_at + interval '${length}'`;
const completed = `status = 'completed', completed_at = clock_timestamp()`;

test.each([
  ['sellers', "name = ''", 'sellers_name_length'],
  ['sellers', "name = repeat('é', 201)", 'sellers_name_length'],
  ['api_keys', "digest = '\\x00'", 'api_keys_digest_is_sha256'],
  ['api_keys', 'expires_at = created_at', 'api_keys_expires_after_creation'],
  ['api_keys', "scopes = '{}'", 'api_keys_scopes_known'],
  ['api_keys', 'scopes = null', 'api_keys_scopes_known'],
  ['api_keys', "scopes = '{auctions:read,auctions:steal}'", 'api_keys_scopes_known'],
  ['api_keys', 'scopes = array[null]', 'api_keys_scopes_known'],
  ['auctions', lasts('0'), 'auctions_bidding_period_length'],
  ['auctions', lasts('59 minutes 59.999 seconds'), 'auctions_bidding_period_length'],
  ['auctions', lasts('168 hours 0.001 seconds'), 'auctions_bidding_period_length'],
  ['auctions', 'minimum_bid_value_in_cents = -1', 'auctions_minimum_within_limits'],
  ['auctions', 'minimum_bid_value_in_cents = 50000000', 'auctions_minimum_within_limits'],
  ['auctions', "title = 'ab'", 'auctions_title_length'],
  ['auctions', "title = repeat('é', 151)", 'auctions_title_length'],
  ['auctions', "type = 'repeated'", 'auctions_type_supported'],
  ['auctions', "status = 'completed'", 'auctions_completed_is_final'],
  ['auctions', completed, 'auctions_completed_is_final'],
  ['auctions', "status = 'completed', outcome = 'UNSOLD'", 'auctions_completed_is_final'],
  ['auctions', "outcome = 'UNSOLD'", 'auctions_completed_is_final'],
  ['auctions', 'completed_at = clock_timestamp()', 'auctions_completed_is_final'],
  ['auctions', 'cancelled_at = clock_timestamp()', 'auctions_cancelled_outcome'],
  ['auctions', `${completed}, outcome = 'CANCELLED'`, 'auctions_cancelled_outcome'],
  ['auctions', `${completed}, outcome = 'SOLD', cancelled_at = clock_timestamp()`, 'auctions_cancelled_outcome'],
  ['bids', 'bid_value_in_cents = 0', 'bids_value_positive'],
  ['bids', "bidder_id = ''", 'bids_bidder_id_length'],
  ['bids', "bidder_id = repeat('é', 201)", 'bids_bidder_id_length'],
  ['authorizations', 'value_in_cents = 0', 'authorizations_value_positive'],
  ['authorizations', "bidder_id = ''", 'authorizations_bidder_id_length'],
  ['authorizations', "email = 'a@'", 'authorizations_email_length'],
  ['authorizations', 'submission_token = null', 'authorizations_form_or_renewal'],
  ['authorizations', 'replaces_authorization_id = authorization_id', 'authorizations_form_or_renewal'],
  ['authorizations', 'provider_reference = null', 'authorizations_reference_before_money'],
  ['authorizations', 'capture_before = null', 'authorizations_held_until'],
  ['authorizations', "state = 'capturing', bid_id = null", 'authorizations_capture_backs_bid'],
  ['authorizations', "state = 'failed', closed_at = now()", 'authorizations_failure_has_reason'],
  [
    'authorizations',
    "payment_account = 'acct', application_fee_in_cents = value_in_cents + 1",
    'authorizations_fee_within_value',
  ],
  ['authorizations', 'application_fee_in_cents = 1', 'authorizations_fee_of_account'],
  ['authorizations', "state = 'released'", 'authorizations_final_is_closed'],
  ['authorizations', 'closed_at = now()', 'authorizations_final_is_closed'],
  ['authorizations', "state = 'expired', closed_at = now(), next_attempt_at = now()", 'authorizations_final_is_closed'],
  ['authorizations', "state = 'releasing', next_attempt_at = null", 'authorizations_open_is_due'],
  [
    'authorizations',
    "state = 'captured', closed_at = now(), captured_at = now(), captured_in_cents = value_in_cents + 1",
    'authorizations_captured_within_value',
  ],
  ['authorizations', 'captured_in_cents = 1', 'authorizations_captured_within_value'],
  ['authorizations', "state = 'captured_outside'", 'authorizations_captured_outside_amount'],
] as const)('%s cannot become: %s', async (table, change, constraint) => {
  await expect(rewrite(table, change)).rejects.toThrow(`"${constraint}"`);
});

test('a week is 168 hours, also where the clocks change in it', async () => {
  await using other = await freshDatabase();
  const { rows } = await other.db.query<{ id: string }>(
    `insert into sellers (name, mode) values ('Ada', 'test') returning seller_id as id`,
  );
  const { auctionId } = await insertAuction(other.db, { sellerId: rows[0]!.id });
  const client = await other.db.pool.connect();
  try {
    await client.query(`set timezone to 'America/St_Johns'`);
    const move = (ends: string) =>
      client.query(
        `update auctions set bidding_period_starts_at = '2026-10-28T12:00Z', bidding_period_ends_at = '${ends}'
         where auction_id = $1`,
        [auctionId],
      );
    await expect(move('2026-11-04T12:00:00Z')).resolves.toBeDefined();
    await expect(move('2026-11-04T12:00:00.001Z')).rejects.toThrow('auctions_bidding_period_length');
  } finally {
    await client.query('reset timezone');
    client.release();
  }
});

test('an auction has one winning bid', async () => {
  const auction = await insertAuction(database.db, { sellerId: ids.seller });
  await insertBid(database.db, auction, { isWinningBid: true });
  await insertBid(database.db, auction);
  await expect(insertBid(database.db, auction, { isWinningBid: true })).rejects.toThrow('"bids_one_winner"');
});
