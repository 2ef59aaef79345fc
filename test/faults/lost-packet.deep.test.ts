import { expect, test } from 'vitest';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { makeGateways } from '../../src/payments/providers/providers.ts';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { setAuctionStage } from '../settlement/auction-stage.ts';
import { bidRequest } from '../support/bid-request.ts';
import { brokenRules } from './broken-rules.ts';
import { startCuttingProxy } from './cutting-proxy.ts';

test('an auction whose lock outlives its network takes bids again within seconds', async () => {
  await using stage = await setAuctionStage();
  const { service, auction } = stage;
  await using proxy = await startCuttingProxy(service.db.url);
  await using db = await connectDatabase(proxy.url);
  const deps = { ...service.deps, db, gateways: makeGateways({ config: service.deps.config, db }) };
  const form = (bidderId: string, valueInCents: number) =>
    bidRequest(auction.auctionId, { bidderId, valueInCents, cardToken: 'simulated_card_visa' });

  proxy.withholdEndOf('write-bid');
  const lost = expect(placeBid(deps, form('ann@example.com', 5_000))).rejects.toThrow('transaction timeout');
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'ClientRead' and state = 'active'`;
  await expect.poll(async () => (await service.db.query(waiting)).rowCount).toBe(1);

  expect(await placeBid(service.deps, form('bob@example.com', 6_000))).toMatchObject({ outcome: 'placed' });
  await lost;
  await stage.hurry();
  await stage.work();
  expect(await brokenRules(service.db)).toEqual([]);
}, 60_000);
