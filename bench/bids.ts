// `npm run bench:bids`: how many bids a second two instances of the service accept, with the simulated provider answering
// at once and after 100 ms, on one hot auction and spread over a hundred, by `placeBid` alone and by page, form and page of the
// outcome, and what the auction's row lock costs. Fails
// where the one takes less than half of what the hundred take together, where a bid that was told to be placed is
// missing, where the books disagree, and where a call to the provider holds the lock. `-- --short`: for a second each, to see
// that it works.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { PooledDatabase } from '../src/db/database.ts';
import { compareBooks } from '../test/payments/compare-books.ts';
import type { Bidden, Bidding } from './bidders.ts';
import { describeMachine } from './describe-machine.ts';
import { p50AndP99 } from './percentile.ts';
import { openTemporaryDatabase } from './open-temporary-database.ts';
import { seedAuctionsWithBids } from './seed-auctions-with-bids.ts';

const isShort = process.argv.includes('--short');
const [warmUpSeconds, seconds] = isShort ? ([0.2, 0.8] as const) : ([2, 10] as const);
const bidderCounts = isShort ? [32] : [32, 128];
const instances = 2;
const leastShare = 0.5;

const faults: string[] = [];

await using closing = new AsyncDisposableStack();
const db = await openTemporaryDatabase(closing);
// Twenty sellers: a hundred and one of the first one's, among others as in a service that has run for a while.
const { auctionIds } = await seedAuctionsWithBids(db, { auctions: 2_020, bidsEach: 5 });
const [hot, hundred] = [auctionIds.slice(0, 1), auctionIds.slice(1)];
const bidsBefore = 2_020 * 5;
const processes = await startInstances(db, closing);

const lines: string[] = [];
let placed = 0;
for (const [by, providerLatencyMs] of [
  ['placeBid', 0],
  ['placeBid', 100],
  ['form', 0],
] as const) {
  for (const bidders of bidderCounts) {
    const onHot = await letBid({ by, auctionIds: hot, bidders, providerLatencyMs });
    const onHundred = await letBid({ by, auctionIds: hundred, bidders, providerLatencyMs });
    const share = perSecond(onHot) / perSecond(onHundred);
    lines.push(
      `| ${[
        by === 'form' ? 'page, form, outcome' : 'placeBid',
        `${providerLatencyMs} ms`,
        bidders,
        perSecond(onHot).toFixed(0),
        perSecond(onHundred).toFixed(0),
        share.toFixed(2),
        p50AndP99(onHot.bidMs),
        p50AndP99(onHundred.bidMs),
        p50AndP99(onHot.lockMs),
        p50AndP99(onHundred.lockMs),
        onHot.maxOnTheWay,
      ].join(' | ')} |`,
    );
    if (share < leastShare && !isShort)
      faults.push(`with ${bidders} bidders, one auction takes ${share.toFixed(2)} of a hundred's`);
    if (providerLatencyMs > 0) checkThatNobodyIsHeldUp(onHot, bidders);
  }
}
await checkBooks();

console.log(`# Bids a second

${await describeMachine(db)}; ${instances} instances of the service with 10 connections each; ${seconds} s for each figure

| By | Provider answers after | Bidders | Bids/s, one auction | Bids/s, 100 auctions | Ratio | A bid takes, one auction, p50 / p99 ms | 100 auctions | Until the row lock is held, one auction, p50 / p99 ms | 100 auctions | Most at the provider at once, one instance, one auction |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}

${placed} bids were told to be placed.`);

for (const fault of faults) console.error(`Fault: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function startInstances({ url }: PooledDatabase, closing: AsyncDisposableStack): Promise<ChildProcess[]> {
  return await Promise.all(
    Array.from({ length: instances }, async () => {
      const instance = fork(path.join(import.meta.dirname, 'bidders.ts'), [url]);
      closing.defer(async () => {
        instance.disconnect();
        await once(instance, 'exit');
      });
      await once(instance, 'message');
      return instance;
    }),
  );
}

/** What the instances were told, together; half of the bidders bid through each. */
async function letBid(bidding: Pick<Bidding, 'by' | 'auctionIds' | 'bidders' | 'providerLatencyMs'>): Promise<Bidden> {
  const told = await Promise.all(
    processes.map(async (instance) => {
      const answer = once(instance, 'message') as Promise<[Bidden]>;
      instance.send({ ...bidding, bidders: bidding.bidders / instances, warmUpSeconds, seconds } satisfies Bidding);
      return (await answer)[0];
    }),
  );
  const bidden = {
    placed: told.reduce((sum, { placed }) => sum + placed, 0),
    otherwise: told.flatMap(({ otherwise }) => otherwise),
    bidMs: told.flatMap(({ bidMs }) => bidMs),
    lockMs: told.flatMap(({ lockMs }) => lockMs),
    maxOnTheWay: Math.max(...told.map(({ maxOnTheWay }) => maxOnTheWay)),
  };
  placed += bidden.placed;
  if (bidden.placed === 0 || bidden.otherwise.length > 0) {
    faults.push(`${bidden.placed} bids placed; others were told: ${[...new Set(bidden.otherwise)].join(', ')}`);
  }
  return bidden;
}

function perSecond({ bidMs }: Bidden): number {
  return bidMs.length / seconds;
}

/** Were the auction's row held while the provider is asked, one call at most would be on its way. */
function checkThatNobodyIsHeldUp({ maxOnTheWay }: Bidden, bidders: number): void {
  if (maxOnTheWay < 2) faults.push(`with ${bidders} bidders, calls to the provider went out one after the other`);
}

async function checkBooks(): Promise<void> {
  const { rows } = await db.query<{ bids: number }>('select count(*)::int as bids from bids');
  const bids = rows[0]!.bids - bidsBefore;
  if (bids !== placed) faults.push(`${placed} bids were told to be placed, ${bids} are there`);
  const disagreements = await compareBooks(db);
  if (disagreements.length > 0) faults.push(`the books disagree on ${disagreements.length} payments`);
}
