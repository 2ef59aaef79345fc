import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { soundAuction } from '../contract/periods.ts';
import { servePage } from '../e2e/serve-page.ts';
import { startService } from '../support/service.ts';

await using made = new AsyncDisposableStack();
const service = made.use(await startService());
const { url } = made.use(await servePage(service.deps));
const { key } = await service.seller();
const session = new Session();
session.connect();
const open = made.move();
afterAll(() => open.disposeAsync());

const src = pathToFileURL(`${path.resolve(import.meta.dirname, '../../src')}/`).href;

/** Names the files of `src` of which a function runs during some work, as V8 counts it. */
async function filesRunBy(work: () => Promise<unknown>): Promise<Set<string>> {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0));
  return new Set(ran.flatMap(({ url: file }) => (file.startsWith(src) ? file.slice(src.length) : [])));
}

test('a warm request for an auction runs at most 22 files', async () => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const created = await fetch(`${url}/v1/auctions`, { method: 'POST', headers, body: JSON.stringify(soundAuction) });
  const { auction } = (await created.json()) as { auction: { auctionId: string } };
  const get = async () => {
    const answer = await fetch(`${url}/v1/auctions/${auction.auctionId}`, { headers });
    expect(await answer.json()).toEqual({ auction });
  };
  for (let request = 0; request < 5; request += 1) await get();

  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const always = await filesRunBy(() => delay(100));
  // A file that not all three requests run is run by a timer.
  const files = (await filesRunBy(get))
    .difference(always)
    .intersection(await filesRunBy(get))
    .intersection(await filesRunBy(get));
  expect([...files]).toContain('auctions/reads.ts');
  expect(files.size, [...files].sort().join('\n')).toBeLessThanOrEqual(22);
});
