// `npm run bench -- settlement`: ten thousand auctions with five bids each that end at the same instant, settled by two worker
// processes on Redis: how long until the last is sold and until the last money is free, and how the API answers meanwhile.
// Then ten thousand releases are due at once, and auctions end meanwhile: how long a due capture waits for them.
// Then an auction with 60,000 losers ends among others: how much later than without it these have their results.
// Fails where a sale or the books are not as they must be. `--short`: with two hundred, and a thousand releases. Afterwards an earlier
// version measures the same by its own bench: the commit or the checkout that `--before` names; `none` and `--short`: no version does.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { compareBooks } from '../../test/providers/compare-books.ts';
import { startRedis } from '../../test/support/redis.ts';
import { countStatements } from '../api/measure-round.ts';
import { checkOut, usualBefore } from '../check-out.ts';
import { describeMachine } from '../describe-machine.ts';
import { startLoadProcess, wallMs } from '../load-process.ts';
import type { AskedOnce, SteadyLoad } from '../minute/askers-process.ts';
import { openTemporaryDatabase } from '../open-temporary-database.ts';
import { p50AndP99 } from '../percentile.ts';
import { cpuMsOfFamily, postmasterOf } from '../processor-time.ts';
import { report, tell } from '../report.ts';
import { seedAuctionsWithBids } from '../seed-auctions-with-bids.ts';
import { startServer } from '../start-server.ts';
import { checkSales } from './check-sales.ts';
import { endAllAtOnce, untilNothingIsHeld } from './end-at-once.ts';
import { measureBesidePopular } from './measure-beside-popular.ts';
import { measureDueCaptures } from './measure-due-captures.ts';

const { short: isShort, ...options } = parseArgs({
  options: { short: { type: 'boolean', default: false }, before: { type: 'string', default: usualBefore.ownDatabase } },
}).values;
const before = isShort ? null : checkOut(options.before);
const sale = { auctions: isShort ? 200 : 10_000, bidsEach: 5 };
/** Time for arming the ends, and for measuring the API before. */
const leadSeconds = isShort ? 2 : 20;
const workers = 2;
const perSecond = isShort ? 10 : 25;

await using closing = new AsyncDisposableStack();
const db = await openTemporaryDatabase(closing, { shared_preload_libraries: 'pg_stat_statements' });
await db.query('create extension pg_stat_statements');
const postmaster = await postmasterOf(db.pool);
const redis = closing.use(await startRedis({ hz: '100', 'maxmemory-policy': 'noeviction' }));
const stage = { db, redisUrl: redis.url };

tell(`Seeding ${sale.auctions} auctions …`);
const { key, auctionIds } = await seedAuctionsWithBids(db, sale);
tell('Starting the service …');
const roles = ['api', ...Array.from({ length: workers }, () => 'worker')];
const [api] = await Promise.all(
  roles.map(async (ROLE) => closing.use(await startServer(db.url, { env: { REDIS_URL: redis.url, ROLE } }))),
);
const asker = closing.use(startLoadProcess(path.join(import.meta.dirname, '../minute/askers-process.ts')));
await asker.ask({ who: 'sellers', urls: [api!.origin], perSecond, auctionIds, key } satisfies SteadyLoad);
// Requests that warm the service up are not counted.
await delay(isShort ? 500 : 3_000);
const warmMs = wallMs();

const endsAt = await endAllAtOnce(stage, leadSeconds);
const endMs = wallMs();
const usedBefore = await usedSoFar();
tell('Settling …');
await untilNothingIsHeld(db);
const freeMs = wallMs();
const usedAfter = await usedSoFar();
const asked = await asker.ask<AskedOnce[]>('stop');

