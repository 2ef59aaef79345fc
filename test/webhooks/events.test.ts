import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelAuction } from '../../src/auctions/cancel-auction.ts';
import { onlyId } from '../../src/auctions/projection.ts';
import { openAuctions, openDueAuctions } from '../../src/auctions/open-auctions.ts';
import { issueKey } from '../../src/platform/auth/change-keys.ts';
import { continueBid } from '../../src/auctions/bids/continue-bid.ts';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import type { Viewer } from '../../src/core/viewer.ts';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { answerChallenge } from '../../src/payments/providers/simulated/challenges.ts';
import { moveFor } from '../../src/payments/holds/move-for.ts';
import { refused } from '../../src/payments/providers/observation.ts';
import { applyCaptures } from '../../src/settlement/apply-captures.ts';
import { recordNextSteps } from '../../src/settlement/record-next-steps.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { settleDueAuctions } from '../../src/settlement/settle-due-auctions.ts';
import { brokenRules } from '../faults/broken-rules.ts';
import { installModelClock } from '../model/model-clock.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { bidRequest } from '../support/bid-request.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { type AuctionOptions, insertAuction, upcoming } from '../support/insert-auction.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { serviceForFile } from '../support/service.ts';
import { endAuction } from '../support/end-auction.ts';

const hour = 3_600;
const begun: AuctionOptions = { startsInSeconds: -hour, endsInSeconds: hour };
const neverOpened: AuctionOptions = { startsInSeconds: -2 * hour, endsInSeconds: -1 };

const service = await serviceForFile();
let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage({ status: 'upcoming' }, service)));

const listen = (options?: Parameters<typeof insertEndpoint>[2]) =>
  insertEndpoint(stage.service.db, stage.seller, options);
const insert = (options: AuctionOptions) => stage.service.auction(stage.seller, options);
const cancel = (auctionId = stage.auction.auctionId) => stage.seller.delete(`/v1/auctions/${auctionId}`);

/** The types of what was told, of one auction and its bids, in the order in which it was written. */
async function told(auctionId = stage.auction.auctionId): Promise<string[]> {
  const { rows } = await stage.service.db.query<{ eventType: string }>(
    `select event_type as "eventType" from webhook_events where auction_id = $1 order by event_id`,
    [auctionId],
  );
  return rows.map(({ eventType }) => eventType);
}

/** The types of the events that go to an endpoint, in the order of their ids. */
async function delivered(): Promise<string[]> {
  const { rows } = await stage.service.db.query<{ eventType: string }>(
    `select event_type as "eventType" from webhook_deliveries join webhook_events using (event_id)
     where auction_id = $1 order by event_id`,
    [stage.auction.auctionId],
  );
  return rows.map(({ eventType }) => eventType);
}

describe('an auction', () => {
  beforeEach(() => listen());

  const looks = [
    ['a look at it', (auctionId: string) => openAuctions(stage.service.db, [auctionId], true)],
    ['a pass over all', () => openDueAuctions(stage.service.db)],
  ] as const;

  test.each(looks)('that begins is told of once, by %s', async (_, look) => {
    await look(stage.auction.auctionId);
    await look(stage.auction.auctionId);
    expect(await told()).toEqual(['auction_started']);
  });

  test.each(looks)(
    'that nobody looked at until it was over began, by %s, and is completed by its settlement',
    async (_, look) => {
      const { auctionId } = await insert(neverOpened);
      await look(auctionId);
      await look(auctionId);
      expect(await told(auctionId)).toEqual(['auction_started']);
      await stage.work();
      expect(await told(auctionId)).toEqual(['auction_started', 'auction_completed']);
    },
  );

  test('that has not begun is not told of', async () => {
    const { auctionId } = await insert(upcoming);
    await openAuctions(stage.service.db, [auctionId], true);
    await openDueAuctions(stage.service.db);
    expect(await told(auctionId)).toEqual([]);
  });

  test('that is settled before anybody has opened it began, too', async () => {
    await stage.bid(5_000);
    await stage.end();
    await settleAuction(stage.service.deps, stage.auction.auctionId);
    expect(await told()).toEqual(['bid_placed', 'auction_started', 'auction_completed']);
    await openAuctions(stage.service.db, [stage.auction.auctionId], true);
    await openDueAuctions(stage.service.db);
    expect(await told()).toHaveLength(3);
  });

  test('an auction that opened in time does not begin again at its settlement', async () => {
    await openDueAuctions(stage.service.db);
    await stage.bid(5_000);
    await stage.settle();
    expect(await told()).toEqual(['auction_started', 'bid_placed', 'auction_completed']);
  });

  test('that is cancelled before its start never began', async () => {
    const { auctionId } = await insert(upcoming);
    await cancel(auctionId);
    expect(await told(auctionId)).toEqual(['auction_cancelled']);
  });

  test('that is cancelled after its start began, though nobody has opened it', async () => {
    await cancel();
    expect(await told()).toEqual(['auction_started', 'auction_cancelled']);
  });

  test('that is cancelled again is told of once, and nothing after it', async () => {
    await openDueAuctions(stage.service.db);
    await stage.bid(5_000);
    expect((await cancel()).status).toBe(200);
    expect((await cancel()).status).toBe(200);
    await stage.settle();
    await openDueAuctions(stage.service.db);
    expect(await told()).toEqual(['auction_started', 'bid_placed', 'auction_cancelled']);
  });

  test('a refused cancellation records no event', async () => {
    const { auctionId } = await insert(neverOpened);
    await stage.work();
    expect((await cancel(auctionId)).status).toBe(409);
    expect(await told(auctionId)).toEqual(['auction_started', 'auction_completed']);
  });
});

