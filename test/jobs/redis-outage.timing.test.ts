import { once } from 'node:events';
import { createServer } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Alarms } from '../../src/platform/jobs/alarms.ts';
import { consumeAlarms } from '../../src/platform/jobs/consume.ts';
import { makeAlarms } from '../../src/platform/jobs/make-alarms.ts';
import { describeWithRedis } from '../support/describe-with.ts';
import { type QueueHouse, queueHouses } from '../support/queue-houses.ts';

const redisHouse = queueHouses.find(({ name }) => name === 'Redis')!;

describeWithRedis('while Redis is away', () => {
  let house: QueueHouse;
  let lines: { level: number; msg: string }[];
  let deps: QueueHouse['deps'];
  let alarms: Alarms;
  let rung: string[];
  let hearer: AsyncDisposable;

  beforeEach(async () => {
    house = await redisHouse.open();
    lines = [];
    deps = { ...house.deps, log: pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) }) };
    rung = [];
  });
  afterEach(async () => {
    house.redis!.thaw();
    await hearer[Symbol.asyncDispose]();
    await alarms[Symbol.asyncDispose]();
    await house[Symbol.asyncDispose]();
  });

  function start(): void {
    alarms = makeAlarms(deps);
    hearer = consumeAlarms(deps, async ({ auctionId }) => {
      rung.push(auctionId);
      return 0;
    });
  }

  /** @returns how long it took, in milliseconds */
  async function arm(auctionId: string, expected: boolean): Promise<number> {
    const startedAt = performance.now();
    expect(await alarms.arm([{ kind: 'open', auctionId, dueAt: new Date() }])).toBe(expected);
    return performance.now() - startedAt;
  }

  /** Listens in place of Redis until both clients have failed to connect several times. */
  async function refuseConnections(count: number): Promise<void> {
    let refused = 0;
    const server = createServer((socket) => {
      refused += 1;
      socket.destroy();
    });
    server.listen(Number(new URL(house.redis!.url).port), '127.0.0.1');
    await vi.waitUntil(() => refused >= count, { timeout: 20_000 });
    server.close();
    await once(server, 'close');
  }

  const anAuctionId = () => crypto.randomUUID();
  const armable = () =>
    vi.waitUntil(() => alarms.arm([{ kind: 'open', auctionId: anAuctionId(), dueAt: new Date() }]), 15_000);

  test('arming fails at once, is logged once, and works again when Redis is back', async () => {
    start();
    await armable();
    await house.redis!.stop();
    await arm(anAuctionId(), false);
    let ms = 0;
    for (let i = 0; i < 50; i += 1) ms += await arm(anAuctionId(), false);
    // One that waited for its limit would take 500 ms.
    expect(ms / 50).toBeLessThan(100);
    await refuseConnections(8);
    expect(
      lines
        .filter(({ level }) => level >= 40)
        .map(({ msg }) => msg)
        .toSorted(),
    ).toEqual(['The alarm queue fails. Auctions begin and end some seconds late.']);

    await house.redis!.start();
    await armable();
    const auctionId = anAuctionId();
    await arm(auctionId, true);
    await vi.waitUntil(() => rung.includes(auctionId), 15_000);
    const infos = async () => {
      await arm(anAuctionId(), true);
      return lines.filter(({ level }) => level === 30).map(({ msg }) => msg);
    };
    await expect
      .poll(async () => (await infos()).toSorted(), { timeout: 10_000, interval: 200 })
      .toEqual(['The alarm queue works again.']);
    expect(lines).toHaveLength(2);
  });

  test('a service that starts meanwhile works as soon as Redis is there', async () => {
    await house.redis!.stop();
    start();
    expect(await arm(anAuctionId(), false)).toBeLessThan(300);
    await house.redis!.start();
    await armable();
    await vi.waitUntil(() => rung.length > 0, 15_000);
  });

  test('a Redis that keeps its connections and does not answer holds arming up for half a second at most', async () => {
    start();
    await armable();
    house.redis!.freeze();
    expect(await arm(anAuctionId(), false)).toBeLessThan(700);
    house.redis!.thaw();
    const auctionId = anAuctionId();
    await vi.waitUntil(() => alarms.arm([{ kind: 'open', auctionId, dueAt: new Date() }]), 15_000);
    await vi.waitUntil(() => rung.includes(auctionId), 15_000);
  });

  test('closing takes no longer than a moment', async () => {
    start();
    await armable();
    await house.redis!.stop();
    await vi.waitUntil(() => lines.some(({ msg }) => msg.startsWith('The alarm queue fails')), 15_000);
    const startedAt = performance.now();
    await hearer[Symbol.asyncDispose]();
    await alarms[Symbol.asyncDispose]();
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});
