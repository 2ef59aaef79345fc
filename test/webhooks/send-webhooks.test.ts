import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
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

/** A certificate of this name that nobody vouches for, with its key. */
const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUCvh7CH4wSkR4B48
rqZyRr3FZBprSv3kD1xnJ480OtmhRANCAATbt3tFlu4Nkh+Dl7B5HRTKprrnZtAa
8lU6zvIUxS3G6c++PlXICrOnAW4SrvsunGjM6e3juaFiY2fpjUFGgRKw
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUTZlGKu2ZEygremAefTg7LYIxpWgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyODEyMDY0NVoYDzIxMjYxMTA0
MTIwNjQ1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATbt3tFlu4Nkh+Dl7B5HRTKprrnZtAa8lU6zvIUxS3G6c++PlXICrOn
AW4SrvsunGjM6e3juaFiY2fpjUFGgRKwo28wbTAdBgNVHQ4EFgQU/WGzvDWHV16m
EHkQ79cO8ATwrMYwHwYDVR0jBBgwFoAU/WGzvDWHV16mEHkQ79cO8ATwrMYwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZI
zj0EAwIDSQAwRgIhAPzF6ToeomIWqtLVE3XJmQ7UnQK0RtHr+8/jevvaWNjAAiEA
r0K/ojia1RMMAVBR0h9fD5t8t3LPMO6ihyStbLfltNQ=
-----END CERTIFICATE-----`,
};

test('sends nothing to a receiver whose certificate nobody vouches for', async () => {
  let requests = 0;
  const server = createServer(selfSigned, (_, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const endpoint = await insertEndpoint(stage.db, `https://127.0.0.1:${port}/`);
    await insertDeliveries(stage.db, endpoint);
    stage.startWorkers();
    const errors = async () =>
      (await stage.db.query<{ error: string }>('select error from webhook_attempts where error is not null')).rows;
    await expect.poll(errors, patient).not.toEqual([]);
    expect((await errors())[0]!.error).toBe('tls_failed');
    expect(requests).toBe(0);
  } finally {
    server.close();
  }
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
