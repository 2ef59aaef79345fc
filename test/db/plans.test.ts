import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auctionOrders } from '../../src/auctions/auction-order.ts';
import { type ExplainedOperation, explainOperation } from './explain-operation.ts';
import { explainSweep } from './explain-sweep.ts';
import {
  cancelOperation,
  createOperation,
  type ListOperation,
  readOperations,
  updateOperation,
} from './list-operations.ts';
import { openService } from '../support/open-service.ts';
import { maxSearched } from '../../src/platform/db/page-rows.ts';
import { scansOf } from '../support/plan-faults.ts';
import { type Sample, sampleSellers } from './sample-sellers.ts';
import { seedLists } from './seed-lists.ts';
import { watchPlans } from '../support/watch-plans.ts';
import { freshDatabase } from '../support/database.ts';
import { recordedAlarms } from '../support/recorded-alarms.ts';
import { auctionCursor, bidCursor, countBidsOfBidder, queryOperation } from './connection-operations.ts';

// Lists stay flat: what a request reads depends on what it asks for, and not on how much there is. One seller here has a
// tenth of everything, and its plans are judged row by row as PostgreSQL runs them.

const auctions = 20_000;
const closing = new AsyncDisposableStack();
afterAll(() => closing.disposeAsync());

const database = closing.use(await freshDatabase());
// In few days, so that much is upcoming, ongoing and due.
const samples = await sampleSellers(database.db, await seedLists(database.db, { auctions, days: 20 }));
const watched = closing.use(await watchPlans(database.url));
const service = closing.use(
  openService(watched.db, {
    // Neither writes at an instant of its own, in the middle of a request that is watched.
    alarms: recordedAlarms(),
    keyUse: { note: () => undefined, flush: async () => {}, [Symbol.asyncDispose]: async () => {} },
  }),
);

function explain(operation: ListOperation, auctionId?: string): Promise<ExplainedOperation> {
  const sample = samples[operation.whose][0]!;
  return explainOperation(watched, service.app, operation, auctionId === undefined ? sample : { ...sample, auctionId });
}

async function createAuction(): Promise<string> {
  const { body } = await explain(createOperation);
  return (JSON.parse(body) as { auction: { auctionId: string } }).auction.auctionId;
}

describe.each(readOperations)('$name, of a $whose seller', (operation) => {
  test('reads by indexes, and no more than was asked for', async () => {
    expect((await explain(operation)).faults).toEqual([]);
  });

  test('is one statement, for the key and the bids, too', async () => {
    expect((await explain(operation)).statements).toHaveLength(operation.statements!);
  });
});

test.each(['upcoming', 'ongoing', 'completed'])('a full page of what is %s, of the large seller', async (status) => {
  const { body, faults } = await explain({
    name: status,
    whose: 'large',
    status: 200,
    ask: ({ seller }) =>
      new Request(`http://localhost/v1/auctions?status=${status}`, {
        headers: { authorization: `Bearer ${seller.key}` },
      }),
    rows: 101,
  });
  expect((JSON.parse(body) as { auctions: unknown[] }).auctions).toHaveLength(100);
  expect(faults).toEqual([]);
});

