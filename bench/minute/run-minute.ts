// `npm run bench -- minute`: the last minute of a popular auction. Viewers watch its events, bidders bid by the page (page, form,
// outcome page) and sellers poll, all at once, against API processes and a worker on Redis. Shortly before the end, a leading bid extends the
// auction by its soft close; then the auction ends. Before that, what a viewer of a quiet auction costs. Fails where a viewer's last event is not the final state, where a bid was not placed or was placed
// after the end, where the books disagree, and where a process grows past 512 MiB. `--viewers 10000 --bids 20 --processes 1` is
// another crowd; `--short` is a small one for seconds, to see that it works.
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { brokenRules } from '../../test/faults/broken-rules.ts';
import { allIsAtRest, moneyIsAtRest, passAMinute } from '../../test/faults/crashes/rest.ts';
import { bidOnce } from '../../test/rolling/make-load.ts';
import { startRedis } from '../../test/support/redis.ts';
import { publicUrl } from '../../test/support/service.ts';
import { issueKey } from '../../src/platform/auth/change-keys.ts';
import { describeMachine } from '../describe-machine.ts';
import { startLoadProcess, wallMs } from '../load-process.ts';
import { openTemporaryDatabase } from '../open-temporary-database.ts';
import { p50AndP99, percentile } from '../percentile.ts';
import { cpuMs, cpuMsOfFamily, postmasterOf, residentMiB } from '../processor-time.ts';
import { report, tell } from '../report.ts';
import { seedAuctionsWithBids } from '../seed-auctions-with-bids.ts';
import { startServer } from '../start-server.ts';
import type { AskedOnce, SteadyLoad } from './askers-process.ts';
import { measureViewers, type ViewerCosts, viewersFile } from './measure-viewers.ts';
import type { Heard, LastStates, ToWatch, Watching } from './viewers-process.ts';

/** Bids and polls are a second's. The first half of the seconds before is not measured. */
const usual = { viewers: 20_000, bids: 50, polls: 25, seconds: 60, processes: 2, secondsBefore: 30 };
const small = { viewers: 400, bids: 10, polls: 10, seconds: 12, processes: 2, secondsBefore: 3 };
const text = { type: 'string' } as const;
const { short: isShort, ...given } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    viewers: text,
    /** A second: page, form and outcome page each. */
    bids: text,
    /** API processes. */
    processes: text,
  },
}).values;
const numbers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, Number(value)]));
const { viewers, bids, polls, seconds, processes, secondsBefore } = { ...(isShort ? small : usual), ...numbers };
/** A process has 20,000 file descriptors at most where this was written. */
const viewersOfProcess = 10_000;
const maxMiB = 512;
/** Bidders go on after the end, in vain. */
const secondsAfter = 3;
/** A bid that is planned this late may be answered after the end. */
const lateSeconds = 5;
/** The soft close, which makes half of the time before the end an extension. */
const windowSeconds = Math.round(seconds / 2);
/** More than any other bid. */
const highestDollars = 1_000;
const endInMs = 'extract(epoch from bidding_period_ends_at)::float8 * 1000 as "endMs"';
const restSeconds = 180;
const faults: string[] = [];

await using closing = new AsyncDisposableStack();
const askersFile = path.join(import.meta.dirname, 'askers-process.ts');

tell('Starting the service …');
const db = await openTemporaryDatabase(closing);
const redis = closing.use(await startRedis({ hz: '100', 'maxmemory-policy': 'noeviction' }));
const { key, auctionIds } = await seedAuctionsWithBids(db, { auctions: 200, bidsEach: 5 });
const [auctionId, quietAuctionId] = auctionIds as [string, string];
const env = { REDIS_URL: redis.url, PUBLIC_URL: publicUrl };
const apis = await Promise.all(
  Array.from({ length: processes }, async () => closing.use(await startServer(db.url, { env }))),
);
const worker = closing.use(await startServer(db.url, { env: { ...env, ROLE: 'worker' } }));

tell('Viewers of a quiet auction come …');
const quiet = { viewers: Math.ceil(viewers / 5), changes: isShort ? 3 : 30, silentSeconds: isShort ? 1 : 10 };
const stage = { db, auctionId: quietAuctionId };
const viewerCosts = await measureViewers({ ...stage, api: apis[0]! }, quiet);
tell('Subscribers come …');
const subscriberCosts = await measureSubscribers(isShort ? 100 : 5_000);

