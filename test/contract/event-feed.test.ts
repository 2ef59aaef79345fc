import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { eventBody } from '../../src/auctions/webhooks/event-body.ts';
import { eventColumns } from '../../src/auctions/webhooks/events.ts';
import { startProcess } from '../graphql/sse-client.ts';
import { ongoing } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { pool } = service.db;
const other = startProcess(service);
afterAll(() => other[Symbol.asyncDispose]());
let seller: Seller;
beforeEach(async () => void (seller = await service.seller()));

const feed = 'query ($after: ID, $limit: Int) { events(after: $after, limit: $limit) { eventId eventType } }';
const stream = 'subscription ($after: ID) { eventRecorded(after: $after) { eventId eventType } }';

const insert = `insert into webhook_events (seller_id, event_type, snapshot)
  select $1, 'test', '{"message": "hello"}' from generate_series(1, $2) returning event_id as "eventId"`;

async function record(count = 1, sellerId = seller.sellerId): Promise<string[]> {
  const { rows } = await pool.query<{ eventId: string }>(insert, [sellerId, count]);
  return rows.map(({ eventId }) => eventId);
}

async function read(variables: object = {}): Promise<string[]> {
  const { events } = (await seller.graphql(feed, variables)).body.data;
  return (events as { eventId: string }[]).map(({ eventId }) => eventId);
}

/** Another session of the cluster may have a transaction open for a moment. */
const readAll = (count: number, variables: object = {}) =>
  expect.poll(() => read(variables), { timeout: 20_000 }).toHaveLength(count);

test('without an endpoint, too, what happens to an auction is read, as a delivery would bring it', async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  await seller.delete(`/v1/auctions/${auctionId}`);
  await readAll(1);
  const { events } = (await seller.graphql('{ events { eventId eventType auctionId bidId body } }')).body.data;
  expect(events).toMatchObject([{ eventType: 'auction_cancelled', auctionId, bidId: null }]);
  const { rows } = await pool.query(`select ${eventColumns} from webhook_events v where event_id = $1`, [
    events[0].eventId,
  ]);
  expect(events[0].body).toBe(eventBody(rows[0], 'test', service.deps.config));
  expect(JSON.parse(events[0].body).payload.auctionId).toBe(auctionId);
});

describe('a page of the feed', () => {
  test('goes on after an event', async () => {
    const ids = await record(5);
    await readAll(5);
    expect(await read()).toEqual(ids);
    expect(await read({ limit: 2 })).toEqual(ids.slice(0, 2));
    expect(await read({ after: ids[1] })).toEqual(ids.slice(2));
    expect(await read({ after: ids[4] })).toEqual([]);
  });

  test('holds no event of another seller', async () => {
    const [foreign] = await record(1, (await service.seller()).sellerId);
    const own = await record(1);
    await readAll(1);
    expect(await read()).toEqual(own);
    const { errors } = (await seller.graphql(feed, { after: foreign })).body;
    expect(errors[0].extensions.errors).toMatchObject([{ pointer: '/after', code: 'invalid_value' }]);
  });

  test('after an event that is not there is refused with what to do', async () => {
    const { errors } = (await seller.graphql(feed, { after: randomUUID() })).body;
    expect(errors[0].extensions.errors[0].detail).toContain('Leave "after" out');
    await using refused = await other.subscribe(seller.key, stream, { after: randomUUID() });
    expect((await refused.nextResult()).errors[0].extensions.code).toBe('invalid_request');
  });

  test.each([0, 101])('a page of %i events is refused', async (limit) => {
    expect((await seller.graphql(feed, { limit })).body.errors[0].extensions.code).toBe('invalid_request');
  });
});

test('the latest event is where to begin to follow what is yet to happen', async () => {
  const latest = async () => (await seller.graphql('{ latestEvent { eventId } }')).body.data.latestEvent;
  expect(await latest()).toBeNull();
  const ids = await record(2);
  await expect.poll(latest, { timeout: 20_000 }).toEqual({ eventId: ids[1] });
});

test('an event of a transaction that commits late is not missed, as none is shown before it', async () => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ eventId: string }>(insert, [seller.sellerId, 1]);
    const [second] = await record(1);
    expect(await read()).toEqual([]);
    await client.query('commit');
    await readAll(2);
    expect(await read()).toEqual([rows[0]!.eventId, second]);
  } finally {
    client.release();
  }
});

describe('the stream', () => {
  test('begins with what is kept, and goes on with what happens', async () => {
    const ids = await record(3);
    await using opened = await other.subscribe(seller.key, stream);
    for (const eventId of ids) expect(await opened.next()).toEqual({ eventId, eventType: 'test' });
    const [later] = await record(1);
    expect(await opened.next()).toMatchObject({ eventId: later });
  });

  test('goes on after an event, past more events than it reads at once', async () => {
    const ids = await record(450);
    await using opened = await other.subscribe(seller.key, stream, { after: ids[9] });
    const got: string[] = [];
    while (got.length < 440) got.push((await opened.next()).eventId);
    expect(got).toEqual(ids.slice(10));
  });
});
