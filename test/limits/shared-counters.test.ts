import { expect, test } from 'vitest';
import { readAnswer } from '../support/answer.ts';
import { describeWithRedis } from '../support/describe-with.ts';
import { startRedis } from '../support/redis.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { type LimitedApp, makeLimitedApp, within } from './limited-app.ts';
import { withDatabase } from '../support/settings.ts';

const service = await sharedService();
const { db } = service;

describeWithRedis('with Redis', () => {
  /** What a seller with one key is told by two processes, asked in turn, one after another. */
  async function askInTurn(doors: readonly Pick<Seller, 'get'>[], count: number): Promise<number[]> {
    const statuses = [];
    for (let index = 0; index < count; index++) {
      statuses.push((await doors[index % doors.length]!.get('/v1/bids')).status);
    }
    return statuses;
  }

  test('processes count together', { timeout: 120_000 }, async () => {
    await using redis = await startRedis();
    const env = { ...withDatabase(db.url), REDIS_URL: redis.url, ROLE: 'api', LOG_LEVEL: 'info' };
    const limits = { RATE_LIMIT_KEY: '10/600', RATE_LIMIT_IP: '100/600' };
    await using one = await startServiceProcess({ ...env, ...limits });
    await using other = await startServiceProcess({ ...env, ...limits });
    const { key } = await service.seller();
    const door = ({ url }: { url: string }) => ({
      get: async (path: string) =>
        readAnswer(await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })),
    });
    const doors = [door(one), door(other)];
    expect(await askInTurn(doors, 13)).toEqual([...Array(10).fill(200), 429, 429, 429]);
    const last = await doors[1]!.get('/v1/bids');
    expect(last.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  });

  test('while it is away, and while it hangs, each process counts alone; then together again', async () => {
    await using redis = await startRedis();
    const settings = [{ key: within(4), ip: null }, { redisUrl: redis.url }] as const;
    await using one = makeLimitedApp(service, ...settings);
    await using other = makeLimitedApp(service, ...settings);
    const { key } = await service.seller();
    const door = ({ ask }: LimitedApp) => ({
      get: (path: string) => ask(path, { headers: { authorization: `Bearer ${key}` } }),
    });
    const doors = [door(one), door(other)];
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