describe('a bid', () => {
  beforeEach(() => listen());

  test('that two complete at once is told of once', async () => {
    const { deps, db } = stage.service;
    const challenged = await stage.tryToBid(5_000, 'challenge_once');
    if (challenged.outcome !== 'challenged' || challenged.challenge.provider !== 'simulated')
      throw new Error(`The bid is ${challenged.outcome}.`);
    await answerChallenge(deps, challenged.challenge.secret, 'pass');
    const { rows } = await db.query<{ id: string }>(
      'select authorization_id as id from authorizations where auction_id = $1',
      [stage.auction.auctionId],
    );
    await Promise.all(Array.from({ length: 6 }, () => continueBid(deps, rows[0]!.id)));
    expect(await told()).toEqual(['bid_placed']);
  });

  test('that is refused is not told of', async () => {
    expect(await stage.tryToBid(5_000, 'declined')).toMatchObject({ outcome: 'refused' });
    await stage.seller.patch(`/v1/auctions/${stage.auction.auctionId}`, { minimumBidValueInCents: 9_000 });
    expect(await stage.tryToBid(5_000)).toMatchObject({ outcome: 'refused' });
    expect(await told()).toEqual(['auction_updated']);
  });

  test('a bid with an unclear capture has not failed', async () => {
    await stage.bid(9_000, 'capture_5xx');
    await stage.settle();
    expect(await told()).toEqual(['bid_placed']);
    for (let retry = 0; retry < 3; retry += 1) {
      await stage.hurry();
      await stage.work();
    }
    expect(await told()).toEqual(['bid_placed', 'auction_started', 'auction_completed']);
  });

  test('a refusal that two processes hear at once is one failure', async () => {
    await stage.bid(9_000);
    await stage.end();
    const { db } = stage.service;
    const [step] = await recordNextSteps(db, [stage.auction.auctionId], true);
    if (typeof step !== 'object' || step.kind !== 'capture') throw new Error('No capture is due.');
    const { claimed } = step;
    const observation = refused('card_declined');
    const answered = { claimed, observation, verdict: moveFor(claimed, observation) };
    const applied = await Promise.all([1, 2].map(() => applyCaptures(db, [answered], true)));
    expect(new Set(applied.flat())).toEqual(new Set(['refused', 'waits']));
    expect(await told()).toEqual(['bid_placed', 'capture_failed']);
  });

  test('a bid with a lapsed hold has failed, and the reason says so', async () => {
    const bidId = await stage.bid(9_000);
    await stage.service.db.query(
      `update simulated_payments set capture_before = clock_timestamp()
       where reference in (select provider_reference from authorizations where bid_id = $1) returning pg_sleep(0.001)`,
      [bidId],
    );
    await stage.settle();
    const { rows } = await stage.service.db.query(
      `select bid_id as "bidId", snapshot ->> 'reason' as reason from webhook_events
       where event_type = 'capture_failed' and seller_id = $1`,
      [stage.seller.sellerId],
    );
    expect(rows).toEqual([{ bidId, reason: 'authorization_expired' }]);
  });
});

