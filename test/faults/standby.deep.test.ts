import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { connectDatabase } from '../../src/platform/db/connect-database.ts';
import { aBidder } from '../page/bidder.ts';
import { insertAuction, ongoing } from '../support/insert-auction.ts';
import { startReplicatedPostgres } from '../support/replicated-postgres.ts';
import { makeSeller } from '../support/seller.ts';
import { withDatabase } from '../support/settings.ts';
import { startService } from '../support/service.ts';
import { startSwitchingProxy } from '../support/switching-proxy.ts';

const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;
const desk = {
  title: 'A desk',
  minimumBidValueInCents: 100,
  biddingPeriod: { startTimestamp: inAnHour, endTimestamp: inAnHour + 7_200 },
};
const createDesk = `mutation { createAuction(input: {title: "A desk", minimumBidValueInCents: 100,
  biddingPeriod: { startTimestamp: ${inAnHour}, endTimestamp: ${inAnHour + 7_200} }}) { auction { auctionId } errors { code fault message path } } }`;

test(
  'a standby before its promotion: reads are answered, every write is told to come again, and then goes to the primary',
  { timeout: 120_000 },
  async () => {
    await using servers = await startReplicatedPostgres();
    await using primary = await connectDatabase(servers.url);
    await using proxy = await startSwitchingProxy(servers.replicaUrl);
    // The seller's key and the auction are written on the primary, and reach the standby.
    const there = await makeSeller(primary, () => Promise.reject(new Error('Nobody is asked.')));
    const auction = await insertAuction(primary, there, ongoing);
    const db = await connectDatabase(proxy.url);
    await expect
      .poll(async () => (await db.query('select from auctions where auction_id = $1', [auction.auctionId])).rowCount)
      .toBe(1);
    await using service = await startService(
      {},
      { db, url: proxy.url, [Symbol.asyncDispose]: () => db[Symbol.asyncDispose]() },
    );
    const authorization = `Bearer ${there.key}`;
    const post = (path: string, body: unknown) =>
      service.request(path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(body),
      });
    const unkeyed = (path: string, body: unknown) =>
      service.request(path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const bid = () =>
      aBidder(service, auction).bid({ email: `${randomUUID()}@example.com`, amount: '5', confirmed: '500 high' });

    const ready = await service.request('/readyz');
    expect(ready).toMatchObject({
      status: 503,
      body: { status: 'not_ready', checks: { database: { ok: true }, writes: { ok: false } } },
    });
    expect((await service.request(`/v1/auctions/${auction.auctionId}`, { headers: { authorization } })).status).toBe(
      200,
    );
    for (const send of [post, unkeyed]) {
      const refused = await send('/v1/auctions', desk);
      expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      const { body } = await send('/graphql', { query: createDesk });
      expect(body.errors[0].extensions.code).toBe('unavailable');
    }
    const page = await bid();
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/);

    // The address leads to the primary from now on; the connections to the standby are still open.
    proxy.leadTo(servers.url);
    await expect.poll(async () => (await unkeyed('/v1/auctions', desk)).status, { interval: 0 }).toBe(201);
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await bid()).status));
    expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
  },
);

test('a start on a standby says in one line that the database takes no writes', { timeout: 120_000 }, async () => {
  await using servers = await startReplicatedPostgres();
  const main = resolve(import.meta.dirname, '../../src/main.ts');
  const env = { PATH: process.env['PATH'], ...withDatabase(servers.replicaUrl), PORT: '0', LOG_LEVEL: 'silent' };
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((decide) => {
    execFile(process.execPath, [main], { env }, (error, _, text) => decide({ code: error?.code ?? 0, stderr: text }));
  });
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/read-only transaction.*\(25006\)/)]);
});
