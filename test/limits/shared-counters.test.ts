import { expect, test } from 'vitest';
import { describeWithRedis } from '../support/describe-with.ts';
import { startRedis } from '../support/redis.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { type LimitedApp, makeLimitedApp, within } from './limited-app.ts';

const service = await sharedService();

describeWithRedis('with Redis', () => {
  /** What a seller with one key is told by two processes, asked in turn, one after another. */
  async function askInTurn(doors: readonly Pick<Seller, 'get'>[], count: number): Promise<number[]> {
    const statuses = [];
    for (let index = 0; index < count; index++) {
      statuses.push((await doors[index % doors.length]!.get('/v1/bids')).status);
    }
    return statuses;
  }

  const doorsOf = (apps: readonly LimitedApp[], { key }: Seller) =>
    apps.map(({ ask }) => ({ get: (path: string) => ask(path, { headers: { authorization: `Bearer ${key}` } }) }));

  test('processes count together', async () => {
    await using redis = await startRedis();
    const settings = [{ key: { points: 10, seconds: 600 }, ip: null }, { redisUrl: redis.url }] as const;
    await using one = makeLimitedApp(service, ...settings);
    await using other = makeLimitedApp(service, ...settings);
    // Until its connection is made, a process counts alone.
    const stranger = await service.seller();
    for (const door of doorsOf([one, other], stranger)) {
      const before = await redis.command('dbsize');
      await expect.poll(async () => [await door.get('/v1/bids'), await redis.command('dbsize')][1]).not.toBe(before);
      await redis.flushAll();
    }
    const doors = doorsOf([one, other], await service.seller());
    expect(await askInTurn(doors, 13)).toEqual([...Array(10).fill(200), 429, 429, 429]);
    const last = await doors[1]!.get('/v1/bids');
    expect(last.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  });

  test('while it is away, and while it hangs, each process counts alone; then together again', async () => {
    await using redis = await startRedis();
    const settings = [{ key: within(4), ip: null }, { redisUrl: redis.url }] as const;
    await using one = makeLimitedApp(service, ...settings);
    await using other = makeLimitedApp(service, ...settings);
    const doors = doorsOf([one, other], await service.seller());
    const counted = () => redis.command('keys', 'requests:*');
    // The connections are made meanwhile.
    await expect.poll(async () => [await askInTurn(doors, 2), await counted()][1], { timeout: 20_000 }).not.toEqual([]);
    await redis.stop();
    const alone = await askInTurn(doors, 8);
    expect(alone.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(alone.every((status) => status === 200 || status === 429)).toBe(true);

    await redis.start();
    await expect.poll(async () => [await askInTurn(doors, 2), await counted()][1], { timeout: 20_000 }).not.toEqual([]);
    redis.freeze();
    try {
      const hanging = await askInTurn(doors, 4);
      expect(hanging.every((status) => status === 200 || status === 429)).toBe(true);
    } finally {
      redis.thaw();
    }
  });
});
