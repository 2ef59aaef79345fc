import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { insertAuction } from '../support/insert-auction.ts';
import { insertBid } from '../support/insert-bid.ts';

// What the tables keep true by themselves, whatever the code above them does.

let database: FreshDatabase;
const ids = { seller: '', auction: '', bid: '', key: '' };

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
