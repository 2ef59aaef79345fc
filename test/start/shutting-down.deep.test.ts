import { expect, test, vi } from 'vitest';
import { lockWaits } from '../support/lock-waits.ts';
import { freshDatabase } from '../support/database.ts';
import { readAnswer } from '../support/answer.ts';
import { ongoing, insertAuction } from '../support/insert-auction.ts';
import { makeSeller } from '../support/seller.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { withDatabase } from '../support/settings.ts';

// Processes as they are deployed, before which this test is the load balancer: it asks them how they are, and sends
// requests to whoever says that it is ready.

vi.setConfig({ testTimeout: 240_000 });

async function isReady({ url }: ServiceProcess): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

test('streams of events are told to come back, and what is under way is answered', async () => {
  await using database = await freshDatabase();
  await using service = await startServiceProcess({ ...withDatabase(database.url), SHUTDOWN_GRACE_MS: '0' });
  const seller = await makeSeller(database.db, async (path, init) => readAnswer(await fetch(service.url + path, init)));
  const { auctionId } = await insertAuction(database.db, seller, ongoing);
  const page = await fetch(`${service.url}/auctions/${auctionId}/events`);
  const subscription = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${seller.key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query: `subscription { auctionChanged(auctionId: "${auctionId}") { status } }` }),
  });
  expect([page.status, subscription.status]).toEqual([200, 200]);
  const streams = Promise.all([page.text(), subscription.text()]);

  // Somebody else has locked the row, so that the request is under way while the process is asked to stop.
  const holder = await database.db.pool.connect();
  await holder.query('begin');
  await holder.query('select from auctions where auction_id = $1 for update', [auctionId]);
  const underWay = seller.patch(`/v1/auctions/${auctionId}`, { title: 'Another title' });
  await expect.poll(() => lockWaits(database.db), { timeout: 10_000 }).toBeGreaterThan(0);
  const stopped = service.stop();
  for (const text of await streams) expect(text).toMatch(/\nretry: \d+\n\n$/);
  await vi.waitFor(() => expect(fetch(`${service.url}/healthz`)).rejects.toThrow('fetch failed'), { timeout: 20_000 });
  await holder.query('commit');
  holder.release();
  expect(await underWay).toMatchObject({ status: 200, body: { auction: { title: 'Another title' } } });
  expect(await stopped).toBe(0);
});

test('a second signal ends it at once', async () => {
  await using database = await freshDatabase();
  await using service = await startServiceProcess({ ...withDatabase(database.url), SHUTDOWN_GRACE_MS: '60000' });
  const stopped = service.stop();
  await vi.waitFor(async () => expect(await isReady(service)).toBe(false), { timeout: 20_000 });
  expect(await (await fetch(`${service.url}/readyz`)).json()).toMatchObject({ status: 'stopping' });
  await vi.waitFor(
    async () => {
      void service.stop();
      await expect(fetch(`${service.url}/healthz`)).rejects.toThrow('fetch failed');
    },
    { timeout: 20_000, interval: 700 },
  );
  expect(await stopped).toBe(130);
});
