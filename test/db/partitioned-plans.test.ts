import { afterAll, describe, expect, test } from 'vitest';
import { explainOperation } from '../../bench/explain-operation.ts';
import { type ListOperation, readOperations } from '../../bench/list-operations.ts';
import { openService } from '../../bench/open-service.ts';
import { type Sample, sampleSellers } from '../../bench/sample-sellers.ts';
import { seedLists } from '../../bench/seed-lists.ts';
import { type PlanNode, type RunStatement, watchPlans } from '../../bench/watch-plans.ts';
import { freshDatabase } from '../support/database.ts';
import { keepPartitions, partition } from '../support/partition.ts';
import { recordedAlarms } from '../support/recorded-alarms.ts';

// Lists stay flat on partitioned tables, too, and what is about one auction reads one partition.

const auctions = 20_000;
const days = 180;
const closing = new AsyncDisposableStack();
afterAll(() => closing.disposeAsync());

const database = closing.use(await freshDatabase());
await partition(database.url, new Date(Date.now() - days * 86_400_000));
const samples = await sampleSellers(database.db, await seedLists(database.db, { auctions, days }));
await makeEmptyPartitionsAnew();
const watched = closing.use(await watchPlans(database.url));
const service = closing.use(
  openService(watched.db, {
    alarms: recordedAlarms(),
    keyUse: { note: () => undefined, flush: async () => {}, [Symbol.asyncDispose]: async () => {} },
  }),
);
const filled = await filledPartitions();

const possible = readOperations.filter(({ needsAuctions = 0 }) => needsAuctions <= auctions / 10);

test('auctions and bids lie in several partitions', () => {
  expect(filled.filter((name) => name.startsWith('auctions_')).length).toBeGreaterThan(1);
  expect(filled.filter((name) => name.startsWith('bids_')).length).toBeGreaterThan(1);
});

describe.each(possible)('$name, of a $whose seller', (operation) => {
  test('reads by indexes, and no more than was asked for, of each partition', async () => {
    const sample = samples[operation.whose][0]!;
    // The bids of one bidder are few, as money is held for each: where statistics tell no index from another, all are read.
    const rows = operation.name.includes('bidderId') ? await countBidsOfBidder(sample) : operation.rows;
    const { faults } = await explainOperation(watched, service.app, { ...operation, rows }, sample);
    // One without a row is read faster without its indexes.
    expect(faults.filter((fault) => !isOfEmptyPartition(fault))).toEqual([]);
  });
});

test.each([
  ['an auction with its bids', (auctionId: string) => `/v1/auctions/${auctionId}?includeBids=true`],
  ['the bids on an auction', (auctionId: string) => `/v1/bids?auctionId=${auctionId}`],
  ['the page of an auction', (auctionId: string) => `/auctions/${auctionId}`],
])('%s: one partition is read', async (name, path) => {
  const operation: ListOperation = {
    name,
    whose: 'large',
    status: 200,
    ask: ({ seller, auctionId }) =>
      new Request(`http://localhost${path(auctionId)}`, { headers: { authorization: `Bearer ${seller.key}` } }),
    rows: 1,
  };
  for (const sample of samples.large.slice(0, 2)) {
    const { statements } = await explainOperation(watched, service.app, operation, sample);
    const read = statements
      .flatMap(relationsRead)
      .filter((relation) => /^(auctions|bids|authorizations)_/.test(relation));
    expect(new Set(read).size).toBeGreaterThan(0);
    expect(new Set(read.map((relation) => relation.replace(/^[a-z]+_/, ''))).size).toBe(1);
  }
});

async function countBidsOfBidder({ seller, bidderId }: Sample): Promise<number> {
  const { rows } = await database.db.query<{ count: number }>(
    'select count(*)::int as count from bids where seller_id = $1 and bidder_id = $2',
    [seller.sellerId, bidderId],
  );
  return rows[0]!.count;
}

/** Seeding has vacuumed them, as nothing else does: of what is known to be empty, plans are made that cost nothing. */
async function makeEmptyPartitionsAnew(): Promise<void> {
  const { pool } = database.db;
  for (const table of ['bids', 'auctions']) {
    const { rows } = await pool.query<{ partition: string }>(
      `select partition from partitions.ends($1) where pg_relation_size(partition) = 0`,
      [table],
    );
    for (const { partition } of rows) {
      await pool.query(`alter table ${table} detach partition ${partition}`);
      await pool.query(`drop table ${partition}`);
    }
  }
  await keepPartitions(database.url);
}

async function filledPartitions(): Promise<string[]> {
  const { rows } = await database.db.query<{ name: string }>(
    `select distinct relname as name from pg_class join (
       select tableoid as oid from auctions union select tableoid from bids) filled using (oid)`,
  );
  return rows.map(({ name }) => name);
}

function isOfEmptyPartition(fault: string): boolean {
  const relation = /^reads all of (\w+_\d{8}):/.exec(fault)?.[1];
  return relation !== undefined && !filled.includes(relation);
}

function relationsRead({ plan }: RunStatement): string[] {
  const scans = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(scans)];
  return scans(plan).flatMap((node) => (node['Actual Loops'] > 0 ? (node['Relation Name'] ?? []) : []));
}
