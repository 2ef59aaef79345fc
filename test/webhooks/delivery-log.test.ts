import { beforeEach, describe, expect, test } from 'vitest';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import type { Seller } from '../support/seller.ts';
import { serviceForFile } from '../support/service.ts';
import { ask, deliveries, refusalOf, replay, replayFailed, sendTest, update } from './ask.ts';

const service = await serviceForFile();
const { pool } = service.db;

/** The most attempts of a delivery that the log shows. */
const maxAttempts = 25;

const unknownId = '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11';

let seller: Seller;
let endpointId: string;
beforeEach(async () => {
  seller = await service.seller();
  ({ endpointId } = await insertEndpoint(service.db, seller));
});

interface DeliveryOptions {
  eventType?: string;
  state?: 'pending' | 'delivered' | 'failed';
  ageInSeconds?: number;
  attempts?: number;
}

/** A delivery as it is found, past every rule but the database's own constraints. */
async function aDelivery({
  eventType = 'test',
  state = 'failed',
  ageInSeconds = 0,
  attempts = 1,
}: DeliveryOptions = {}): Promise<string> {
  const { rows } = await pool.query<{ deliveryId: string }>(
    `with event as (
       insert into webhook_events (seller_id, event_type, snapshot) values ($1, $3, '{"placedAt": "2026-11-21T05:11:38Z"}') returning event_id
     ), delivery as (
       insert into webhook_deliveries
         (event_id, endpoint_id, state, attempt, created_at, tried_since, next_attempt_at, closed_at)
       select event_id, $2, $4::webhook_delivery_state, $6, t.at, t.at,
         case when $4 = 'pending' then t.at + interval '1 hour' end, case when $4 <> 'pending' then t.at end
       from event, (select clock_timestamp() - $5 * interval '1 second' as at) t
       returning delivery_id
     ), attempts as (
       insert into webhook_attempts
         (delivery_id, attempt, requested_at, duration_ms, url, request_headers, status, response_body, error)
       select delivery_id, n, clock_timestamp(), n, 'https://example.com/', '{"webhook-id": "x"}',
         case when n > 1 then 500 end, case when n > 1 then 'Oh dear' end, case when n = 1 then 'ECONNREFUSED' end
       from delivery, generate_series(1, $6::int) n
     )
     select delivery_id as "deliveryId" from delivery`,
    [seller.sellerId, endpointId, eventType, state, ageInSeconds, attempts],
  );
  return rows[0]!.deliveryId;
}

const rowOf = (deliveryId: string) => service.db.prisma.webhookDelivery.findUniqueOrThrow({ where: { deliveryId } });
const page = (filter: object = {}) => ask(seller, deliveries, { endpointId, ...filter });
const listed = async (filter: object = {}) => (await page(filter)).nodes;
const idsOf = (page: any) => page.map(({ deliveryId }: any) => deliveryId);
const disable = () => ask(seller, update, { endpointId, isEnabled: false });

describe('a test event', () => {
  test('is on its way to that endpoint alone, whatever the endpoint wants', async () => {
    const other = await insertEndpoint(service.db, seller);
    const webhookDelivery = await ask(seller, sendTest, { endpointId });
    expect(webhookDelivery).toMatchObject({ endpointId, state: 'PENDING', closedAt: null, attempts: [] });
    const { event } = webhookDelivery;
    expect(event).toMatchObject({ eventType: 'test', auctionId: null, bidId: null });
    expect(JSON.parse(event.body)).toEqual({
      id: event.eventId,
      eventType: 'test',
      timestamp: event.createdAt,
      mode: 'test',
      sequence: null,
      payload: { message: expect.stringContaining('This is a test') },
    });
    expect(await listed()).toEqual([webhookDelivery]);
    expect(idsOf(await listed({ endpointId: other.endpointId }))).toEqual([]);

    const { rows } = await pool.query<{ due: boolean }>(
      'select next_attempt_at <= clock_timestamp() as due from webhook_deliveries where delivery_id = $1',
      [webhookDelivery.deliveryId],
    );
    expect(rows).toEqual([{ due: true }]);
  });

  test('is not sent to a disabled endpoint', async () => {
    await disable();
    expect(await refusalOf(seller, sendTest, { endpointId })).toEqual(['webhook_endpoint_disabled']);
    expect(await service.db.prisma.webhookDelivery.count({ where: { endpointId } })).toBe(0);
  });
});

