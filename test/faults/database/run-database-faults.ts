// `npm run deep -- faults database`: a failover, a full disk and exhausted connections, each under bids by the form and changes by both APIs.
// Fails where an answer is 500, where a bid or an auction that was acknowledged is lost, and where the service does not recover.
import { setTimeout as delay } from 'node:timers/promises';
import { connectDatabase } from '../../../src/platform/db/connect-database.ts';
import { publicUrl } from '../../support/service.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { withDatabase } from '../../support/settings.ts';
import { startLoad, type DatabaseLoad } from './load.ts';
import { type Scenario, scenarios } from './scenarios.ts';

const recoversWithinMs = 30_000;
/** How many bids have to be acknowledged before the fault, and again after it. */
const fewBids = 15;

let failed = 0;
for (const scenario of scenarios) {
  const faults = await play(scenario).catch((error: unknown) => [`it could not be played: ${String(error)}`]);
  for (const fault of faults.slice(0, 10)) console.log(`       ${fault}`);
  if (faults.length > 0) failed += 1;
}
console.log(`${scenarios.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** @returns what is wrong, one a line */
async function play(scenario: Scenario): Promise<string[]> {
  await using closing = new AsyncDisposableStack();
  const { url, fail, mend, note } = await scenario.prepare(closing);
  const service = closing.use(
    await startServiceProcess({
      ...withDatabase(url),
      PUBLIC_URL: publicUrl,
      RATE_LIMIT_KEY: 'off',
      RATE_LIMIT_IP: 'off',
      // Each bidder says where it is from.
      TRUST_PROXY: '1',
      LOG_LEVEL: 'info',
    }),
  );
  const before = await connectDatabase(url, { connections: 1 });
  const load = await startLoad(before, service.url);
  await before[Symbol.asyncDispose]();
  await moreBids(load, recoversWithinMs);
  const acknowledged = load.bidders.length;
  await fail();
  const refused = load.statuses.get(503) ?? 0;
  await mend();
  const mendedAtMs = performance.now();
  const recoveredMs = await moreBids(load, recoversWithinMs);
  await load.stop();

  await using after = await connectDatabase(url, { connections: 1 });
  const { rows } = await after.query<{ bids: number; auctions: number }>(
    `select
       (select count(*)::int from unnest($1::text[]) as told (bidder_id) where not exists (
          select from bids join authorizations a using (bid_id)
          where bids.bidder_id = told.bidder_id and a.state = 'authorized')) as bids,
       (select count(*)::int from unnest($2::uuid[]) as told (auction_id) where not exists (
          select from auctions where auctions.auction_id = told.auction_id)) as auctions`,
    [load.bidders, load.auctionIds],
  );
  const lost = rows[0]!;
  const faults = [...load.failures];
  if (lost.bids > 0) faults.push(`${lost.bids} acknowledged bids are lost`);
  if (lost.auctions > 0) faults.push(`${lost.auctions} acknowledged auctions are lost`);
  if (refused === 0) faults.push('nobody met the fault');
  if (recoveredMs === null) faults.push(`no bid was acknowledged within ${recoversWithinMs / 1_000} s of its end`);
  const others = [...load.statuses]
    .filter(([status]) => status >= 500 && status !== 503)
    .reduce((sum, [, n]) => sum + n, 0);
  console.log(
    `${faults.length === 0 ? 'well  ' : 'BROKEN'} ${scenario.name}${note === undefined ? '' : ` (${note})`}: ` +
      `${[...load.statuses.values()].reduce((sum, count) => sum + count, 0)} answers, ${load.statuses.get(503) ?? 0} of 503, ` +
      `${others} of 500, ${load.bidders.length} bids acknowledged (${acknowledged} before), ${lost.bids} lost, ` +
      `${load.auctionIds.length} auctions acknowledged, ${lost.auctions} lost; ` +
      `bids again ${recoveredMs === null ? 'never' : `${((recoveredMs - mendedAtMs) / 1_000).toFixed(1)} s after the end`}`,
  );
  return faults;
}

/** @returns when the first of some more bids was acknowledged; `null`: they were not in time */
async function moreBids({ bidders }: DatabaseLoad, limitMs: number): Promise<number | null> {
  const [had, beganAtMs] = [bidders.length, performance.now()];
  let firstAtMs: number | null = null;
  while (bidders.length < had + fewBids) {
    if (performance.now() - beganAtMs > limitMs) return null;
    await delay(50);
    if (bidders.length > had) firstAtMs ??= performance.now();
  }
  return firstAtMs;
}