const watching = Array.from({ length: Math.ceil(viewers / viewersOfProcess) }, () =>
  closing.use(startLoadProcess(viewersFile)),
);
const bidders = closing.use(startLoadProcess(askersFile));
const sellers = closing.use(startLoadProcess(askersFile));
const ports = apis.map(({ port }) => port);
const load = { urls: apis.map(({ origin }) => origin), auctionIds: [auctionId], key };
const services = [
  ...apis.map(({ pid }, index) => ({ name: `API ${index + 1}`, pid })),
  { name: 'worker', pid: worker.pid },
];
const maxMiBOf = new Map(services.map(({ name }) => [name, 0]));
const sampling = setInterval(() => {
  for (const { name, pid } of services) maxMiBOf.set(name, Math.max(maxMiBOf.get(name)!, residentMiB(pid)));
}, 250);
closing.defer(() => clearInterval(sampling));
const postmaster = await postmasterOf(db.pool);

tell('Bidders and sellers begin …');
await bidders.ask({ who: 'bidders', perSecond: bids, ...load } satisfies SteadyLoad);
await sellers.ask({ who: 'sellers', perSecond: polls, ...load } satisfies SteadyLoad);
await delay((secondsBefore / 2) * 1_000);
const beforeMs = wallMs();
await delay((secondsBefore / 2) * 1_000);

tell(`${viewers} viewers come …`);
const jumpMs = wallMs();
await Promise.all(
  watching.map((each, place) => {
    const count = Math.floor(viewers / watching.length) + (place < viewers % watching.length ? 1 : 0);
    return each.ask({ ports, auctionId, count, place } satisfies ToWatch);
  }),
);
const minuteMs = wallMs();
tell(`All watch; the auction ends in ${windowSeconds} s, unless a bid extends it …`);
const cpuBefore = cpu();
const scheduledMs = await scheduleEnd();
await delay(scheduledMs - Math.min(lateSeconds, windowSeconds / 2) * 1_000 - wallMs());
const endMs = await extend();
await delay(endMs - wallMs());
const cpuAfter = cpu();
await delay(secondsAfter * 1_000);
const bidden = await bidders.ask<AskedOnce[]>('stop');
const polled = await sellers.ask<AskedOnce[]>('stop');
await untilAllIsAtRest();

const watched = await untilPagesAreRead();
const lost = watched.reduce((sum, each) => sum + each.lost, 0);
const refused = watched.flatMap((each) =>
  Object.entries(each.refused).map(([status, times]) => `${times} × ${status}`),
);
if (lost > 0) faults.push(`${lost} streams were cut off`);
await checkLastStates();
const placedMs = await checkBids();
faults.push(...polled.flatMap(({ fault }) => (fault === undefined ? [] : [`a poll ${fault}`])));
for (const [name, MiB] of maxMiBOf) if (MiB > maxMiB) faults.push(`${name} grew to ${MiB.toFixed(0)} MiB`);

const heard = await Promise.all(watching.map((each) => each.ask<Heard>({ placedMs })));
const hearing = histogramPercentiles(heard.map((each) => each.bids));
const newEndAfterMs = heard.flatMap((each) => each.endMs).map((ms) => ms - (endMs - windowSeconds * 1_000));
const lastAfterMs = heard.flatMap((each) => each.lastMs).map((ms) => ms - endMs);
const pageMs = watched.flatMap((each) => each.pageMs);
const turnedAway = (asked: readonly AskedOnce[]) => asked.filter(({ isTurnedAway }) => isTurnedAway).length;
const pagesRefused = watched.reduce((sum, each) => sum + each.pagesRefused, 0);
const openAfterMs = watched.flatMap((each) => each.openAfterMs);
const bidsInMinute = placedMs.filter((ms) => ms >= minuteMs).length;

