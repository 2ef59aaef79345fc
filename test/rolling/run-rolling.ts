// `npm run deep -- rolling`: two APIs and two workers on one PostgreSQL and one Redis, replaced one after another while sellers,
// bidders and watchers are at it, and then some of them killed. Fails where a request failed other than in flight on a
// process that was killed, where an auction was not turned, where a subscriber missed a bid, and where the books disagree.
import { setTimeout as delay } from 'node:timers/promises';
import { brokenRules } from '../faults/broken-rules.ts';
import { allIsAtRest, moneyIsAtRest, passAMinute } from '../faults/crashes/rest.ts';
import { insertAuction } from '../support/insert-auction.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { startBalancer } from './balancer.ts';
import { findFaults } from './find-faults.ts';
import { bidOnce, makeAskingSeller, makeLoad } from './make-load.ts';
import { makeClient } from './make-client.ts';
import { openRollingHouse } from './rolling-house.ts';
import { watchAuction } from './watch-auction.ts';
import { endAuction } from '../support/end-auction.ts';

const patienceMs = 120_000;
/** How much has to be answered between two steps, so that each is taken under load. */
const answersBetweenSteps = 60;

const startedAtMs = performance.now();
const faults: string[] = [];
const killed = new Set<string>();

await using house = await openRollingHouse();
const { db } = house;
await using balancer = await startBalancer();
const client = makeClient(balancer.url, (process) => killed.has(process));

const apis = [await startApi(), await startApi()];
const workers = [await house.start('worker'), await house.start('worker')];
const seller = await makeAskingSeller(db, client);
await insertEndpoint(db, seller, { url: house.receiverUrl });
const load = makeLoad({ db, client, seller });

await step('Events reach subscribers of the other process', seeAcross);
for (const place of [0, 1]) {
  await step(`API ${place + 1} is replaced`, async () => {
    const old = apis[place]!;
    apis[place] = await startApi();
    await mustStop(old);
    balancer.remove(old.url);
  });
}
await step('Events reach subscribers of the other process', seeAcross);
for (const place of [0, 1]) {
  await step(`Worker ${place + 1} is replaced`, async () => {
    const old = workers[place]!;
    workers[place] = await house.start('worker');
    await mustStop(old);
  });
}
for (const place of [0, 1]) {
  await step(`Worker ${place + 1} is killed`, async () => {
    await workers[place]!.kill();
    workers[place] = await house.start('worker');
  });
}
await step('API 1 is killed', async () => {
  const old = apis[0]!;
  killed.add(old.url);
  await old.kill();
  balancer.remove(old.url);
  apis[0] = await startApi();
});
await step('Events reach subscribers of the other process', seeAcross);

await load.stop();
await until('every auction to be turned and every webhook to be delivered', async () => (await leftToDo()) === 0);
await until('all to be at rest', async () => {
  if (await allIsAtRest(db)) return true;
  if (await moneyIsAtRest(db)) await passAMinute(db);
  return false;
});
faults.push(...client.failures, ...load.errors, ...(await brokenRules(db)), ...(await findFaults({ house, load })));
await Promise.all([...load.watchers.values()].map(async (watcher) => watcher.stop()));

const { rows } = await db.query<{ auctions: number; bids: number; p50: number; most: number }>(`
  select count(*)::int as auctions, (select count(*)::int from bids) as bids,
    percentile_cont(0.5) within group (order by late) as p50, max(late) as most
  from (select extract(epoch from completed_at - bidding_period_ends_at)::float8 * 1000 as late from auctions where outcome in ('SOLD', 'UNSOLD')) a`);
const { auctions, bids, p50, most } = rows[0]!;
const streams = [...load.watchers.values()].reduce((sum, watcher) => sum + watcher.streams, 0);
console.log(`
${client.answered} requests answered, ${client.lost} lost in flight on a killed process, ${client.failures.length} failed.
${load.createdIds.length} auctions created over REST; ${auctions} auctions ended, decided ${p50.toFixed(0)} ms after their end at the median, ${most.toFixed(0)} ms at the most.
${bids} bids; ${load.watchers.size} auctions watched over ${streams} streams; ${house.received.size} webhooks received.
${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s`);
for (const fault of faults) console.error(`Fault: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function step(name: string, work: () => Promise<void>): Promise<void> {
  const before = { answered: client.answered, failed: client.failures.length, lost: client.lost };
  await work();
  await until('requests to be answered', async () => client.answered >= before.answered + answersBetweenSteps);
  const failed = client.failures.length - before.failed;
  console.log(
    `${failed === 0 ? 'well  ' : 'BROKEN'} ${name}: ${client.answered - before.answered} answered, ${client.lost - before.lost} lost, ${failed} failed`,
  );
}

async function startApi(): Promise<ServiceProcess> {
  const api = await house.start('api');
  await balancer.add(api.url);
  return api;
}

async function mustStop(old: ServiceProcess): Promise<void> {
  const code = await old.stop();
  if (code !== 0) faults.push(`a process that was asked to stop ended with ${code}`);
}

/** A bid through either API is told to whoever watches at the other. */
async function seeAcross(): Promise<void> {
  const { auctionId } = await insertAuction(db, seller, { startsInSeconds: -3_600, endsInSeconds: 600 });
  await until('an auction to begin', async () => {
    const { rows } = await db.query<{ status: string }>('select status from auctions where auction_id = $1', [
      auctionId,
    ]);
    return rows[0]!.status === 'ongoing';
  });
  for (const [here, there] of [apis, apis.toReversed()] as [ServiceProcess, ServiceProcess][]) {
    const watcher = watchAuction(makeClient(there.url, () => false).ask, { key: seller.key, auctionId });
    await until('both streams', async () => watcher.streams === 2 && watcher.phase !== null);
    const email = await bidOnce(
      makeClient(here.url, () => false),
      { auctionId },
    );
    if (email === null) throw new Error('A bid was not placed.');
    const { rows } = await db.query<{ bidId: string }>('select bid_id as "bidId" from bids where bidder_id = $1', [
      email,
    ]);
    await until('a bid to be told of at the other process', async () => watcher.bidIds.includes(rows[0]!.bidId));
    await watcher.stop();
  }
  await endAuction(db, auctionId);
}

/** Auctions whose time has come and that are not turned, and webhooks on their way. */
async function leftToDo(): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`
    select ((select count(*) from auctions where status <> 'completed' and bidding_period_ends_at < clock_timestamp() + interval '20 s')
      + (select count(*) from auctions where status = 'upcoming' and bidding_period_starts_at < clock_timestamp() + interval '20 s')
      + (select count(*) from webhook_deliveries where state = 'pending'))::int as count`);
  return rows[0]!.count;
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const begin = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - begin > patienceMs) throw new Error(`Waited in vain for ${what}.`);
    await delay(100);
  }
}
