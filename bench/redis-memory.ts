import { randomUUID } from 'node:crypto';
import type { Alarms } from '../src/jobs/alarms.ts';
import type { TestRedis } from '../test/support/redis.ts';
import { armAll } from './arm-all.ts';

export async function usedMemory(redis: TestRedis): Promise<number> {
  const info = String(await redis.command('info', 'memory'));
  return Number(/^used_memory:(\d+)/m.exec(info)![1]);
}

/** How many alarms Redis keeps for later. */
export async function alarmsKept(redis: TestRedis): Promise<number> {
  return Number(await redis.command('zcard', '{auctions}:alarms:delayed'));
}

/** What an armed alarm takes, in bytes: the mean of many, none of which rings while they are looked at. */
export async function bytesOfAlarm(redis: TestRedis, alarms: Alarms, count: number): Promise<number> {
  const [keptBefore, before] = [await alarmsKept(redis), await usedMemory(redis)];
  const dueAt = new Date(Date.now() + 10 * 60_000);
  await armAll(
    alarms,
    Array.from({ length: count }, () => ({ kind: 'close', auctionId: randomUUID(), dueAt })),
  );
  const kept = (await alarmsKept(redis)) - keptBefore;
  if (kept !== count) throw new Error(`Of ${count} alarms ${kept} are kept.`);
  return ((await usedMemory(redis)) - before) / count;
}