report(
  `# The closing minute

${await describeMachine(db)} Redis, ${processes} API processes and a worker. The crowd shares the processors with the service. ${viewers.toLocaleString('en')} viewers of one auction, ${bids} bids a second on it by page, form and outcome page, ${polls} polls a second by its seller, ${((endMs - minuteMs) / 1_000).toFixed(0)} s to its end, of which the last bid of the soft close has added ${((endMs - scheduledMs) / 1_000).toFixed(0)} s.

| Milliseconds, p50 / p99 | Before viewers come, ${(secondsBefore / 2).toFixed(0)} s | While they come, ${((minuteMs - jumpMs) / 1_000).toFixed(1)} s | To the end, ${((endMs - minuteMs) / 1_000).toFixed(0)} s |
|---|---:|---:|---:|
| a bid: page, form, outcome page | ${took(bidden)} |
| a poll: an auction, a list of 20 | ${took(polled)} |

| Viewers | p50, ms | p99, ms | Most, ms |
|---|---:|---:|---:|
| have the first state after they ask | ${spread(openAfterMs)} |
| hear of a bid after it was placed | ${hearing.p50} | ${hearing.p99} | ${hearing.most} |
| hear of the extension after the bid that has extended | ${spread(newEndAfterMs)} |
| have the final state after the end | ${spread(lastAfterMs)} |
| have the page of the end after they ask, ${pageMs.length.toLocaleString('en')} pages | ${spread(pageMs)} |

| A quiet auction at one process | ${[viewerCosts, subscriberCosts].map(({ viewers: all }) => all.toLocaleString('en')).join(' viewers of its page | ')} subscribers to \`phase\` and \`auctionUrl\` |
|---|---:|---:|
${costRow('one comes, µs of processor time', ({ join }) => join)}
${costRow('memory of one, KiB', ({ kib }) => kib)}
${costRow('a second without a change, µs', ({ silentSecond }) => silentSecond)}
${costRow('a change sent to one, µs', ({ event }) => event)}

| Process | Processor time to the end, of one core | Most memory, MiB |
|---|---:|---:|
${services.map(({ name }) => `| ${name} | ${share(name)} | ${maxMiBOf.get(name)!.toFixed(0)} |`).join('\n')}
| PostgreSQL | ${share('PostgreSQL')} | |

${(bidsInMinute / ((endMs - minuteMs) / 1_000)).toFixed(1)} bids a second were placed to the end, ${placedMs.length} in all; ${lost} streams were cut off, ${refused.length === 0 ? 'none was refused' : `refused: ${refused.join(', ')}`}. Turned away by 503, to come again: ${turnedAway(bidden)} bids, ${turnedAway(polled)} polls, ${pagesRefused} pages of the end.`,
  faults,
);

/** Measures what a subscription of GraphQL costs, whose selection SQL computes once for each change. */
async function measureSubscribers(count: number): Promise<ViewerCosts> {
  await using api = await startServer(db.url, { env });
  const { key: publicKey } = await issueKey(db, {
    seller: 'Seller 0',
    mode: 'test',
    scopes: ['public'],
    expiresAt: null,
  });
  // The page's viewers end a state at `nowMs`.
  const document = `subscription { auctionChanged(auctionId: "${quietAuctionId}") { title phase nowMs: auctionUrl } }`;
  const stream = { path: `/graphql?query=${encodeURIComponent(document)}`, key: publicKey };
  return await measureViewers({ ...stage, api, stream }, { ...quiet, viewers: count });
}

function costRow(name: string, figure: (costs: ViewerCosts) => number): string {
  return `| ${name} | ${[viewerCosts, subscriberCosts].map((costs) => figure(costs).toFixed(1)).join(' | ')} |`;
}

/** @returns when the auction ends, unless a bid extends it */
async function scheduleEnd(): Promise<number> {
  const { rows } = await db.query<{ endMs: number }>(
    `update auctions set bidding_period_ends_at = date_trunc('milliseconds', clock_timestamp()) + $2 * interval '1 second',
       soft_close_window_seconds = $2, soft_close_maximum_seconds = 3600
     where auction_id = $1 returning ${endInMs}`,
    [auctionId, windowSeconds],
  );
  await db.query(`select pg_notify('auction_changed', $1)`, [auctionId]);
  return rows[0]!.endMs;
}

/** Bids more than anybody else. @returns when the auction ends */
async function extend(): Promise<number> {
  const ask = (path: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(path, publicUrl);
    return fetch(load.urls[0] + pathname + search, { ...init, redirect: 'manual' });
  };
  if ((await bidOnce({ ask }, { auctionId }, highestDollars)) === null) faults.push('no bid has extended the auction');
  const { rows } = await db.query<{ endMs: number }>(`select ${endInMs} from auctions where auction_id = $1`, [
    auctionId,
  ]);
  return rows[0]!.endMs;
}

