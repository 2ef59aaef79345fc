// `npm run bench -- bids`: how many bids a second two instances of the service accept, with the simulated provider answering at once
// and after 100 ms, on one hot auction and spread over a hundred, by `placeBid` alone and by page, form and page of the outcome, beside an
// earlier version on a database of its own, in turns. Fails where the one takes less than half of what the hundred take together, where a
// bid that a bidder was promised is missing, where the books disagree, and where a call to the provider holds the lock. `--before COMMIT`:
// beside that commit, or the checkout in that folder; `none`: alone. `--only form`: the lines whose names contain this. `--short`: for a
// second each and alone, to see that it works.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { compareBooks } from '../../test/providers/compare-books.ts';
import { checkOut, usualBefore } from '../check-out.ts';
import { describeMachine } from '../describe-machine.ts';
import { type LoadProcess, startLoadProcess } from '../load-process.ts';
import { openTemporaryDatabase } from '../open-temporary-database.ts';
import { p50AndP99 } from '../percentile.ts';
import { cpuMs, cpuMsOfFamily, postmasterOf } from '../processor-time.ts';
import { report, tell } from '../report.ts';
import type * as seeding from '../seed-auctions-with-bids.ts';
import type { BidResults, BiddingRun } from './bidders-process.ts';

const { short: isShort, ...options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    before: { type: 'string', default: usualBefore.ownDatabase },
    only: { type: 'string', default: '' },
  },
}).values;
const [warmUpSeconds, seconds] = isShort ? ([0.2, 0.8] as const) : ([2, 5] as const);
type Version = 'now' | 'before';

const bidderCounts = isShort ? [32] : [32, 128];
/** The machine's speed drifts: neither version always comes first. */
const turns: readonly Version[][] = isShort
  ? [['now']]
  : [
      ['now', 'before'],
      ['before', 'now'],
    ];
const instances = 2;
const leastShare = 0.5;
const auctions = 2_020;
const bidsEach = 5;

interface Stage {
  readonly db: PooledDatabase;
  readonly hot: readonly string[];
  readonly hundred: readonly string[];
  readonly processes: readonly LoadProcess[];
  readonly postmaster: number;
  placed: number;
}

interface Measured extends BidResults {
  readonly seconds: number;
  /** The usage of the instances with their bidders, and of PostgreSQL. */
  readonly cpuMs: number;
}

const faults: string[] = [];

await using closing = new AsyncDisposableStack();
const folder = isShort ? null : checkOut(options.before);
const stages: Partial<Record<Version, Stage>> = {
  now: await openStage(path.resolve(import.meta.dirname, '../..')),
  ...(folder !== null && { before: await openStage(folder) }),
};

const lines: string[] = [];
for (const [by, providerLatencyMs] of [
  ['placeBid', 0],
  ['placeBid', 100],
  ['form', 0],
] as const) {
  for (const bidders of bidderCounts) {
    const name = `${by === 'form' ? 'page, form, outcome' : 'placeBid'}, ${providerLatencyMs} ms, ${bidders}`;
    if (!name.includes(options.only)) continue;
    const run = { by, bidders, providerLatencyMs };
    const onHot = await measureInTurns('hot', run);
    const onHundred = await measureInTurns('hundred', run);
    lines.push(lineOf(`${name}, one auction`, onHot), lineOf(`${name}, 100 auctions`, onHundred));
    const share = perSecond(onHot.now!) / perSecond(onHundred.now!);
    if (share < leastShare && !isShort)
      faults.push(`with ${bidders} bidders, one auction takes ${share.toFixed(2)} of a hundred's`);
    if (providerLatencyMs > 0) checkThatNobodyIsHeldUp(onHot.now!, bidders);
  }
}
for (const stage of Object.values(stages)) await checkNumber(stage);
const disagreements = await compareBooks(stages.now!.db);
if (disagreements.length > 0) faults.push(`the books disagree on ${disagreements.length} payments`);

report(
  `# Bids a second

${await describeMachine(stages.now!.db)} ${instances} instances of the service with 10 connections each. ${turns.length * seconds} s for each figure. Before: ${folder === null ? 'nothing' : options.before}.

| By, provider answers after, bidders | Bids/s | Before | Ratio | CPU ms of a bid, bidders included | Before | Ratio | A bid takes, p50 / p99 ms | Before |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}

${stages.now!.placed} bids were placed.`,
  faults,
);