describe('the log', () => {
  test('shows each request and what came back, the latest first', async () => {
    await aDelivery({ state: 'pending', attempts: 2 });
    const [delivery] = await listed();
    const request = { url: 'https://example.com/', requestHeaders: [{ name: 'webhook-id', value: 'x' }] };
    const requestedAt = expect.stringMatching(/\+00:00$/);
    expect(delivery.attempts).toEqual([
      { ...request, requestedAt, durationMs: 2, status: 500, responseBody: 'Oh dear', error: null },
      { ...request, requestedAt, durationMs: 1, status: null, responseBody: null, error: 'ECONNREFUSED' },
    ]);
    expect(delivery.nextAttemptAt).toMatch(/\+00:00$/);
  });

  test('shows the latest attempts only, however often something was sent', async () => {
    await aDelivery({ attempts: maxAttempts + 1 });
    const [{ attempts }] = await listed();
    expect(attempts).toHaveLength(maxAttempts);
    expect(attempts[0].durationMs).toBe(maxAttempts + 1);
  });

  test('is filtered by state and event type, newest first, page by page', async () => {
    const oldest = await aDelivery({ ageInSeconds: 30 });
    const newest = await aDelivery({ ageInSeconds: 0, state: 'delivered' });
    const middle = await aDelivery({ ageInSeconds: 10, state: 'pending', eventType: 'bid_placed' });
    const first = await page({ first: 2 });
    expect(idsOf(first.nodes)).toEqual([newest, middle]);
    const rest = await listed({ first: 2, after: first.pageInfo.endCursor });
    expect(idsOf(rest)).toEqual([oldest]);
    expect(idsOf(await listed({ state: 'FAILED' }))).toEqual([oldest]);
    expect(idsOf(await listed({ state: 'PENDING' }))).toEqual([middle]);
    expect(idsOf(await listed({ eventType: 'test' }))).toEqual([newest, oldest]);
    expect(idsOf(await listed({ eventType: 'test', state: 'DELIVERED' }))).toEqual([newest]);
    expect(idsOf(await listed({ eventType: 'bid_placed' }))).toEqual([middle]);
    expect(idsOf(await listed({ eventType: 'capture_failed' }))).toEqual([]);
  });

  test('finds the few that failed without reading the many that were delivered', async () => {
    const { rows } = await service.db.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off');
      return tx.query<{ 'QUERY PLAN': string }>(
        // As Prisma asks, which sends the state as a parameter.
        `explain (generic_plan) select from webhook_deliveries where endpoint_id = $1 and state = cast($2::text as webhook_delivery_state)
         order by created_at desc, delivery_id desc limit $3`,
      );
    });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('using webhook_deliveries_of_state');
    expect(plan).not.toContain('Sort');
  });
});

describe('a replay', () => {
  test.each(['pending', 'delivered', 'failed'] as const)(
    'a replay of a %s delivery sends the same event now, and tries for three days anew',
    async (state) => {
      const deliveryId = await aDelivery({ state, ageInSeconds: 300_000, attempts: 3 });
      const before = await rowOf(deliveryId);
      const webhookDelivery = await ask(seller, replay, { deliveryId });
      expect(webhookDelivery).toMatchObject({ deliveryId, state: 'PENDING', closedAt: null });
      expect(webhookDelivery.event.eventId).toBe(before.eventId);
      expect(webhookDelivery.attempts).toHaveLength(3);
      const after = await rowOf(deliveryId);
      expect(after).toMatchObject({ eventId: before.eventId, createdAt: before.createdAt, attempt: 3 });
      expect(after.nextAttemptAt).toEqual(after.triedSince);
      const { rows } = await pool.query<{ isNow: boolean }>(
        `select tried_since between clock_timestamp() - interval '1 minute' and clock_timestamp() as "isNow"
         from webhook_deliveries where delivery_id = $1`,
        [deliveryId],
      );
      expect(rows).toEqual([{ isNow: true }]);
    },
  );

  test('a replay to a disabled endpoint is refused until it is enabled', async () => {
    const deliveryId = await aDelivery();
    await disable();
    const before = await rowOf(deliveryId);
    expect(await refusalOf(seller, replay, { deliveryId })).toEqual(['webhook_endpoint_disabled']);
    const all = { endpointId, sinceTimestamp: 0 };
    expect(await refusalOf(seller, replayFailed, all)).toEqual(['webhook_endpoint_disabled']);
    expect(await rowOf(deliveryId)).toEqual(before);
    await ask(seller, update, { endpointId, isEnabled: true });
    expect(await ask(seller, replayFailed, all)).toEqual({ replayed: 1 });
  });

  test('a replay of another seller’s delivery is answered as an unknown one, and does nothing', async () => {
    const deliveryId = await aDelivery();
    const before = await rowOf(deliveryId);
    const stranger = await service.seller();
    expect(await refusalOf(stranger, replay, { deliveryId })).toEqual(['webhook_delivery_not_found']);
    expect(await refusalOf(stranger, replay, { deliveryId: unknownId })).toEqual(['webhook_delivery_not_found']);
    expect(await rowOf(deliveryId)).toEqual(before);
  });
});

test('all that failed since an instant is sent again, and nothing else', async () => {
  const at = async (deliveryId: string, seconds: number) =>
    void (await pool.query('update webhook_deliveries set created_at = to_timestamp($2) where delivery_id = $1', [
      deliveryId,
      seconds,
    ]));
  const [atIt, before, delivered] = [await aDelivery(), await aDelivery(), await aDelivery({ state: 'delivered' })];
  await at(atIt, 1_800_000_000);
  await at(before, 1_799_999_999.999);
  const waiting = await aDelivery({ state: 'pending' });
  const waits = await rowOf(waiting);
  const elsewhere = await insertEndpoint(service.db, seller);
  const since = { sinceTimestamp: 1_800_000_000 };
  expect(await ask(seller, replayFailed, { endpointId: elsewhere.endpointId, ...since })).toEqual({ replayed: 0 });
  expect(await ask(seller, replayFailed, { endpointId, ...since })).toEqual({ replayed: 1 });
  expect(await ask(seller, replayFailed, { endpointId, ...since })).toEqual({ replayed: 0 });
  expect((await rowOf(atIt)).state).toBe('pending');
  expect((await rowOf(before)).state).toBe('failed');
  expect((await rowOf(delivered)).state).toBe('delivered');
  expect(await rowOf(waiting)).toEqual(waits);
});
