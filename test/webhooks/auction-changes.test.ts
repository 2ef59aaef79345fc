import { expect, test } from 'vitest';
import { ongoing, upcoming } from '../support/insert-auction.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { soundPeriod } from '../contract/periods.ts';

// A seller's own changes are events, too: a second program of the seller follows what the first one does.

const service = await sharedService();

interface Recorded {
  readonly eventType: string;
  readonly mode: string;
  readonly createdAt: string;
  readonly eventId: string;
  readonly body: string;
}

/** Reads the events once there are as many: they wait for the oldest transaction of the whole cluster, also that of another test. */
async function events(seller: Seller, count = 0): Promise<Recorded[]> {
  const read = async () => (await seller.graphql('{ events { eventId eventType mode createdAt body } }')).body;
  await expect.poll(async () => (await read()).data.events.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  return (await read()).data.events;
}

const payloadsOf = (recorded: readonly Recorded[]) => recorded.map(({ body }) => JSON.parse(body).payload);
const types = (recorded: readonly Recorded[]) => recorded.map(({ eventType }) => eventType);

const create = (seller: Seller) => seller.post('/v1/auctions', { title: 'A desk', biddingPeriod: soundPeriod() });

test('a creation and each change is one event, with the auction as it is then', async () => {
  const seller = await service.seller();
  const { auction } = (await create(seller)).body;
  const path = `/v1/auctions/${auction.auctionId}`;
  const changed = (await seller.patch(path, { title: 'Two desks' })).body.auction;
  const recorded = await events(seller, 2);
  expect(types(recorded)).toEqual(['auction_created', 'auction_updated']);
  expect(payloadsOf(recorded)).toEqual([
    { ...auction, reference: null, updatedAt: recorded[0]!.createdAt },
    { ...changed, reference: null, updatedAt: recorded[1]!.createdAt },
  ]);
  for (const { mode, eventId, createdAt } of recorded) {
    expect([mode, eventId.length, Date.parse(createdAt) > 0]).toEqual(['TEST', 36, true]);
  }
});

test('nothing is recorded of a change that changes nothing, or that is refused', async () => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, { ...upcoming, title: 'A desk' });
  const path = `/v1/auctions/${auctionId}`;
  for (const fields of [{}, { title: 'A desk' }, { title: '' }]) await seller.patch(path, fields);
  await seller.post('/v1/auctions', { title: '', biddingPeriod: soundPeriod() });
  expect(await events(seller)).toEqual([]);
});

test('a change of an auction that has begun says ongoing, also where no worker has stored it yet', async () => {
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, { ...ongoing, status: 'upcoming' });
  await seller.patch(`/v1/auctions/${auctionId}`, { title: 'Two desks' });
  expect(payloadsOf(await events(seller, 1))).toMatchObject([{ auctionId, status: 'ongoing' }]);
});

test('an endpoint gets them if it names them, and no other one, with the id of the request', async () => {
  const seller = await service.seller();
  const follower = await insertEndpoint(service.db, seller, { eventTypes: ['auction_created', 'auction_updated'] });
  await insertEndpoint(service.db, seller, { eventTypes: ['auction_started', 'auction_completed'] });
  const { headers, body } = await create(seller);
  await seller.patch(`/v1/auctions/${body.auction.auctionId}`, { title: 'Two desks' });
  const { rows } = await service.db.query(
    `select event_type as type, endpoint_id as "endpointId", request_id as "requestId"
     from webhook_deliveries join webhook_events using (event_id) where seller_id = $1 order by transaction_id`,
    [seller.sellerId],
  );
  expect(rows).toMatchObject([
    { type: 'auction_created', endpointId: follower.endpointId, requestId: headers.get('x-request-id') },
    { type: 'auction_updated', endpointId: follower.endpointId },
  ]);
});

test("another seller's feed has none of them", async () => {
  await create(await service.seller());
  expect(await events(await service.seller())).toEqual([]);
});