describe('pages far from the start', () => {
  const { auctionId, bidderId } = samples.large[0]!;
  test.each([
    ['/auctions?offset=1500', 'auctions'],
    ['/auctions?offset=1500&status=completed', 'auctions'],
    ['/bids?offset=3000', 'bids'],
    [`/bids?offset=1000&auctionId=${auctionId}`, 'bids'],
    [`/bids?offset=1000&bidderId=${encodeURIComponent(bidderId)}`, 'bids'],
  ])('%s reads rows of its own page alone, and passes over the others in an index', async (path, table) => {
    const at = (query: string, rows: number) => ({
      name: query,
      whose: 'large' as const,
      status: 200,
      rows,
      ask: ({ seller }: Sample) =>
        new Request(`http://localhost/v1${query}`, { headers: { authorization: `Bearer ${seller.key}` } }),
    });
    const { body, statements, faults } = await explain(at(path, 3_101));
    expect(faults).toEqual([]);
    const list = (text: string) => Object.values(JSON.parse(text) as Record<string, { auctionId: string }[]>)[0]!;
    // The page that begins one earlier goes on as this one begins.
    const earlier = await explain(
      at(
        path.replace(/offset=(\d+)/, (_, offset) => `offset=${Number(offset) - 1}`),
        3_101,
      ),
    );
    expect(list(earlier.body).slice(1)).toEqual(list(body).slice(0, 99));
    const scans = scansOf(statements.at(-1)!.plan).filter(({ 'Relation Name': name }) => name === table);
    const rowsOf = (isInIndex: boolean) =>
      scans
        .filter((scan) => (scan['Node Type'] === 'Index Only Scan') === isInIndex)
        .reduce((sum, scan) => sum + scan['Actual Rows'] * scan['Actual Loops'], 0);
    expect(rowsOf(false)).toBeLessThanOrEqual(201);
    expect(rowsOf(true)).toBeGreaterThan(1_000);
  });
});

