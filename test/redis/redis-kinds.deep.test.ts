import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { consumeAlarms } from '../../src/platform/jobs/consume.ts';
import { makeReadiness } from '../../src/operations/readiness.ts';
import { makeAlarms } from '../../src/platform/jobs/make-alarms.ts';
import { makeCounters } from '../../src/platform/limits/counters.ts';
import { readRedisUrl } from '../../src/platform/redis/read-redis-url.ts';
import { describeWithRedis } from '../support/describe-with.ts';
import { queueHouses } from '../support/queue-houses.ts';
import { startRedisCluster, startRedisWithSentinel } from '../support/redis-kinds.ts';

vi.setConfig({ testTimeout: 120_000 });

const auctionId = '0199b1d4-0000-7000-8000-00000000000a';
const openHouse = queueHouses.find(({ name }) => name === 'PostgreSQL')!.open;

describeWithRedis('Redis of several servers', () => {
  const kinds = [
    { name: 'a cluster', start: startRedisCluster, failsOver: false },
    { name: 'one that a sentinel names', start: startRedisWithSentinel, failsOver: true },
  ];

  test.each(kinds)('alarms ring and processes count together on $name', async ({ start, failsOver }) => {
    await using redis = await start();
    await using house = await openHouse();
    const deps = { ...house.deps, config: { ...house.deps.config, redisUrl: redis.url } };
    const rung: number[] = [];
    await using alarms = makeAlarms(deps);
    await using _hearer = consumeAlarms(deps, async ({ dueAt }) => {
      rung.push(dueAt.getTime());
      return 0;
    });
    const readiness = makeReadiness({ ...deps, alarms });
    const budget = { points: 100, seconds: 600 };
    const houses = [makeCounters(deps.config), makeCounters(deps.config)];
    const counters = houses.map((counters) => counters.counter('test', budget));

    async function ringOnce(): Promise<void> {
      const dueAt = new Date(Date.now() + 1_500);
      // Arming again is one alarm: it is tried until Redis is there.
      await vi.waitFor(async () => expect(await alarms.arm([{ kind: 'close', auctionId, dueAt }])).toBe(true), {
        timeout: 30_000,
      });
      await vi.waitFor(() => expect(rung).toContain(dueAt.getTime()), { timeout: 30_000 });
    }
    /** Whatever was counted alone before: two in turn take from one budget. */
    async function countTogether(): Promise<void> {
      await vi.waitFor(
        async () => {
          const key = randomUUID();
          const taken = [await counters[0]!.take(key), await counters[1]!.take(key), await counters[0]!.take(key)];
          expect(taken.map(({ left }) => left)).toEqual([99, 98, 97]);
        },
        { timeout: 30_000, interval: 500 },
      );
    }

    await ringOnce();
    await countTogether();
    expect(await readiness.read()).toMatchObject({ checks: { queue: { ok: true } } });
    if (failsOver) {
      await redis.nodes[0]!.stop();
      await vi.waitFor(
        async () => expect(String(await redis.nodes[1]!.command('info', 'replication'))).toContain('role:master'),
        { timeout: 60_000, interval: 200 },
      );
      await ringOnce();
      await countTogether();
    }
    for (const counters of houses) await counters[Symbol.asyncDispose]();
  });
});

describe('the address of Redis', () => {
  test('sentinels and the name that they watch, with ports, a password and encryption', () => {
    expect(readRedisUrl('rediss-sentinel://app:p%40ss@one,two:1234/house')).toEqual({
      kind: 'sentinel',
      nodes: [
        { host: 'one', port: 26_379 },
        { host: 'two', port: 1_234 },
      ],
      name: 'house',
      options: { username: 'app', password: 'p@ss', tls: {} },
    });
  });
  test('the nodes of a cluster', () => {
    expect(readRedisUrl('redis-cluster://one:7000,[::1]:7001')).toEqual({
      kind: 'cluster',
      nodes: [
        { host: 'one', port: 7_000 },
        { host: '::1', port: 7_001 },
      ],
      name: '',
      options: {},
    });
  });
  test.each([
    'redis-sentinel://one',
    'redis-cluster://one/house',
    'redis-cluster://',
    'redis-other://one',
    'http://one',
  ])('%s is refused', (url) => {
    expect(readRedisUrl(url)).toBeNull();
  });
});
