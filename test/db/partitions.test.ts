import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { deleteOldEvents } from '../../src/webhooks/delete-old-events.ts';
import { sendWebhooks } from '../../src/worker/send-webhooks.ts';
import { auctionFields, keyed } from '../idempotency/keyed.ts';
import { aBidder } from '../page/bidder.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { freshDatabase } from '../support/database.ts';
import {
  keepPartitions,
  partition,
  partitionIdempotencyKeys,
  preparePartitions,
  undoPreparation,
} from '../support/partition.ts';
import { startService } from '../support/service.ts';
import { ask, create, deliveries } from '../webhooks/ask.ts';
import { insertDeliveries, insertEndpoint, letTimePass } from '../webhooks/outbox.ts';
import { startReceiver, status } from '../webhooks/receiver.ts';
import { withDatabase } from '../support/settings.ts';

// The recipe of docs/operations/partitions.md, followed beside a service that works. What was begun before it and what was
// begun after it go on alike, and what the tables refused they go on refusing.

const closing = new AsyncDisposableStack();
afterAll(() => closing.disposeAsync());

const database = await freshDatabase();
const service = closing.use(
  await startService(
    {
      config: readConfig({
        ...withDatabase(database.url),
        PUBLIC_URL: 'https://auctions.test',
        WEBHOOK_ALLOW_LOOPBACK: 'true',
      }),
    },
    database,
  ),
);
const { pool } = service.db;

const before = await setAuctionStage({}, service);
const bidBefore = await before.bid(5_000);
await before.bid(6_000);
const creation = { method: 'POST', path: '/v1/auctions', body: auctionFields() } as const;
const created = await keyed(before.seller, 'once', creation);

const { auction: busy, bid } = await setAuctionStage({}, service);
const switched = new AbortController();
const placedMeanwhile: string[] = [];
const meanwhile = Array.from({ length: 4 }, async () => {
  while (!switched.signal.aborted) placedMeanwhile.push(await bid(5_000));
});
await partition(database.url);
await partitionIdempotencyKeys(database.url);
switched.abort();
await Promise.all(meanwhile);

const after = await setAuctionStage({}, service);
const bidAfter = await after.bid(5_000);
await after.bid(6_000);
const stages: [string, AuctionStage, string][] = [
  ['before', before, bidBefore],
  ['after', after, bidAfter],
];

