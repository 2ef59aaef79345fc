import { expect, test } from 'vitest';
import { planFaults } from '../support/plan-faults.ts';
import { watchPlans } from '../support/watch-plans.ts';
import { eraseBidder } from '../../src/auctions/bidders/erase-bidder.ts';
import { findAttempts } from '../../src/auctions/bidders/export-bidder.ts';
import { setAuctionStage } from '../settlement/auction-stage.ts';
import { freshDatabase } from '../support/database.ts';
import { insertEndpoint } from '../support/insert-endpoint.ts';
import { serviceForFile } from '../support/service.ts';

const database = await freshDatabase();
const service = await serviceForFile({}, database);

const others = 20_000;

test('export and erasure read the events of the bidder alone, however long the feed of the seller is', async () => {
  const stage = await setAuctionStage({}, service);
  const { seller, auction } = stage;
  await insertEndpoint(service.db, seller);
  const bidId = await stage.bid(5_000);
  const { rows: placed } = await service.db.query<{ bidderId: string }>(
    'select bidder_id as "bidderId" from bids where bid_id = $1',
    [bidId],
  );
  const { bidderId } = placed[0]!;
  await stage.settle();
  // Other bidders' bids, of this auction and of others.
  await service.db.query(
    `insert into webhook_events (seller_id, event_type, auction_id, bid_id, snapshot)
     select $1, 'bid_placed', case when n % 2 = 0 then $2 else uuidv7() end, uuidv7(), '{"bidderId": "bob"}' from generate_series(1, $3) n`,
    [seller.sellerId, auction.auctionId, others],
  );
  await service.db.query('analyze webhook_events');
  await using watched = await watchPlans(database.url);
  const deps = { ...service.deps, db: watched.db };
  const faultsOf = async (work: () => Promise<unknown>) => {
    const ofEvents = (await watched.during(work)).filter(({ text }) => text.includes('from webhook_events'));
    expect(ofEvents).toHaveLength(1);
    return ofEvents.flatMap((statement) => planFaults(statement, 10));
  };

  const found = { events: 0 };
  expect(
    await faultsOf(async () => {
      const { nodes: attempts } = await findAttempts(deps, { sellerId: seller.sellerId, bidderId }, {});
      found.events = attempts.flatMap(({ events }) => events).length;
    }),
  ).toEqual([]);
  expect(found.events).toBe(1);
  expect(await faultsOf(() => eraseBidder(deps, null, seller.sellerId, { bidderId }))).toEqual([]);
  const { rows } = await service.db.query<{ bidderId: string; count: number }>(
    `select coalesce(snapshot ->> 'bidderId', snapshot #>> '{winningBid,bidderId}') as "bidderId", count(*)::int from webhook_events
     where seller_id = $1 group by 1 order by 2`,
    [seller.sellerId],
  );
  expect(rows).toEqual([
    { bidderId: expect.stringMatching(/^erased-/), count: 2 },
    { bidderId: 'bob', count: others },
  ]);
});
