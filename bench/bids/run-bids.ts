// `npm run bench -- bids`: how many bids a second two instances of the service accept, with the simulated provider answering at once
// and after 100 ms, on one hot auction and spread over a hundred, by `placeBid` alone and by page, form and page of the outcome, and
// what the auction's row lock costs. Fails where the one takes less than half of what the hundred take together, where a bid that a
// bidder was promised is missing, where the books disagree, and where a call to the provider holds the lock. `--short`: for a second
// each, to see that it works.
import path from 'node:path';
import { compareBooks } from '../../test/providers/compare-books.ts';
import { describeMachine } from '../describe-machine.ts';
import { startLoadProcess } from '../load-process.ts';
import { openTemporaryDatabase } from '../open-temporary-database.ts';
import { p50AndP99 } from '../percentile.ts';
import { report } from '../report.ts';
import { seedAuctionsWithBids } from '../seed-auctions-with-bids.ts';
import type { BidResults, BiddingRun } from './bidders-process.ts';

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
const processes = Array.from({ length: instances }, () =>
  closing.use(startLoadProcess(path.join(import.meta.dirname, 'bidders-process.ts'), [db.url])),
);

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

report(
  `# Bids a second

${await describeMachine(db)}; ${instances} instances of the service with 10 connections each; ${seconds} s for each figure

| By | Provider answers after | Bidders | Bids/s, one auction | Bids/s, 100 auctions | Ratio | A bid takes, one auction, p50 / p99 ms | 100 auctions | Until the row lock is held, one auction, p50 / p99 ms | 100 auctions | Most at the provider at once, one instance, one auction |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}

${placed} bids were placed.`,
  faults,
);

/** Half of the bidders bid through each instance. @returns the results of both together */
async function letBid(
  run: Pick<BiddingRun, 'by' | 'auctionIds' | 'bidders' | 'providerLatencyMs'>,
): Promise<BidResults> {
  const results = await Promise.all(
    processes.map((instance) =>
      instance.ask<BidResults>({
        ...run,
        bidders: run.bidders / instances,
        warmUpSeconds,
        seconds,
      } satisfies BiddingRun),
    ),
  );
  const all = {
    placed: results.reduce((sum, each) => sum + each.placed, 0),
    otherwise: results.flatMap(({ otherwise }) => otherwise),
    bidMs: results.flatMap(({ bidMs }) => bidMs),
    lockMs: results.flatMap(({ lockMs }) => lockMs),
    maxOnTheWay: Math.max(...results.map(({ maxOnTheWay }) => maxOnTheWay)),
  };
  placed += all.placed;
  if (all.placed === 0 || all.otherwise.length > 0) {
    faults.push(`${all.placed} bids placed; other outcomes: ${[...new Set(all.otherwise)].join(', ')}`);
  }
  return all;
}

function perSecond({ bidMs }: BidResults): number {
  return bidMs.length / seconds;
}

/** Were the auction's row held while the provider is asked, one call at most would be on its way. */
function checkThatNobodyIsHeldUp({ maxOnTheWay }: BidResults, bidders: number): void {
  if (maxOnTheWay < 2) faults.push(`with ${bidders} bidders, calls to the provider went out one after the other`);
}

async function checkBooks(): Promise<void> {
  const { rows } = await db.query<{ bids: number }>('select count(*)::int as bids from bids');
  const bids = rows[0]!.bids - bidsBefore;
  if (bids !== placed) faults.push(`${placed} bids were placed, ${bids} are there`);
  const disagreements = await compareBooks(db);
  if (disagreements.length > 0) faults.push(`the books disagree on ${disagreements.length} payments`);
}
