import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { generateApiKey } from '../../src/platform/auth/api-key.ts';
import { maxEntries, MemoryCounter } from '../../src/platform/limits/counters.ts';
import { limiterEntries } from '../../src/platform/metrics/metrics.ts';
import { sharedService } from '../support/service.ts';
import { makeLimitedApp, within } from './limited-app.ts';

const service = await sharedService();

const entries = async () => (await limiterEntries.get()).values[0]!.value;
let before = 0;
beforeEach(async () => void (before = await entries()));
const added = async () => (await entries()) - before;

test('made-up keys leave the entry of their address alone; a key that is found leaves one', async () => {
  await using app = makeLimitedApp(service, { key: within(100), ip: within(10_000_000) });
  const ask = (path: string, authorization: string) => app.ask(path, { headers: { authorization } });
  for (let index = 0; index < 200; index++) {
    const path = index % 2 === 0 ? '/v1/bids' : '/graphql?query={bids{bidId}}';
    expect((await ask(path, `Bearer ${index < 100 ? generateApiKey('test') : `made-up-${index}`}`)).status).toBe(401);
  }
  expect(await added()).toBe(1);
  const { key } = await service.seller();
  expect((await ask('/v1/bids', `Bearer ${key}`)).status).toBe(200);
  expect((await ask('/v1/bids', `bearer ${key}`)).status).toBe(200);
  expect(await added()).toBe(2);
});

test('steps of bids on auctions that do not exist leave the entry of their address alone', async () => {
  await using app = makeLimitedApp(service, { key: null, ip: null });
  for (let index = 0; index < 50; index++) {
    const id = index % 2 === 0 ? randomUUID() : `made-up-${index}`;
    expect((await app.ask(`/auctions/${id}/return`)).status).toBe(404);
  }
  expect(await added()).toBe(1);
});

test('a counter keeps no more than its most entries, and drops the oldest', async () => {
  {
    using counter = new MemoryCounter({ points: 1, seconds: 600 });
    counter.take('first', 1);
    expect(counter.take('first', 1)).toMatchObject({ isOverdrawn: true, left: 0 });
    for (let index = 0; index < maxEntries; index++) counter.take(String(index), 1);
    expect(await added()).toBe(maxEntries);
    expect(counter.take(String(maxEntries - 1), 1).isOverdrawn).toBe(true);
    expect(counter.take('first', 1).isOverdrawn).toBe(false);
  }
  expect(await added()).toBe(0);
});