/** The partitions that rows lie in, each without its date. */
async function partitionsOf(table: string, condition: string, value: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct tableoid::regclass::text as name from ${table} where ${condition} = $1`,
    [value],
  );
  return rows.map(({ name }) => name.replace(/\d+$/, ''));
}

test('what there was is the first partition, and what follows lies beyond it', async () => {
  for (const table of ['auctions', 'bids', 'authorizations']) {
    expect(await partitionsOf(table, 'auction_id', before.auction.auctionId)).toEqual([`partitions.${table}_before_`]);
    expect(await partitionsOf(table, 'auction_id', after.auction.auctionId)).toEqual([`partitions.${table}_`]);
  }
});

test('bids go on through all of it', async () => {
  expect(placedMeanwhile.length).toBeGreaterThan(10);
  const { rows } = await pool.query<{ bidId: string }>('select bid_id as "bidId" from bids where auction_id = $1', [
    busy.auctionId,
  ]);
  expect(new Set(rows.map(({ bidId }) => bidId))).toEqual(new Set(placedMeanwhile));
});

describe.each(stages)('an auction that was created %s the switch', (_, stage, firstBid) => {
  test('is bid on through its page, and shown', async () => {
    const answer = await aBidder(service, stage.auction).bid({ amount: '70' });
    expect(answer.text).toContain('$70.00');
    expect(answer.text).toContain('data-bids="3"');
    const { body } = await stage.seller.get(`/v1/auctions/${stage.auction.auctionId}?includeBids=true`);
    const values: number[] = body.auction.bids.map((bid: { bidValueInCents: number }) => bid.bidValueInCents);
    expect(new Set(values)).toEqual(new Set([5_000, 6_000, 7_000]));
    expect((await stage.seller.get(`/v1/bids/${firstBid}`)).body.bid.bidId).toBe(firstBid);
  });

  test.each([
    ['a second winner', `update bids set is_winning_bid = true where auction_id = $1`, 'Key (auction_id)='],
    [
      'a second capture',
      `update authorizations set state = 'capturing', next_attempt_at = clock_timestamp() where auction_id = $1 returning pg_sleep(0.001)`,
      'Key (auction_id)=',
    ],
    [
      'a second authorization behind a bid',
      `update authorizations set bid_id = (select bid_id from bids where auction_id = $1 limit 1) where auction_id = $1`,
      'Key (bid_id, auction_id)=',
    ],
    [
      'a second renewal of a hold',
      `insert into authorizations (auction_id, seller_id, bidder_id, email, value_in_cents, provider, next_attempt_at,
         replaces_authorization_id)
       select auction_id, seller_id, bidder_id, email, value_in_cents, provider, clock_timestamp(), authorization_id
       from authorizations cross join generate_series(1, 2) where auction_id = $1`,
      'Key (replaces_authorization_id, auction_id)=',
    ],
    [
      'a form for a second time',
      `update authorizations set submission_token = 'once' where auction_id = $1`,
      'Key (auction_id, submission_token)=',
    ],
    [
      'a payment that stands behind a bid on another auction',
      `update authorizations z set provider_reference = other.provider_reference
       from authorizations other where z.auction_id = $1 and other.auction_id <> $1`,
      'Key (provider, provider_reference)=',
    ],
    [
      'a bid on no auction',
      `insert into bids (auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at)
       select uuidv7(), seller_id, 'ada', 1, clock_timestamp() from auctions where auction_id = $1`,
      'is not present in table "auctions"',
    ],
    [
      'an authorization that backs a bid on another auction',
      `update authorizations set bid_id = (select bid_id from bids where auction_id <> $1 limit 1)
       where authorization_id = (select authorization_id from authorizations where auction_id = $1 limit 1)`,
      'is not present in table "bids"',
    ],
  ])('refuses %s', async (_what, sql, reason) => {
    const refusal = { detail: expect.stringContaining(reason) };
    await expect(pool.query(sql, [stage.auction.auctionId])).rejects.toMatchObject(refusal);
  });

  test('is settled: the highest is refused, the next one wins, the others are released', async () => {
    const backup = await stage.bid(8_000);
    const highest = await stage.bid(9_000, 'capture_declined');
    await stage.end();
    await stage.work();
    expect(await stage.result()).toMatchObject({
      outcome: 'SOLD',
      winner: backup,
      attempts: [`${highest} refused card_declined`, `${backup} captured`],
    });
    expect(await stage.winners()).toEqual([backup]);
    expect(await stage.disagreements()).toEqual([]);
  });

  test('another one of its seller is cancelled, which is told after a failure, and written down', async () => {
    const { seller } = stage;
    const replies = [status(500), status(204)];
    await using receiver = await startReceiver((response, received) => replies.shift()!(response, received));
    const { webhookEndpoint } = await ask(seller, create, { url: receiver.url(), eventTypes: ['auction_cancelled'] });
    const { auctionId } = (await seller.post('/v1/auctions', auctionFields())).body.auction;
    expect((await seller.delete(`/v1/auctions/${auctionId}`)).body).toEqual({ success: true });

    await using _sending = sendWebhooks(service.deps);
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1);
    await expect.poll(() => attemptsAt(webhookEndpoint.endpointId)).toEqual([500]);
    await letTimePass(service.db, '1 hour');
    await expect.poll(() => attemptsAt(webhookEndpoint.endpointId), { timeout: 20_000 }).toEqual([204, 500]);

    const { rows } = await pool.query<{ action: string }>(
      'select action from audit_log where subject_id = $1 order by entry_id',
      [auctionId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['createAuction', 'cancelAuction']);

    async function attemptsAt(endpointId: string): Promise<number[]> {
      const { webhookDeliveries } = await ask(seller, deliveries, { endpointId });
      return webhookDeliveries[0].attempts.map((attempt: { status: number }) => attempt.status);
    }
  });
});

test('lists go on from one partition to the other', async () => {
  const { seller } = before;
  const { auctionId } = await service.auction(seller);
  const { bidId } = await service.bid({ auctionId, sellerId: seller.sellerId });
  const pages = async (path: string, ids: string): Promise<string[]> => {
    const found: string[] = [];
    for (let offset = 0; ; offset += 2) {
      const items = Object.values((await seller.get(`${path}?limit=2&offset=${offset}`)).body)[0] as Record<
        string,
        string
      >[];
      found.push(...items.map((item) => item[ids]!));
      if (items.length < 2) return found;
    }
  };
  const auctions = await pages('/v1/auctions', 'auctionId');
  expect(auctions).toHaveLength(4);
  expect(auctions[0]).toBe(auctionId);
  expect(auctions.at(-1)).toBe(before.auction.auctionId);
  const bids = await pages('/v1/bids', 'bidId');
  expect([bids[0], bids.at(-1)]).toEqual([bidId, bidBefore]);
});

test('the audit log is read across partitions, newest first', async () => {
  const admin = await service.seller({ scopes: ['admin'] });
  const { entries } = await ask(
    admin,
    `query ($sellerId: UUID!) { auditLog(sellerId: $sellerId) { entries { entryId action } } }`,
    { sellerId: before.seller.sellerId },
  );
  const numbers = entries.map(({ entryId }: { entryId: string }) => Number(entryId));
  expect(numbers).toEqual(numbers.toSorted((one: number, other: number) => other - one));
  expect(entries.at(-1).action).toBe('createSeller');
  expect(entries[0].action).toBe('cancelAuction');
});

test('an answer under an idempotency key from before is given again', async () => {
  const again = await keyed(before.seller, 'once', creation);
  expect(again.text).toBe(created.text);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('nothing but keys, and what refers to them, differs from the tables that it was made of', async () => {
  await using plain = await freshDatabase();
  const [was, is] = [await describedTables(plain.db.pool), await describedTables(pool)];
  /** The names of the columns, constraints and indexes that one has and the other lacks. */
  const changed = (one: Set<string>, other: Set<string>) =>
    new Set([...one.difference(other)].map((what) => what.split(' ', 1)[0]));
  const keys = [
    'audit_log_pkey',
    'authorizations_bid_id_fkey',
    'authorizations_one_backing',
    'authorizations_one_renewal',
    'authorizations_pkey',
    'authorizations_provider_provider_reference_key',
    'authorizations_replaces_authorization_id_fkey',
    'bids_pkey',
    'capture_attempts_authorization_id_fkey',
    'capture_attempts_bid_id_fkey',
    'capture_attempts_pkey',
    'webhook_attempts.event_id',
    'webhook_attempts_delivery_id_fkey',
    'webhook_attempts_pkey',
    'webhook_deliveries_pkey',
  ];
  expect(changed(was, is)).toEqual(new Set(keys));
  expect(changed(is, was)).toEqual(new Set([...keys, 'webhook_attempts_event_id_not_null']));
});

test('what was prepared can be taken back, and not any more after the switch', async () => {
  await using prepared = await freshDatabase();
  const before = await describedTables(prepared.db.pool);
  await preparePartitions(prepared.url, new Date(Date.now() + 86_400_000));
  expect(await describedTables(prepared.db.pool)).not.toEqual(before);
  await undoPreparation(prepared.url);
  expect(await describedTables(prepared.db.pool)).toEqual(before);
  await expect(undoPreparation(database.url)).rejects.toThrow('partitioned already');
});

async function describedTables(connection: Pick<typeof pool, 'query'>): Promise<Set<string>> {
  const { rows } = await connection.query<{ what: string }>(`
    with tables as (
      select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    )
    select format('%s.%s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
      pg_get_expr(adbin, adrelid)) as what
    from tables join pg_attribute on attrelid = oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0
    union all
    select conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
    from tables join pg_constraint on conrelid = tables.oid where conparentid = 0
    union all
    select indexrelid::regclass || ' ' || replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
    from tables join pg_index on indrelid = oid`);
  return new Set(rows.map(({ what }) => what));
}

describe('what is no longer kept', () => {
  test('goes with its partition, but for webhooks that are still being delivered', async () => {
    await using house = await setHouseOfOldWebhooks();
    const { db, url } = house;
    // One of them is on its way yet.
    expect(await db.prisma.webhookEvent.count()).toBe(2);
    await db.query(
      `update webhook_deliveries set state = 'failed', closed_at = clock_timestamp(), next_attempt_at = null`,
    );
    const [recent] = await insertDeliveries(db, house.endpoint);
    expect(await deleteOldEvents(db, 30)).toBe(0);

    await keepPartitions(url);
    expect(await db.prisma.webhookEvent.findMany()).toMatchObject([{ eventId: recent!.eventId }]);
    expect(await db.prisma.webhookDelivery.findMany()).toMatchObject([{ deliveryId: recent!.deliveryId }]);
    expect(await db.prisma.webhookAttempt.count()).toBe(0);
  });

  test('of the audit log goes when whoever runs the service says so, and its numbers go on', async () => {
    await using house = await setHouseOfOldWebhooks();
    const { pool } = house.db;
    await pool.query("call partitions.drop('audit_log', now() - interval '30 days')");
    await pool.query(
      `insert into audit_log (action, subject_type, subject_id) values ('updateAuction', 'auction', '')`,
    );
    expect((await pool.query('select entry_id::int as number, action from audit_log')).rows).toEqual([
      { number: 2, action: 'updateAuction' },
    ]);
  });

  /** A database whose first partitions ended 40 days ago, with a webhook that was delivered before then, and one that was not. */
  async function setHouseOfOldWebhooks() {
    const house = await freshDatabase();
    const { db, url } = house;
    const endpoint = await insertEndpoint(db, 'https://receiver.example/');
    const [delivered] = await insertDeliveries(db, endpoint, 2);
    await db.query(
      `update webhook_events set event_id = uuidv7(interval '-45 days'), created_at = clock_timestamp() - interval '45 days'`,
    );
    await db.query(
      `update webhook_deliveries set state = 'delivered', closed_at = clock_timestamp(), next_attempt_at = null where delivery_id = $1`,
      [delivered!.deliveryId],
    );
    // As a version wrote it that did not know of its event.
    await db.query(
      `insert into webhook_attempts (delivery_id, attempt, requested_at, duration_ms, url, request_headers)
       values ($1, 1, clock_timestamp(), 1, '', '{}')`,
      [delivered!.deliveryId],
    );
    await db.query(
      `insert into audit_log (action, subject_type, subject_id, at)
       values ('createAuction', 'auction', '', clock_timestamp() - interval '45 days')`,
    );
    await partition(url, new Date(Date.now() - 40 * 86_400_000));
    return Object.assign(house, { endpoint });
  }
});
