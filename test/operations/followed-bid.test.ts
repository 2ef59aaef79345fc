import { afterAll, expect, test } from 'vitest';
import { startTracing } from '../../src/platform/tracing/start-tracing.ts';
import { makeLog } from '../../src/operations/start/make-log.ts';
import { startWorker } from '../../src/operations/work/start-worker.ts';
import { aBidder } from '../page/bidder.ts';
import { endAuction } from '../support/end-auction.ts';
import { freePort } from '../support/free-port.ts';
import { ongoing } from '../support/insert-auction.ts';
import { startService } from '../support/service.ts';
import { startCollector } from '../tracing/collector.ts';

const lines: Record<string, unknown>[] = [];
const log = makeLog({ logLevel: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) });
const plain = await startService();
const config = {
  ...plain.deps.config,
  secretsKeys: ['ab'.repeat(32)],
  // Nobody listens there.
  mail: {
    smtpUrl: `smtp://127.0.0.1:${await freePort()}`,
    from: 'Auctions <auctions@auctions.test>',
    eventsToken: null,
  },
};
const service = await startService({ config, log });
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await plain[Symbol.asyncDispose]();
});

test('the request, the capture and the message of a bid name it by the same ids', { timeout: 60_000 }, async () => {
  await using collector = await startCollector();
  const seller = await service.seller();
  const { auctionId } = await service.auction(seller, ongoing);
  const ids = { auctionId, bidId: expect.any(String), authorizationId: expect.any(String) };
  {
    await using tracing = await startTracing({ otlpEndpoint: collector.url });
    expect(tracing).not.toBeNull();
    // The answer to its capture is lost.
    const card = 'capture_answer_lost';
    const bidder = aBidder(service, { auctionId });
    await bidder.bid({ email: 'ada@example.com', cardNumber: card, amount: '60', confirmed: '6000 high' });
    // Messages of test sellers are sent to nobody.
    await service.db.query(`update sellers set mode = 'live' where seller_id = $1`, [seller.sellerId]);
    await endAuction(service.db, auctionId);
    await using worker = await startWorker(service.deps);
    expect(worker).toBeDefined();
    const status = async () => (await seller.get(`/v1/auctions/${auctionId}`)).body.auction.status;
    await expect.poll(status, { timeout: 30_000 }).toBe('completed');
    for (const msg of ['A request has no clear answer; reading the payment.', 'A message was not sent.'])
      await expect.poll(() => lines.find((line) => line['msg'] === msg), { timeout: 20_000 }).toMatchObject(ids);
  }
  const placed = lines.find(({ route, bidId }) => route === '/auctions/:auctionId/bids' && bidId !== undefined)!;
  expect(placed).toMatchObject({ ...ids, requestId: expect.any(String) });
  const { bidId, authorizationId, requestId } = placed;
  const followed = { auctionId, bidId, authorizationId };
  const about = lines.filter((line) => line['auctionId'] === auctionId && line['bidId'] !== undefined);
  expect(new Set(about.map((line) => line['bidId']))).toEqual(new Set([bidId]));
  for (const name of ['POST /auctions/:auctionId/bids', 'message'])
    expect(collector.spans.find((span) => span.name === name)?.attributes, name).toMatchObject(followed);
  const request = collector.spans.find(({ name }) => name === 'POST /auctions/:auctionId/bids');
  expect(request?.attributes).toMatchObject({ requestId });
});

test('the line of an operator’s action names the bid', async () => {
  const seller = await service.seller();
  const operator = await service.seller({ scopes: ['admin'] });
  const { auctionId } = await service.auction(seller, ongoing);
  await aBidder(service, { auctionId }).bid({ email: 'eve@example.com', amount: '60', confirmed: '6000 high' });
  const { body } = await seller.graphql(`{ auction(auctionId: "${auctionId}") { bids { nodes { bidId } } } }`);
  const { bidId } = body.data.auction.bids.nodes[0];
  await operator.mutate('voidBid', { bidId, reason: 'a slip', confirm: true });
  expect(lines.find(({ operation }) => operation === 'voidBid')).toMatchObject({
    auctionId,
    bidId,
    authorizationId: expect.any(String),
  });
});