test('the overview reads a bounded number of auctions, and the disputes of its seller alone', async () => {
  const { sellerId } = samples.large[0]!.seller;
  await database.db.transaction(async (tx) => {
    // A replica asks for no captured payment.
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into reversals (provider, provider_reference, authorization_id, auction_id, seller_id, kind, state, amount_in_cents, made_at, taken_at)
       select 'simulated', auction_id::text, auction_id, auction_id, seller_id, 'dispute', 'open', 100, created_at, created_at
       from (select *, row_number() over (partition by seller_id = $1) as place from auctions) auctions
       where place <= case when seller_id = $1 then 20 else 3000 end`,
      [sellerId],
    );
  });
  const query = `{ overview(fromTimestamp: 0, beforeTimestamp: 4000000000) { heldInCents soldCount isExact concerns { kind } } }`;
  const { body, faults } = await explain(queryOperation('large', query, {}, 1_001));
  const { overview } = JSON.parse(body).data;
  const disputes = overview.concerns.filter(({ kind }: { kind: string }) => kind === 'DISPUTE');
  expect([overview.isExact, disputes.length]).toEqual([false, 10]);
  expect(faults).toEqual([]);
});

/** Writes an order as an argument. */
function orderOf(name: string): string {
  const [, field, direction] = /^(.+)_(\w+)$/.exec(name)!;
  return `{ field: ${field}, direction: ${direction} }`;
}

describe('pages by cursors, from the middle of what there is', () => {
  const page = 'pageInfo { hasPreviousPage hasNextPage } edges { cursor node';

  test.each([
    ['forwards', 'first: 10, after: $from'],
    ['backwards', 'last: 10, before: $from'],
  ])('auctions, %s, of every status and of each', async (_, way) => {
    const from = await auctionCursor(watched.db, samples.large[0]!);
    for (const filter of [
      '',
      'statuses: upcoming',
      'statuses: ongoing',
      'statuses: completed',
      'statuses: [upcoming, ongoing]',
    ]) {
      const query = `query ($from: String) { auctions(filter: { ${filter} }, ${way}) { ${page} { auctionId } } } }`;
      const { body, faults } = await explain(queryOperation('large', query, { from }, 11));
      expect(JSON.parse(body)).not.toHaveProperty('errors');
      expect(faults).toEqual([]);
    }
  });

  describe.each(Object.keys(auctionOrders))('auctions, %s', (name) => {
    const orderBy = orderOf(name);
    const filters = [
      '',
      'statuses: ongoing',
      'statuses: [upcoming, completed]',
      ...(name.startsWith('CREATED') ? ['created: { from: 1700000000, before: 4000000000 }'] : []),
      ...(name.startsWith('END') ? ['ends: { from: 1700000000, before: 4000000000 }'] : []),
      'reference: "lot-7"',
      `ids: ${JSON.stringify(samples.large.map(({ auctionId }) => auctionId))}`,
      // Nearly every auction of the seed has it in its title.
      'titleContains: "a"',
    ];

    test.each(filters)('{ %s }: reads by an index, and no more than a page, also the next one', async (filter) => {
      let from: string | null = null;
      for (const way of ['first: 10, after: $from', 'first: 10, after: $from', 'last: 10, before: $from']) {
        const query = `query ($from: String) { auctions(orderBy: ${orderBy}, filter: { ${filter} }, ${way}) { ${page} { auctionId title } } } }`;
        // Each of up to three statuses is read up to the page, with the row of its highest bid.
        const { body, faults } = await explain(queryOperation('large', query, { from }, 33));
        const { data, errors } = JSON.parse(body);
        expect(errors).toBeUndefined();
        expect(faults).toEqual([]);
        from = data.auctions.edges.at(-1)?.cursor ?? null;
      }
    });
  });

  test.each(['CREATED_DESC', 'END_DESC', 'HIGHEST_BID_DESC'])(
    '%s: a title that no auction has is searched for among a bounded number',
    async (orderBy) => {
      const query = `{ auctions(filter: { titleContains: "no such title" }, orderBy: ${orderOf(orderBy)}) { ${page} { auctionId } } } }`;
      const { body, faults } = await explain(queryOperation('large', query, {}, 5_000));
      expect(JSON.parse(body).data.auctions.edges).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  test.each(['first: 10', 'last: 10', 'first: 10 bidderId: "nobody"'])(
    'bidders, %s: are searched for among a bounded number of bids',
    async (filter) => {
      const fields = 'bidderId bidCount winCount lastBidAt email isBanned';
      const query = `{ bidders(${filter}) { totalCount ${page} { ${fields} } } } }`;
      const { body, faults } = await explain(queryOperation('large', query, {}, maxSearched));
      expect(JSON.parse(body)).not.toHaveProperty('errors');
      expect(faults).toEqual([]);
    },
  );

  test.each([
    ['PLACED_DESC', 'forwards', 'first: 10, after: $from'],
    ['PLACED_DESC', 'backwards', 'last: 10, before: $from'],
    ['VALUE_DESC', 'forwards', 'first: 10, after: $from'],
    ['VALUE_DESC', 'backwards', 'last: 10, before: $from'],
  ] as const)('bids, %s, %s, of an auction with thousands and of one bidder of it', async (orderBy, _, way) => {
    const sample = samples.large[0]!;
    const from = await bidCursor(watched.db, sample, orderBy);
    const [onAuction, ofBidder] = [`auctionId: "${sample.auctionId}"`, `bidderId: "${sample.bidderId}"`];
    const filters = [onAuction, `${onAuction} ${ofBidder}`, ...(orderBy === 'PLACED_DESC' ? [ofBidder, ''] : [])];
    for (const filter of filters) {
      const query = `query ($from: String) { bids(filter: { ${filter} }, orderBy: ${orderOf(orderBy)}, ${way}) { ${page} { bidId } } } }`;
      // No index has the bids of one bidder on one auction by value: all of them are read.
      const rows = orderBy === 'VALUE_DESC' && filter !== onAuction ? await countBidsOfBidder(watched.db, sample) : 11;
      const { body, faults } = await explain(queryOperation('large', query, { from }, rows));
      expect(JSON.parse(body)).not.toHaveProperty('errors');
      expect(faults).toEqual([]);
    }
  });

  test.each([
    ['', 1_001],
    ['(filter: { statuses: [upcoming, completed] })', 1_001],
    ['(orderBy: { field: END, direction: DESC })', 1_001],
    ['(orderBy: { field: HIGHEST_BID, direction: DESC })', 1_001],
    ['(filter: { titleContains: "a" })', 5_001],
  ])('the number of auctions%s is counted among a bounded number', async (filter, rows) => {
    const query = `{ auctions${filter} { totalCount isTotalCountExact } }`;
    const { body, faults } = await explain(queryOperation('large', query, {}, 3 * rows));
    expect(JSON.parse(body).data.auctions).toEqual({ totalCount: 1_000, isTotalCountExact: false });
    expect(faults).toEqual([]);
  });

  test.each(['', '(filter: { bidderId: "BIDDER" })'])(
    'the number of bids%s is counted among a bounded number',
    async (filter) => {
      const query = `{ bids${filter.replace('BIDDER', samples.large[0]!.bidderId)} { totalCount } }`;
      const { body, faults } = await explain(queryOperation('large', query, {}, 1_001));
      expect(JSON.parse(body).data.bids.totalCount).toBeLessThanOrEqual(1_000);
      expect(faults).toEqual([]);
    },
  );

  test.each(['typical', 'large'] as const)('a hundred auctions with pages of bids, of a %s seller', async (whose) => {
    const query = `{ auctions{ ${page} {
      leadingBid { bidId } winningBid { bidId }
      newest: bids(first: 3) { edges { node { bidId } } }
      highest: bids(first: 3, orderBy: { field: VALUE, direction: DESC }) { edges { node { bidId } } }
    } } } }`;
    const { body, faults, statements } = await explain(queryOperation(whose, query, {}, 400));
    expect(JSON.parse(body).data.auctions.edges).toHaveLength(100);
    expect(faults).toEqual([]);
    expect(statements).toHaveLength(1);
  });
});

describe('writes touch the rows they are about', () => {
  test('create', async () => {
    expect((await explain(createOperation)).faults).toEqual([]);
  });

  test('update', async () => {
    expect((await explain(updateOperation, await createAuction())).faults).toEqual([]);
  });

  test('cancel', async () => {
    expect((await explain(cancelOperation, await createAuction())).faults).toEqual([]);
  });
});

test('the sweep reads what is due or nears, and turns it', async () => {
  const due = `select count(*)::int as due from auctions where status = 'upcoming' and bidding_period_starts_at <= clock_timestamp()`;
  const before = await database.db.query<{ due: number }>(due);
  expect(before.rows[0]!.due).toBeGreaterThan(10);
  expect((await explainSweep(watched, service.deps)).faults).toEqual([]);
  expect((await database.db.query<{ due: number }>(due)).rows[0]!.due).toBe(0);
});

describe('a seller with a hundred times as much as the average', () => {
  beforeAll(async () => {
    const { auctionId } = samples.large[0]!;
    await database.db.transaction(async (tx) => {
      // A replica counts no bids and asks for no payments.
      await tx.query('set local session_replication_role = replica');
      await tx.query(
        `insert into bids (auction_id, seller_id, bidder_id, placed_at, bid_value_in_cents)
         select auction_id, seller_id, 'bidder-' || n % 1000, placed_at - n * interval '1 second', n
         from (select * from bids where auction_id = $1 limit 1) bids, generate_series(1, 100000) n`,
        [auctionId],
      );
      await tx.query(
        `insert into auctions (seller_id, created_at, bidding_period_starts_at, bidding_period_ends_at, type, title,
           minimum_bid_value_in_cents, status, outcome, completed_at)
         select seller_id, created_at - ago, bidding_period_starts_at - ago, bidding_period_ends_at - ago, type, title,
           minimum_bid_value_in_cents, 'completed', 'UNSOLD', bidding_period_ends_at - ago
         from (select * from auctions where auction_id = $1) auctions, generate_series(1, 30000) n, lateral (select n * interval '1 second' as ago) ago`,
        [auctionId],
      );
    });
    await database.db.query('vacuum analyze bids, auctions');
  }, 60_000);

  test.each([
    'bidders(first: 10)',
    'bidders(last: 10)',
    'auctions(first: 10, filter: { titleContains: "no such title" })',
    'auctions(first: 10, orderBy: { field: END, direction: DESC }, filter: { titleContains: "no such title" })',
    'bids(first: 10, filter: { valueInCents: { atLeast: 2000000000 } })',
  ])('%s is searched for among a bounded number', async (field) => {
    const query = `{ ${field} { totalCount pageInfo { hasNextPage } nodes { __typename } } }`;
    const { body, faults } = await explain(queryOperation('large', query, {}, maxSearched));
    expect(JSON.parse(body)).not.toHaveProperty('errors');
    expect(faults).toEqual([]);
  });
});
