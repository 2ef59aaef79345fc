import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteOldEvents } from '../../src/auctions/webhooks/events.ts';
import { claimDeliveries } from '../../src/auctions/webhooks/claim-deliveries.ts';
import { startSweep } from '../../src/operations/work/sweep.ts';
import { databaseForFile } from '../support/database.ts';
import { recordedAlarms } from '../support/recorded-alarms.ts';
import { insertDeliveries, insertEndpoint } from '../webhooks/outbox.ts';

const { db } = await databaseForFile();
beforeEach(() => db.query('truncate sellers, webhook_events, webhook_endpoints cascade'));

const endpointAt = () => insertEndpoint(db, 'https://receiver.example/');
const countEvents = () => db.prisma.webhookEvent.count();
const move = (deliveryId: string, dueIn: string) =>
  db.query('update webhook_deliveries set next_attempt_at = clock_timestamp() + $2::interval where delivery_id = $1', [
    deliveryId,
    dueIn,
  ]);

describe('claiming', () => {
  test('takes ten of an endpoint, the longest due first, and one of an endpoint that is failing', async () => {
    const healthy = await endpointAt();
    const failing = await endpointAt();
    await db.query('update webhook_endpoints set failing_since = clock_timestamp() where endpoint_id = $1', [
      failing.endpointId,
    ]);
    const inOrder = await insertDeliveries(db, healthy, 25);
    for (const [i, { deliveryId }] of inOrder.entries()) await move(deliveryId, `-${60 - i} seconds`);
    const ofFailing = new Set((await insertDeliveries(db, failing, 5)).map(({ deliveryId }) => deliveryId));

    const taken = await claimDeliveries(db, 200);
    const ids = taken.map(({ deliveryId }) => deliveryId);
    expect(ids.slice(0, 10)).toEqual(inOrder.slice(0, 10).map(({ deliveryId }) => deliveryId));
    expect(ids).toHaveLength(11);
    expect(ofFailing).toContain(ids[10]);
    expect(await claimDeliveries(db, 200)).toEqual([]);
  });

  test('keeps to these limits, however many look at once', async () => {
    const endpoint = await endpointAt();
    await insertDeliveries(db, endpoint, 100);
    const taken = (await Promise.all(Array.from({ length: 8 }, () => claimDeliveries(db, 200)))).flat();
    expect(new Set(taken.map(({ deliveryId }) => deliveryId)).size).toBe(10);
    expect(taken).toHaveLength(10);
  });

  test('takes no more than a process has places for', async () => {
    await insertDeliveries(db, await endpointAt(), 5);
    expect(await claimDeliveries(db, 3)).toHaveLength(3);
  });
});

describe('old events', () => {
  const age = (interval: string) => db.query('update webhook_events set event_id = uuidv7(-$1::interval)', [interval]);
  const close = () =>
    db.query(`update webhook_deliveries set state = 'failed', closed_at = clock_timestamp(), next_attempt_at = null`);

  test('are kept for 30 days', async () => {
    await insertDeliveries(db, await endpointAt(), 3);
    await close();
    await age('29 days 23 hours 59 minutes');
    expect(await deleteOldEvents(db, 30)).toBe(0);
    await age('30 days 1 second');
    expect(await deleteOldEvents(db, 30)).toBe(3);
    expect(await countEvents()).toBe(0);
    expect(await db.prisma.webhookDelivery.count()).toBe(0);
  });

  test('are kept for longer while one is still being delivered', async () => {
    const endpoint = await endpointAt();
    await insertDeliveries(db, endpoint);
    await close();
    const [pending] = await insertDeliveries(db, endpoint);
    await age('31 days');
    expect(await deleteOldEvents(db, 30)).toBe(1);
    expect(await db.prisma.webhookDelivery.findMany()).toMatchObject([
      { deliveryId: pending!.deliveryId, state: 'pending' },
    ]);
    expect(await countEvents()).toBe(1);
  });

  test('go by batches, in the sweep', async () => {
    await insertDeliveries(db, await endpointAt(), 501);
    await close();
    await age('31 days');
    expect(await deleteOldEvents(db, 30)).toBe(500);
    await using _sweeping = startSweep({
      db,
      alarms: recordedAlarms(),
      log: pino({ level: 'silent' }),
      config: { auditRetentionDays: null, eventRetentionDays: 30 },
    });
    await expect.poll(countEvents, { timeout: 10_000 }).toBe(0);
  });
});