/** Starts the instances of a version on a database of its own. */
async function openStage(checkout: string): Promise<Stage> {
  const db = await openTemporaryDatabase(closing, {}, { checkout });
  // Twenty sellers: a hundred and one of the first one's, among others as in a service that has run for a while.
  const seed = (await import(path.join(checkout, 'bench/seed-auctions-with-bids.ts'))) as typeof seeding;
  const { auctionIds } = await seed.seedAuctionsWithBids(db, { auctions, bidsEach });
  // Versions of 2026-11-21 have theirs in another place.
  const file = ['bench/bids/bidders-process.ts', 'bench/bidders.ts']
    .map((name) => path.join(checkout, name))
    .find((name) => existsSync(name));
  if (file === undefined) throw new Error(`${checkout} has no bidders.`);
  const processes = Array.from({ length: instances }, () => closing.use(startLoadProcess(file, [db.url])));
  const [hot, hundred] = [auctionIds.slice(0, 1), auctionIds.slice(1)];
  return { db, hot, hundred, processes, postmaster: await postmasterOf(db), placed: 0 };
}

/** Lets bidders bid at each version in turns. */
async function measureInTurns(
  where: 'hot' | 'hundred',
  run: Pick<BiddingRun, 'by' | 'bidders' | 'providerLatencyMs'>,
): Promise<Partial<Record<Version, Measured>>> {
  const measured: Record<Version, Measured[]> = { now: [], before: [] };
  for (const version of turns.flat()) {
    const stage = stages[version];
    if (stage === undefined) continue;
    tell(`${run.by}, ${run.providerLatencyMs} ms, ${run.bidders} bidders, ${where}, ${version} …`);
    measured[version].push(await letBid(stage, { ...run, auctionIds: stage[where] }));
  }
  const { now, before } = measured;
  return { now: together(now), ...(before.length > 0 && { before: together(before) }) };
}

/** Half of the bidders bid through each instance. @returns the results of both together */
async function letBid(
  stage: Stage,
  run: Pick<BiddingRun, 'by' | 'auctionIds' | 'bidders' | 'providerLatencyMs'>,
): Promise<Measured> {
  const used = () => stage.processes.reduce((sum, { pid }) => sum + cpuMs(pid), 0) + cpuMsOfFamily(stage.postmaster);
  const usedBefore = used();
  const results = await Promise.all(
    stage.processes.map((instance) =>
      instance.ask<BidResults>({
        ...run,
        bidders: run.bidders / instances,
        warmUpSeconds,
        seconds,
      } satisfies BiddingRun),
    ),
  );
  const usedMs = used() - usedBefore;
  const all = together(results.map((each) => ({ ...each, seconds: seconds / instances, cpuMs: usedMs / instances })));
  stage.placed += all.placed;
  if (all.placed === 0 || all.otherwise.length > 0) {
    faults.push(`${all.placed} bids placed; other outcomes: ${[...new Set(all.otherwise)].join(', ')}`);
  }
  return all;
}

function together(parts: readonly Measured[]): Measured {
  const sum = (of: (part: Measured) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    placed: sum(({ placed }) => placed),
    otherwise: parts.flatMap(({ otherwise }) => otherwise),
    bidMs: parts.flatMap(({ bidMs }) => bidMs),
    maxOnTheWay: Math.max(...parts.map(({ maxOnTheWay }) => maxOnTheWay)),
    seconds: sum((part) => part.seconds),
    cpuMs: sum((part) => part.cpuMs),
  };
}

function lineOf(name: string, { now, before }: Partial<Record<Version, Measured>>): string {
  const beside = (of: (measured: Measured) => number, digits: number) => {
    const [ours, theirs] = [of(now!), before === undefined ? null : of(before)];
    return [ours.toFixed(digits), theirs?.toFixed(digits) ?? '', theirs === null ? '' : (ours / theirs).toFixed(2)];
  };
  return `| ${[
    name,
    ...beside(perSecond, 0),
    ...beside((measured) => measured.cpuMs / measured.placed, 2),
    p50AndP99(now!.bidMs),
    before === undefined ? '' : p50AndP99(before.bidMs),
  ].join(' | ')} |`;
}

function perSecond({ bidMs, seconds: measuredSeconds }: Measured): number {
  return bidMs.length / measuredSeconds;
}

/** Were the auction's row held while the provider is asked, one call at most would be on its way. */
function checkThatNobodyIsHeldUp({ maxOnTheWay }: BidResults, bidders: number): void {
  if (maxOnTheWay < 2) faults.push(`with ${bidders} bidders, calls to the provider went out one after the other`);
}

async function checkNumber({ db, placed }: Stage): Promise<void> {
  const { rows } = await db.query<{ bids: number }>('select count(*)::int as bids from bids');
  const bids = rows[0]!.bids - auctions * bidsEach;
  if (bids !== placed) faults.push(`${placed} bids were placed, ${bids} are there`);
}