describe('a transaction that is rolled back tells nothing', () => {
  beforeEach(() => listen());

  /** The commit of a transaction in which that happens to such a row fails. */
  async function whileNo(event: string, condition: string, work: () => Promise<void>): Promise<void> {
    const { db } = stage.service;
    await db.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'Died'; end $$`);
    await db.query(`create constraint trigger fail after ${event} deferrable initially deferred
      for each row when (${condition}) execute function fail()`);
    await work();
    await db.query('drop function fail cascade');
  }

  test('a bid that is rolled back tells nothing', async () => {
    await whileNo('insert on bids', 'true', () => expect(stage.bid(5_000)).rejects.toThrow('Died'));
    expect(await told()).toEqual([]);
  });

  test('a cancellation that is rolled back tells nothing', async () => {
    await whileNo('update on auctions', `new.outcome = 'CANCELLED'`, async () =>
      expect((await cancel()).status).toBe(500),
    );
    expect(await told()).toEqual([]);
  });

  test('a winner that is rolled back tells nothing', async () => {
    await stage.bid(5_000);
    await stage.end();
    await whileNo('update on auctions', `new.outcome = 'SOLD'`, () =>
      expect(settleAuction(stage.service.deps, stage.auction.auctionId)).rejects.toThrow('Died'),
    );
    expect(await told()).toEqual(['bid_placed']);
  });
});

describe('an endpoint', () => {
  test('hears of what it listens to, once for each', async () => {
    const all = await listen();
    const bids = await listen({ eventTypes: ['bid_placed'] });
    const ends = await listen({ eventTypes: ['auction_completed', 'auction_cancelled'] });
    await stage.bid(5_000);
    await cancel();
    const { rows } = await stage.service.db.query(
      `select event_type as "eventType", endpoint_id as "endpointId", state, attempt, next_attempt_at <= clock_timestamp() as due
       from webhook_deliveries join webhook_events using (event_id) where seller_id = $1 order by event_id, endpoint_id`,
      [stage.seller.sellerId],
    );
    const delivery = { state: 'pending', attempt: 0, due: true };
    expect(rows).toEqual([
      { eventType: 'bid_placed', ...all, ...delivery },
      { eventType: 'bid_placed', ...bids, ...delivery },
      { eventType: 'auction_started', ...all, ...delivery },
      { eventType: 'auction_cancelled', ...all, ...delivery },
      { eventType: 'auction_cancelled', ...ends, ...delivery },
    ]);
  });

  test('a disabled endpoint, one for other events and another seller’s get nothing, and the events stay in the feed', async () => {
    await listen({ isDisabled: true });
    await listen({ eventTypes: ['auction_completed'] });
    await insertEndpoint(stage.service.db, await stage.service.seller());
    await stage.bid(5_000, 'capture_declined');
    await openDueAuctions(stage.service.db);
    await cancel();
    expect(await told()).toEqual(['bid_placed', 'auction_started', 'auction_cancelled']);
    expect(await delivered()).toEqual([]);
  });

  test('that is deleted at that moment holds up no fact', async () => {
    const { endpointId } = await listen();
    let cancelling: ReturnType<typeof cancel> | undefined;
    await stage.service.db.transaction(async (tx) => {
      await tx.query('delete from webhook_endpoints where endpoint_id = $1', [endpointId]);
      cancelling = cancel();
      await expect.poll(() => lockWaits(stage.service.db), { timeout: 20_000 }).toBe(1);
    });
    expect((await cancelling!).status).toBe(200);
    expect(await delivered()).toEqual([]);
  });

  test('that is changed at that moment hears of the fact all the same', async () => {
    const { endpointId } = await listen();
    await stage.service.db.transaction(async (tx) => {
      await tx.query('update webhook_endpoints set failing_since = clock_timestamp() where endpoint_id = $1', [
        endpointId,
      ]);
      // Not waited for: receivers that fail must not slow bids down.
      await stage.bid(5_000);
    });
    expect(await told()).toEqual(['bid_placed']);
  });
});

test('among many endpoints those of a seller are found by their index', async () => {
  const { deps, db } = stage.service;
  await listen();
  await db.query(`insert into sellers (name, mode) select 'Seller ' || i, 'test' from generate_series(1, 10000) i`);
  await db.query(
    `insert into webhook_endpoints (seller_id, url, event_types, secret)
     select seller_id, 'https://127.0.0.1:9/', '{auction_started}', '' from sellers`,
  );
  await db.query('analyze sellers, webhook_endpoints');
  const over = await insert(neverOpened);
  await insert(neverOpened);

  await using one = await connectDatabase(db.url, { connections: 1 });
  const before = await sequentialScans(one);
  await stage.bid(9_000, 'capture_declined');
  await openAuctions(one, [over.auctionId], true);
  await openDueAuctions(one);
  await stage.end();
  await settleAuction({ ...deps, db: one }, stage.auction.auctionId);
  expect(await told()).toHaveLength(4);
  expect((await sequentialScans(one)) - before).toBe(0);
});

async function sequentialScans(db: PooledDatabase): Promise<number> {
  await db.query('select pg_stat_force_next_flush()');
  const { rows } = await db.query<{ count: number }>(
    `select seq_scan::int as count from pg_stat_user_tables where relname = 'webhook_endpoints'`,
  );
  return rows[0]!.count;
}

describe('simultaneous workers tell each event once', { timeout: 120_000 }, () => {
  // Alone, so that all is at rest in the end.
  beforeEach(async () => {
    stage = await setAuctionStage({ status: 'upcoming' });
    await listen();
  });
  afterEach(() => stage[Symbol.asyncDispose]());

  test('many auctions that several workers open and complete', async () => {
    const { db, deps } = stage.service;
    await db.query(
      `insert into auctions (seller_id, title, type, minimum_bid_value_in_cents, bidding_period_starts_at, bidding_period_ends_at)
       select $1, 'Desk', 'asynchronous', 0, clock_timestamp() - interval '2 h', clock_timestamp() - interval '1 h'
       from generate_series(1, 1200)`,
      [stage.seller.sellerId],
    );
    // This seller has no endpoint.
    await stage.service.auction(await stage.service.seller(), neverOpened);
    const { rows: auctions } = await db.query<{ id: string }>('select auction_id as id from auctions limit 60');
    await Promise.all([
      ...Array.from({ length: 4 }, () => openDueAuctions(db)),
      ...auctions.map(({ id }) => openAuctions(db, [id], true)),
    ]);
    await openDueAuctions(db);
    await Promise.all(Array.from({ length: 4 }, () => settleDueAuctions(deps)));
    const { rows } = await db.query(
      `select event_type as "eventType", count(*)::int, count(distinct auction_id)::int as auctions
       from webhook_events group by event_type order by event_type`,
    );
    expect(rows).toEqual([
      { eventType: 'auction_started', count: 1202, auctions: 1202 },
      { eventType: 'auction_completed', count: 1201, auctions: 1201 },
    ]);
    expect(await brokenRules(db)).toEqual([]);
  });

  test('a cancellation, settlements and looks at the end of an auction', async () => {
    const { deps, db } = stage.service;
    for (let round = 0; round < 6; round += 1) {
      const { auctionId } = await insert(begun);
      await placeBid(deps, bidRequest(auctionId));
      await endAuction(db, auctionId);
      await Promise.all([
        delay(round).then(() => cancel(auctionId)),
        settleAuction(deps, auctionId),
        settleAuction(deps, auctionId),
        openAuctions(db, [auctionId], true),
        openDueAuctions(db),
        db.query('update webhook_endpoints set failing_since = clock_timestamp()'),
      ]);
      await stage.work();
      const events = await told(auctionId);
      expect(events.filter((type) => type !== 'auction_cancelled' && type !== 'auction_completed').sort()).toEqual([
        'auction_started',
        'bid_placed',
      ]);
      expect(events).toHaveLength(3);
    }
    expect(await brokenRules(db)).toEqual([]);
  });
});

// An instant cannot be met by waiting for it: time stands still here.
describe('at the very start', () => {
  let database: FreshDatabase;
  let db: PooledDatabase;
  let viewer: Viewer;
  beforeAll(async () => {
    database = await freshDatabase();
    await installModelClock(database);
    db = await connectDatabase(database.url);
    const scopes = ['auctions:write'] as const;
    const { sellerId, apiKeyId } = await issueKey(db, { seller: 'Acme', mode: 'test', scopes, expiresAt: null });
    viewer = { sellerId, mode: 'test', apiKeyId, scopes: new Set(scopes) };
    await insertEndpoint(db, viewer);
  });
  afterAll(async () => {
    await db[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  test.each([
    ['at its start', 0, ['auction_started', 'auction_cancelled']],
    ['one millisecond before its start', 0.001, ['auction_cancelled']],
  ])('an auction that is cancelled %s', async (_, startsInSeconds, expected) => {
    const { auctionId } = await insertAuction(db, viewer, { startsInSeconds });
    await cancelAuction({ ...stage.service.deps, db }, viewer, auctionId, onlyId);
    const { rows } = await db.query<{ type: string }>(
      `select event_type as type from webhook_events where auction_id = $1 order by event_id`,
      [auctionId],
    );
    expect(rows.map(({ type }) => type)).toEqual(expected);
  });
});
