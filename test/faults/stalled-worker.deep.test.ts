import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CrashPoint } from '../../src/core/crash-point.ts';
import { setAuctionStage } from '../settlement/auction-stage.ts';
import { brokenRules } from './broken-rules.ts';
import { moneyIsAtRest } from './crashes/rest.ts';
import { startCrashingProcess } from './crashes/start-crashing-process.ts';

/** Longer than the one that took over needs, and than any lock of the queue lasts. */
const stoppedMs = 8_000;

const points: CrashPoint[] = [
  'settle: capture recorded',
  'settle: provider answered',
  'settle: capture applied',
  'release: claimed',
  'release: provider answered',
];

test.concurrent.each(points)(
  'a worker that stands still at "%s" and comes back has no second effect',
  { timeout: 120_000 },
  async (point) => {
    await using stage = await setAuctionStage();
    const { db } = stage.service;
    const winner = await stage.bid(5_000, 'capture_answer_lost');
    await stage.bid(9_000, 'capture_declined');
    await stage.end();
    const start = (diesAt: CrashPoint | null) =>
      startCrashingProcess({
        databaseUrl: db.url,
        redisUrl: null,
        auction: stage.auction,
        scenario: null,
        diesAt,
        by: 'SIGSTOP',
      });

    await using stalled = start(point);
    stalled.begin();
    await expect.poll(() => stalled.reached(), { timeout: 60_000, interval: 20 }).toContain(point);
    const stoppedAtMs = performance.now();
    await using other = start(null);
    other.begin();
    await expect.poll(() => moneyIsAtRest(db), { timeout: 60_000, interval: 50 }).toBe(true);
    await delay(Math.max(0, stoppedMs - (performance.now() - stoppedAtMs)));
    expect(await brokenRules(db)).toEqual([]);
    expect(await stage.result()).toMatchObject({ outcome: 'SOLD', winner });
    const before = await allRows();

    process.kill(stalled.pid, 'SIGCONT');
    await delay(2_500);
    expect(await allRows()).toEqual(before);

    /** Everything that money or a result stands in; of a capture's answer, only the one that counted. */
    async function allRows(): Promise<object[]> {
      const { rows } = await db.query<object>(`
      select to_jsonb(a) as row from auctions a
      union all select to_jsonb(b) from bids b
      union all select to_jsonb(z) from authorizations z
      union all select to_jsonb(l) from simulated_ledger l
      order by 1`);
      return rows;
    }
  },
);