const faults = await checkSales(db, sale);
const failures = asked.flatMap(({ fault }) => fault ?? []);
if (failures.length > 0) faults.push(`${failures.length} requests failed, such as: ${failures[0]}`);
const salesMeasured = await measured(db);
tell('Releasing …');
const due = await measureDueCaptures(
  stage,
  isShort ? { releases: 1_000, captures: 10 } : { releases: 10_000, captures: 50 },
);
tell('Selling beside a popular auction …');
const losers = isShort ? 3_000 : 60_000;
const [alone, beside] = [await measureBesidePopular(stage, 0), await measureBesidePopular(stage, losers)];
const disagreements = await compareBooks(db);
if (disagreements.length > 0) faults.push(`the books have ${disagreements.length} disagreements`);
report(
  `# ${sale.auctions.toLocaleString('en')} auctions with ${sale.bidsEach} bids each end at the same instant

${await describeMachine(db)} Redis with hz 100. ${workers} worker processes, one for the API, asked ${perSecond} times a second.

${salesMeasured}

| API, half lists of 100 and half single auctions | Requests | p50 / p99, ms | Answered 503 |
|---|---:|---:|---:|
${apiLine('before the end', warmMs, endMs)}
${apiLine('until the last money was free', endMs, freeMs)}

| An auction with ${sale.bidsEach} bids, of all that PostgreSQL did meanwhile | Statements | PostgreSQL, CPU ms |
|---|---:|---:|
| until the last money was free | ${perAuction('statements')} | ${perAuction('cpuMs')} |

| Captures that become due after ${due.releases.toLocaleString('en')} due releases | p50 ms | Longest ms | Releases left at the last capture |
|---:|---:|---:|---:|
| ${due.captures} | ${due.p50Ms.toFixed(0)} | ${due.maxMs.toFixed(0)} | ${due.releasesLeft} |

| Results of auctions, after their ends | p50 ms | Longest ms |
|---|---:|---:|
| that end one after the other | ${alone.p50Ms.toFixed(0)} | ${alone.maxMs.toFixed(0)} |
| beside an auction with ${losers.toLocaleString('en')} losers | ${beside.p50Ms.toFixed(0)} | ${beside.maxMs.toFixed(0)} |`,
  faults,
);
await closing.disposeAsync();
if (before !== null) {
  tell('The earlier version …');
  // Versions of 2026-11-21 have theirs in another place.
  const bench = ['bench/settlement/run-settlement.ts', 'bench/settlement.ts'].find((file) =>
    existsSync(path.join(before, file)),
  );
  if (bench === undefined) throw new Error(`${before} has no bench of settlements.`);
  const ofItself = bench === 'bench/settlement.ts' ? [] : ['--before', 'none'];
  spawnSync(process.execPath, [bench, ...ofItself], { cwd: before, stdio: 'inherit' });
}

/** The questions to the API are counted, too: they are few next to the auctions of a full run. */
async function usedSoFar() {
  return { statements: await countStatements(db), cpuMs: cpuMsOfFamily(postmaster) };
}

function perAuction(what: 'statements' | 'cpuMs'): string {
  return ((usedAfter[what] - usedBefore[what]) / sale.auctions).toFixed(2);
}

/** By PostgreSQL's clock, from what the rows say. */
async function measured(db: PooledDatabase): Promise<string> {
  const { rows } = await db.query<Record<'half' | 'last' | 'released', number>>(
    `select
       (select percentile_cont(0.5) within group (order by extract(epoch from completed_at - $1)) from auctions) as half,
       (select extract(epoch from max(completed_at) - $1) from auctions)::float8 as last,
       (select extract(epoch from max(closed_at) - $1) from authorizations)::float8 as released`,
    [endsAt],
  );
  const { half, last, released } = rows[0]!;
  return `| After the end | Seconds | A second |
|---|---:|---:|
| half of the auctions are sold | ${half.toFixed(1)} | |
| the last auction is sold | ${last.toFixed(1)} | ${(sale.auctions / last).toFixed(0)} auctions |
| the last authorization is released | ${released.toFixed(1)} | ${((sale.auctions * (sale.bidsEach - 1)) / released).toFixed(0)} releases |`;
}

function apiLine(when: string, fromMs: number, toMs: number): string {
  const some = asked.filter(({ plannedMs }) => plannedMs >= fromMs && plannedMs < toMs);
  const turnedAway = some.filter(({ isTurnedAway }) => isTurnedAway).length;
  return `| ${when} | ${some.length} | ${p50AndP99(some.map(({ tookMs }) => tookMs))} | ${turnedAway} |`;
}