/** Until every hold is captured or released, and a minute has passed for what waits so long for a bidder. */
async function untilAllIsAtRest(): Promise<void> {
  tell('Settling …');
  const untilMs = wallMs() + restSeconds * 1_000;
  while (!(await allIsAtRest(db))) {
    if (wallMs() > untilMs) return void faults.push(`not all is settled ${restSeconds} s after the end`);
    if (await moneyIsAtRest(db)) await passAMinute(db);
    await delay(500);
  }
  // The last change is announced a moment after it is written.
  await delay(1_000);
}

/** Viewers ask for the page anew when the auction has ended and when it is sold, each at an instant of its own. */
async function untilPagesAreRead(): Promise<Watching[]> {
  const untilMs = wallMs() + restSeconds * 1_000;
  for (;;) {
    const watched = await Promise.all(watching.map((each) => each.ask<Watching>('watching')));
    const toCome = watched.reduce((sum, each) => sum + each.pagesToCome, 0);
    if (toCome === 0) return watched;
    if (wallMs() > untilMs) {
      faults.push(`${toCome} viewers have no page of the end`);
      return watched;
    }
    await delay(500);
  }
}

/** Checks that the last state which each viewer received is the state of the page now. */
async function checkLastStates(): Promise<void> {
  const answer = await fetch(`${load.urls[0]}/auctions/${auctionId}/state`);
  const { nowMs: _, ...state } = (await answer.json()) as { nowMs: number; phase: string };
  if (state.phase !== 'sold') faults.push(`the auction is ${state.phase}`);
  const final = JSON.stringify(state).slice(0, -1);
  for (const last of await Promise.all(watching.map((each) => each.ask<LastStates>('last')))) {
    for (const [received, count] of Object.entries(last)) {
      if (received !== final) faults.push(`${count} viewers received last: ${received || 'nothing'}`);
    }
  }
}

/** @returns when each bid was placed, in order */
async function checkBids(): Promise<number[]> {
  const { rows } = await db.query<{ bidderId: string; placedMs: number }>(
    `select bidder_id as "bidderId", extract(epoch from placed_at)::float8 * 1000 as "placedMs"
     from bids where auction_id = $1 order by placed_at, bid_id`,
    [auctionId],
  );
  const there = new Set(rows.map(({ bidderId }) => bidderId));
  for (const { plannedMs, placedBy, fault } of bidden) {
    if (fault !== undefined && plannedMs < endMs - lateSeconds * 1_000) faults.push(`a bid: ${fault}`);
    if (placedBy === undefined) continue;
    if (!there.has(placedBy)) faults.push('a bid that was placed is missing');
    if (plannedMs > endMs) faults.push('a bid was placed after the end');
  }
  faults.push(...(await brokenRules(db)));
  return rows.map(({ placedMs }) => placedMs);
}

function took(asked: readonly AskedOnce[]): string {
  return [
    [beforeMs, jumpMs],
    [jumpMs, minuteMs],
    [minuteMs, endMs - lateSeconds * 1_000],
  ]
    .map(([from, to]) => asked.filter(({ plannedMs }) => plannedMs >= from! && plannedMs < to!))
    .map((some) => p50AndP99(some.map(({ tookMs }) => tookMs)))
    .join(' | ');
}

function spread(values: readonly number[]): string {
  return [0.5, 0.99, 1].map((share) => percentile(values, share).toFixed(0)).join(' | ');
}

function histogramPercentiles(histograms: readonly (readonly number[])[]): { p50: number; p99: number; most: number } {
  const sums = Array.from({ length: Math.max(...histograms.map(({ length }) => length)) }, (_, ms) =>
    histograms.reduce((sum, histogram) => sum + (histogram[ms] ?? 0), 0),
  );
  const all = sums.reduce((sum, count) => sum + count, 0);
  const at = (share: number) => {
    let below = 0;
    return sums.findIndex((count) => (below += count) >= all * share);
  };
  return { p50: at(0.5), p99: at(0.99), most: sums.length - 1 };
}

/** Milliseconds of processor time until now. */
function cpu(): Map<string, number> {
  return new Map([
    ...services.map(({ name, pid }) => [name, cpuMs(pid)] as const),
    ['PostgreSQL', cpuMsOfFamily(postmaster)],
  ]);
}

function share(name: string): string {
  return ((cpuAfter.get(name)! - cpuBefore.get(name)!) / (endMs - minuteMs)).toFixed(2);
}
