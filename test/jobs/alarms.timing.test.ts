import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Alarm, Alarms } from '../../src/platform/jobs/alarms.ts';
import { consumeAlarms } from '../../src/platform/jobs/consume.ts';
import { makeAlarms } from '../../src/platform/jobs/make-alarms.ts';
import { measureQueue } from '../../src/platform/jobs/measure-queue.ts';
import { type QueueHouse, queueHouses } from '../support/queue-houses.ts';
import { withDatabase } from '../support/settings.ts';

const auctionId = '0199b1d4-0000-7000-8000-00000000000a';
const otherAuctionId = '0199b1d4-0000-7000-8000-00000000000b';
const minutes = 60_000;

for (const { name, describeHouse, open } of queueHouses) {
  describeHouse(`alarms on ${name}`, () => {
    let house: QueueHouse;
    let alarms: Alarms;
    let rung: { alarm: Alarm; earlyMs: number }[];
    let hearers: AsyncDisposable[];

    beforeAll(async () => {
      house = await open();
      alarms = makeAlarms(house.deps);
      await vi.waitUntil(() => alarms.arm([alarmIn(10)]), { timeout: 10_000 });
    });
    afterAll(async () => {
      await alarms[Symbol.asyncDispose]();
      await house[Symbol.asyncDispose]();
    });
    beforeEach(async () => {
      await house.forget();
      rung = [];
      hearers = [];
    });
    afterEach(() => Promise.all(hearers.map((hearer) => hearer[Symbol.asyncDispose]())));

    /** @param ring what a worker does; unless told, it only writes down what rang */
    function hear(ring: (alarm: Alarm) => Promise<number> = async () => 0, closingLimitMs?: number): void {
      hearers.push(
        consumeAlarms(
          house.deps,
          async (alarm) => {
            rung.push({ alarm, earlyMs: alarm.dueAt.getTime() - Date.now() });
            return ring(alarm);
          },
          closingLimitMs === undefined ? {} : { closingLimitMs },
        ),
      );
    }

    /** Arms, and again if the machine is so busy that it takes longer than a request would wait. */
    async function arm(due: Alarm[], by = alarms): Promise<void> {
      await expect.poll(() => by.arm(due), { timeout: 15_000 }).toBe(true);
    }

    /** What has rung before an alarm that is armed now: whatever was due earlier has had its turn. */
    async function rungBefore(): Promise<Alarm[]> {
      const last = { ...alarmIn(150), auctionId: otherAuctionId };
      await arm([last]);
      await expect.poll(() => rung.at(-1)?.alarm, { timeout: 15_000 }).toEqual(last);
      return rung.slice(0, -1).map(({ alarm }) => alarm);
    }

    test('an alarm that is armed again and again rings once, at its instant or a blink before, and leaves nothing', async () => {
      const alarm = alarmIn(600);
      await Promise.all([arm([alarm]), arm([alarm, alarm, alarm])]);
      await arm([alarm]);
      expect(await house.armed()).toEqual([`close-${auctionId}-${alarm.dueAt.getTime()}`]);
      hear();
      await expect.poll(() => rung.map(({ alarm }) => alarm), { timeout: 15_000 }).toEqual([alarm]);
      expect(rung[0]!.earlyMs).toBeLessThanOrEqual(150);
      expect(rung[0]!.earlyMs).toBeGreaterThan(-3_000);
      await expect.poll(() => house.armed()).toEqual([]);
      expect(await rungBefore()).toEqual([alarm]);
    });

    test('an alarm whose time has come, and that no worker takes, is overdue', async () => {
      const queue = await alarms.queue();
      await arm([alarmIn(10 * minutes)]);
      expect(await measureQueue(queue)).toMatchObject({ overdue: 0, delayed: 1, lagInSeconds: 0 });
      await arm([alarmIn(200)]);
      await expect.poll(() => measureQueue(queue)).toMatchObject({ overdue: 1, delayed: 1 });
      await expect.poll(async () => (await measureQueue(queue)).lagInSeconds).toBeGreaterThan(0.2);
    });

    test('another instant, another kind and another auction are other alarms', async () => {
      const first = alarmIn(5 * minutes);
      await arm([first]);
      await arm([{ ...first, dueAt: new Date(first.dueAt.getTime() + 1) }]);
      await arm([{ ...first, kind: 'open' }]);
      await arm([{ ...first, auctionId: otherAuctionId }]);
      expect(await house.armed()).toHaveLength(4);
    });

    test('many are armed at once', async () => {
      const many = Array.from({ length: 250 }, (_, i) => alarmIn(5 * minutes + i));
      await arm(many);
      expect(await house.armed()).toHaveLength(250);
    });

    test('an alarm that is already due rings at once, and can be armed again', async () => {
      hear();
      const alarm = alarmIn(-5_000);
      for (const times of [1, 2]) {
        await arm([alarm]);
        await expect.poll(() => rung, { timeout: 15_000 }).toHaveLength(times);
        await expect.poll(() => house.armed()).toEqual([]);
      }
    });

    test('only what is near is armed', async () => {
      expect(await alarms.arm([alarmIn(17 * minutes), alarmIn(7 * 24 * 60 * minutes)])).toBe(true);
      expect(await house.armed()).toEqual([]);
      await arm([alarmIn(15 * minutes)]);
      expect(await house.armed()).toHaveLength(1);
    });

    test('the instant is one of PostgreSQL, not of the process', async () => {
      // PostgreSQL's clock as seen by a process that is an hour behind: an alarm for that clock's next second.
      const hour = 60 * minutes;
      const query = async (): Promise<any> => ({ rows: [{ now: new Date(Date.now() + hour) }] });
      await using behind = makeAlarms({ ...house.deps, db: { ...house.db, query } });
      hear();
      await arm([alarmIn(hour + 400)], behind);
      await expect.poll(() => rung, { timeout: 15_000 }).toHaveLength(1);
      expect(rung[0]!.earlyMs - hour).toBeLessThanOrEqual(150);
    });

    test('an alarm can be put back, and rings again later', async () => {
      const started = Date.now();
      hear(async () => (rung.length < 3 ? 250 : 0));
      await arm([alarmIn(0)]);
      await expect.poll(() => rung.length, { timeout: 15_000 }).toBe(3);
      // Twice 250 ms, and an alarm may ring a blink before its instant.
      expect(Date.now() - started).toBeGreaterThan(300);
      await expect.poll(() => house.armed()).toEqual([]);
    });

    test('a look that fails is taken again', async () => {
      const look = vi
        .fn<() => Promise<number>>()
        .mockRejectedValueOnce(new Error('The database is away.'))
        .mockResolvedValue(0);
      hear(look);
      await arm([alarmIn(0)]);
      await expect.poll(() => rung.length, { timeout: 15_000 }).toBe(2);
      await expect.poll(() => house.armed()).toEqual([]);
    });

    test('one of several workers hears each alarm', async () => {
      hear();
      hear();
      hear();
      await arm(Array.from({ length: 100 }, (_, i) => alarmIn(100 + i)));
      await expect.poll(() => rung.length, { timeout: 15_000 }).toBe(100);
      expect(await rungBefore()).toHaveLength(100);
      rung.pop();
      expect(new Set(rung.map(({ alarm }) => alarm.dueAt.getTime())).size).toBe(100);
      expect(rung).toHaveLength(100);
    });

    test('the alarm of a worker that was killed rings at another one within 6 seconds', async () => {
      const { databaseUrl, redisUrl } = house.deps.config;
      const child = spawn(process.execPath, [`${import.meta.dirname}/hang-on-alarm.ts`], {
        env: { ...process.env, ...withDatabase(databaseUrl!), REDIS_URL: redisUrl ?? '' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const said = once(child.stdout, 'data');
      await arm([alarmIn(0)]);
      await said;
      hear();
      const killedAt = performance.now();
      child.kill('SIGKILL');
      await expect.poll(() => rung.length, { timeout: 10_000, interval: 20 }).toBe(1);
      expect(performance.now() - killedAt).toBeLessThan(12_000);
      await expect.poll(() => house.armed()).toEqual([]);
    });

    test('a worker whose database connections are all cut hears again', async () => {
      hear();
      await arm([alarmIn(0)]);
      await expect.poll(() => rung).toHaveLength(1);
      house.db.pool.on('error', () => undefined);
      await house.db.pool
        .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
        .catch(() => undefined);
      await arm([alarmIn(150)]);
      await expect.poll(() => rung.length, { timeout: 15_000 }).toBeGreaterThan(1);
    });

    test('closing waits for the look that is being taken', async () => {
      const look = Promise.withResolvers<number>();
      hear(() => look.promise);
      await arm([alarmIn(0)]);
      await expect.poll(() => rung).toHaveLength(1);
      const hearer = hearers.pop()!;
      const done: string[] = [];
      const closed = hearer[Symbol.asyncDispose]().then(() => done.push('closed'));
      // Another worker starts, hears and closes meanwhile.
      hear();
      await rungBefore();
      await hearers.pop()![Symbol.asyncDispose]();
      done.push('looked');
      look.resolve(0);
      await closed;
      expect(done).toEqual(['looked', 'closed']);
      expect(await house.armed()).toEqual([]);
    });

    test('closing gives up a look that never ends', async () => {
      hear(() => new Promise(() => {}), 200);
      await arm([alarmIn(0)]);
      await expect.poll(() => rung).toHaveLength(1);
      await hearers.pop()![Symbol.asyncDispose]();
      expect(new Set(await house.armed()).size).toBe(1);
    });
  });
}

function alarmIn(milliseconds: number): Alarm {
  return { kind: 'close', auctionId, dueAt: new Date(Date.now() + milliseconds) };
}
