import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
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

test('a process is replaced by another, and no request fails', async () => {
  await using database = await freshDatabase();
  const env = { ...withDatabase(database.url), LOG_LEVEL: 'info', SHUTDOWN_GRACE_MS: '3000', ROLE: 'api' };
  await using closing = new AsyncDisposableStack();
  const start = async () => closing.use(await startServiceProcess(env));
  const behind = new Set([await start()]);
  const healthy = new Set(behind);
  const stopping = new AbortController();
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      for (const one of behind) {
        if (await isReady(one)) healthy.add(one);
        else healthy.delete(one);
      }
      await delay(100);
    }
  })();

  let sent = 0;
  const send = async (path: string, init: RequestInit) => {
    while (healthy.size === 0) await delay(50);
    sent += 1;
    const one = [...healthy][sent % healthy.size]!;
    return readAnswer(await fetch(one.url + path, init));
  };
  const seller = await makeSeller(database.db, send);
  const failures: unknown[] = [];
  let answered = 0;
  const clients = Array.from({ length: 3 }, async () => {
    while (!stopping.signal.aborted) {
      await delay(20);
      const path = answered % 2 === 0 ? '/v1/auctions' : '/v1/bids';
      await seller.get(path).then(
        ({ status, text }) => (status === 200 ? (answered += 1) : failures.push([status, text])),
        (error: unknown) => failures.push(error),
      );
    }
  });

  for (const old of Array.from(behind)) {
    const its = await start();
    behind.add(its);
    await vi.waitFor(() => expect(healthy).toContain(its), { timeout: 60_000 });
    const before = answered;
    expect(await old.stop()).toBe(0);
    behind.delete(old);
    expect(answered).toBeGreaterThan(before);
  }
  stopping.abort();
  await Promise.all([looking, ...clients]);
  expect(failures).toEqual([]);
});

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
  await vi.waitFor(async () => {
    const { rows } = await database.db.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    expect(rows.length).toBeGreaterThan(0);
  }, 10_000);
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
