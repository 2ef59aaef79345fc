import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Alarm, Alarms } from '../../src/platform/jobs/alarms.ts';
import { makeAlarms } from '../../src/platform/jobs/make-alarms.ts';
import { type QueueHouse, queueHouses } from '../support/queue-houses.ts';

let house: QueueHouse;
let alarms: Alarms;

beforeAll(async () => {
  house = await queueHouses.find(({ name }) => name === 'PostgreSQL')!.open();
  alarms = makeAlarms(house.deps);
  await vi.waitUntil(() => alarms.arm([anAlarm()]), 10_000);
});
afterAll(async () => {
  await alarms[Symbol.asyncDispose]();
  await house[Symbol.asyncDispose]();
});

const anAlarm = (): Alarm => ({ kind: 'open', auctionId: crypto.randomUUID(), dueAt: new Date(Date.now() + 60_000) });

test('arming ends while the queue in PostgreSQL does not answer', async () => {
  await house.db.transaction(async (tx) => {
    await tx.query('lock table bullmq.job in access exclusive mode');
    expect(await alarms.arm([anAlarm()])).toBe(false);
  });
  await vi.waitUntil(() => alarms.arm([anAlarm()]), 15_000);
});

test('a first connection that fails is tried again', async () => {
  const elsewhere = new URL(house.deps.config.databaseUrl!);
  elsewhere.pathname = '/nowhere';
  const db = { ...house.db, url: elsewhere.href };
  await using moved = makeAlarms({ ...house.deps, db });
  expect(await moved.arm([anAlarm()])).toBe(false);
  db.url = house.deps.config.databaseUrl!;
  await vi.waitUntil(() => moved.arm([anAlarm()]), 15_000);
});
