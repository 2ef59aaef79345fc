import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countFor } from '../support/depth.ts';
import { countDeliveries, insertDeliveries, insertEndpoint, insertMoreEndpoints, readEndpoint } from './outbox.ts';
import { hang, ok, type Reply, status } from './receiver.ts';
import { arrived, idsOf, patient, type SendingStage, setSendingStage } from './sending-stage.ts';

// From a committed row to the receiver's answer. Everything that was committed arrives at least once.

let stage: SendingStage;
beforeEach(async () => void (stage = await setSendingStage()));
afterEach(() => stage[Symbol.asyncDispose]());

test('each event is delivered, once where nothing goes wrong, by several workers', async () => {
  const receiver = await stage.receive();
  const endpoint = await insertEndpoint(stage.db, receiver.url());
  const inserted = await insertDeliveries(stage.db, endpoint, 100);
  stage.startWorkers(2);
  await stage.allDelivered(100);
  expect(arrived(receiver)).toEqual(idsOf(inserted));
  expect(receiver.received).toHaveLength(100);
});

test('delivers an event that commits while the worker runs', async () => {
  const receiver = await stage.receive();
  const endpoint = await insertEndpoint(stage.db, receiver.url());
  stage.startWorkers();
  for (let count = 0; count < 2; count += 1) {
    const { eventId } = (await insertDeliveries(stage.db, endpoint))[0]!;
    await expect.poll(() => arrived(receiver), patient).toContain(eventId);
  }
});

test('a receiver that fails, breaks off and redirects gets every event when it works again', async () => {
  let isWell = false;
  const ills = [status(500), (response) => void response.destroy(), status(302, { location: '/' })] satisfies Reply[];
  let count = 0;
  const receiver = await stage.receive((response, received) =>
    isWell ? ok(response, received) : ills[(count += 1) % ills.length]!(response, received),
  );
  const endpoint = await insertEndpoint(stage.db, receiver.url());
  const inserted = await insertDeliveries(stage.db, endpoint, 6);
  stage.startWorkers();
  await expect.poll(() => receiver.received.length, patient).toBeGreaterThanOrEqual(6);
  expect((await countDeliveries(stage.db))['pending']).toBe(6);
  isWell = true;
  const healed = receiver.received.length;
  await vi.waitUntil(
    async () => {
      await stage.letWaitsEnd();
      return (await countDeliveries(stage.db))['delivered'] === 6;
    },
    { timeout: 60_000, interval: 500 },
  );
  expect(new Set(receiver.received.slice(healed).map(({ headers }) => headers['webhook-id']))).toEqual(idsOf(inserted));
  expect(await readEndpoint(stage.db, endpoint.endpointId)).toMatchObject({ failingSince: null });
});

test('a receiver that hangs on each of many events holds up no other', async () => {
  const receiver = await stage.receive({ '/hangs': hang });
  const hanging = await insertEndpoint(stage.db, receiver.url('/hangs'));
  const well = await insertEndpoint(stage.db, receiver.url('/well'));
  await insertDeliveries(stage.db, hanging, countFor({ usually: 100, full: 1_000 }));
  stage.startWorkers();
  await expect.poll(() => receiver.at('/hangs').length, patient).toBe(10);
  const inserted = await insertDeliveries(stage.db, well, 50);
  await expect.poll(() => arrived(receiver, '/well'), patient).toEqual(idsOf(inserted));
  // None of the ten has been answered or given up: the others did not wait for their end.
  expect(receiver.at('/hangs')).toHaveLength(10);
  const { rows } = await stage.db.query('select from webhook_attempts where error is not null');
  expect(rows).toEqual([]);
});

test("one seller's many hanging receivers take a seller's share of the places: another seller's delivery goes out at once", async () => {
  const receiver = await stage.receive({ '/hangs': hang });
  const hanging = await insertEndpoint(stage.db, receiver.url('/hangs'));
  await insertMoreEndpoints(stage.db, hanging, {
    url: receiver.url('/hangs'),
    count: countFor({ usually: 60, full: 300 }),
  });
  stage.startWorkers();
  await expect.poll(() => receiver.at('/hangs').length, patient).toBe(20);
  const [inserted] = await insertDeliveries(stage.db, await insertEndpoint(stage.db, receiver.url('/well')));
  await expect.poll(() => arrived(receiver, '/well'), { ...patient, timeout: 5_000 }).toContain(inserted!.eventId);
  expect(receiver.at('/hangs')).toHaveLength(20);
});

test("two slow endpoints leave a part of their seller's share to the other endpoints", async () => {
  const receiver = await stage.receive({ '/hangs': hang });
  const hanging = await insertEndpoint(stage.db, receiver.url('/hangs'));
  await insertDeliveries(stage.db, hanging, 100);
  const another = await insertEndpoint(stage.db, receiver.url('/hangs'));
  await stage.db.query('update webhook_endpoints set seller_id = $2 where endpoint_id = $1', [
    another.endpointId,
    hanging.sellerId,
  ]);
  await insertDeliveries(stage.db, { ...another, sellerId: hanging.sellerId }, 100);
  await insertMoreEndpoints(stage.db, hanging, { url: receiver.url('/well'), count: 30 });
  stage.startWorkers();
  await expect.poll(() => receiver.at('/well').length, { ...patient, timeout: 10_000 }).toBe(30);
});
