import { expect, test } from 'vitest';
import { isOutage } from '../../src/core/outage.ts';
import { makeReadiness } from '../../src/operations/readiness.ts';
import { aBidder } from '../page/bidder.ts';
import { administer } from '../support/administer.ts';
import { freshDatabase } from '../support/database.ts';
import { ongoing } from '../support/insert-auction.ts';
import { startService } from '../support/service.ts';

const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;
const desk = {
  title: 'A desk',
  minimumBidValueInCents: 100,
  biddingPeriod: { startTimestamp: inAnHour, endTimestamp: inAnHour + 7_200 },
};
const createDesk = `mutation { createAuction(input: {title: "A desk", minimumBidValueInCents: 100,
  biddingPeriod: { startTimestamp: ${inAnHour}, endTimestamp: ${inAnHour + 7_200} }}) { auction { auctionId } errors { code fault message path } } }`;

test('a process whose database turns read only says so at /readyz, and serves reads', async () => {
  await using service = await startService();
  const states = async () => {
    const { status, body } = await service.request('/readyz');
    return [status, body.status, body.checks.writes.ok];
  };
  await expect.poll(states, { timeout: 20_000 }).toEqual([200, 'ready', true]);
  const name = new URL(service.db.url).pathname.slice(1);
  const { url } = service.db;
  await administer(url, `alter database ${name} set default_transaction_read_only = on`);
  await administer(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect.poll(states).toEqual([200, 'degraded', false]);
  const later = makeReadiness(service.deps);
  expect(await later.read()).toMatchObject({ status: 'not_ready', checks: { writes: { ok: false } } });
  await administer(
    url,
    `begin; set transaction read write; alter database ${name} reset default_transaction_read_only; commit`,
  );
  await expect.poll(states, { timeout: 20_000 }).toEqual([200, 'ready', true]);
});

test.each([
  ['53100', 'no disk is left', false],
  ['53200', 'no memory is left', true],
  ['53300', 'no connection is left', true],
  ['58030', 'the disk fails', false],
  ['25006', 'the database is read only', true],
])(
  'a write that PostgreSQL refuses with %s, as %s, is told to come again, and a failing disk is told at /readyz',
  async (code, _, isStillWriting) => {
    await using service = await startService();
    const seller = await service.seller();
    const auction = await service.auction(seller, ongoing);
    await service.db.query(`
      create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'could not write' using errcode = '${code}'; end $$`);
    for (const table of ['auctions', 'authorizations']) {
      await service.db.query(
        `create trigger refuse before insert or update on ${table} for each statement execute function refuse()`,
      );
    }
    const created = await seller.post('/v1/auctions', desk);
    expect([created.status, created.body.code]).toEqual([503, 'unavailable']);
    expect(created.headers.get('retry-after')).toMatch(/^\d+$/);
    const mutation = await seller.graphql(createDesk);
    expect(mutation.body.errors[0].extensions.code).toBe('unavailable');
    const page = await aBidder(service, auction).bid({ email: 'ada@example.com', amount: '5', confirmed: '500 high' });
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    const { body } = await service.request('/readyz');
    expect(body.checks.writes.ok).toBe(isStillWriting);
  },
);

test('a connection on which the database was read only is replaced', async () => {
  await using database = await freshDatabase();
  const { db } = database;
  const pidOf = async () => (await db.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
  const pid = await pidOf();
  expect(await pidOf()).toBe(pid);
  const caught = db.transaction(async (tx) => {
    await tx.query('savepoint part');
    const refuse = `do $$ begin raise exception 'read only' using errcode = '25006'; end $$`;
    await tx.query(refuse).catch(() => undefined);
    await tx.query('rollback to savepoint part');
  });
  expect(isOutage(await caught.catch((error: unknown) => error))).toBe(true);
  expect(await pidOf()).not.toBe(pid);
});
