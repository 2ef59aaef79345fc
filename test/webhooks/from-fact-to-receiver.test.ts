import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { makeLog } from '../../src/operations/start/make-log.ts';
import { startWorker } from '../../src/operations/work/start-worker.ts';
import { publicUrl, startService } from '../support/service.ts';
import { startReceiver } from './receiver.ts';
import { withDatabase } from '../support/settings.ts';

// All of it at once, as a seller has it: an endpoint made in GraphQL, an auction over /v1, and a worker.

test('a seller hears of an auction that is cancelled, as /v1 shows it', { timeout: 60_000 }, async () => {
  await using receiver = await startReceiver();
  await using service = await startService({
    config: readConfig({
      ...withDatabase('postgresql://not/asked'),
      PUBLIC_URL: publicUrl,
      WEBHOOK_ALLOW_LOOPBACK: 'true',
    }),
  });
  const seller = await service.seller();
  const created = await seller.mutate(
    'createWebhookEndpoint',
    { url: receiver.url('/hooks'), eventTypes: ['auction_cancelled'] },
    'secret',
  );
  const { secret } = created.body.data.createWebhookEndpoint;
  const { auctionId } = await service.auction(seller);
  const lines: string[] = [];
  const log = makeLog({ logLevel: 'debug' }, { write: (line) => void lines.push(line) });
  await using _worker = await startWorker({ ...service.deps, log });
  const cancelled = await seller.delete(`/v1/auctions/${auctionId}`);
  expect(cancelled.status).toBe(200);

  await expect.poll(() => receiver.at('/hooks'), { timeout: 30_000 }).toHaveLength(1);
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  const { auction } = (await seller.get(`/v1/auctions/${auctionId}`)).body;
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
    id: headers['webhook-id'],
    eventType: 'auction_cancelled',
    timestamp: expect.stringMatching(/\+00:00$/),
    mode: 'test',
    sequence: 2,
    payload: { ...auction, reference: null, updatedAt: JSON.parse(body).timestamp },
  });
  // Whoever looks into a webhook finds the request that it tells of in the log.
  const requestId = cancelled.headers.get('x-request-id');
  expect(headers['x-request-id']).toBe(requestId);
  const told = () => lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'Webhook attempted.');
  await expect.poll(told, { timeout: 15_000 }).toMatchObject({ requestId, result: 'delivered', status: 204 });
});
