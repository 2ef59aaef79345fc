import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { onPool } from '../support/on-pool.ts';
import { ongoing, upcoming } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { type OtherProcess, readSubscription, startProcess } from './sse-client.ts';

const service = await sharedService();
let other: OtherProcess;
beforeAll(() => {
  other = startProcess(service);
});
afterAll(() => other[Symbol.asyncDispose]());

let seller: Seller;
beforeEach(async () => void (seller = await service.seller()));

const document = `subscription ($ids: [ID!]) {
  auctionsChanged(ids: $ids) { auctionId title now biddingPeriodEndsAt phase bidCount }
}`;
const globalId = (auctionId: string) => Buffer.from(`Auction:${auctionId}`).toString('base64');
const rename = (auctionId: string, title: string, by = seller) => by.patch(`/v1/auctions/${auctionId}`, { title });

test('one stream shows each named auction now, and the changes of all', async () => {
  const desk = await service.auction(seller, { ...ongoing, title: 'A desk' });
  const chair = await service.auction(seller, { ...upcoming, title: 'A chair' });
  await service.auction(seller, { ...ongoing, title: 'A lamp' });
  const ids = [desk.auctionId, globalId(chair.auctionId), desk.auctionId.toUpperCase()];
  await using stream = await other.subscribe(seller.key, document, { ids });
  const first = [await stream.next(), await stream.next()];
  expect(new Set(first.map(({ title }) => title))).toEqual(new Set(['A chair', 'A desk']));
  for (const { now } of first) expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
  await rename(chair.auctionId, 'Two chairs');
  expect(await stream.next()).toMatchObject({ auctionId: chair.auctionId, title: 'Two chairs', phase: 'UPCOMING' });
  await service.bid(desk, { bidValueInCents: 5_000 });
  service.deps.live.announce(desk.auctionId);
  expect(await stream.next()).toMatchObject({ auctionId: desk.auctionId, bidCount: 1 });
});

test('a stream without ids shows each auction of the seller from its next change on, a new one too', async () => {
  const desk = await service.auction(seller, { ...ongoing, title: 'A desk' });
  const strangers = await service.seller();
  const foreign = await service.auction(strangers, { ...ongoing, title: 'A lamp' });
  await using stream = await other.subscribe(seller.key, document);
  expect(await stream.nextBlock()).toMatch(/^retry: \d+$/);
  await rename(foreign.auctionId, 'Two lamps', strangers);
  await rename(desk.auctionId, 'Two desks');
  expect(await stream.next()).toMatchObject({ auctionId: desk.auctionId, title: 'Two desks', phase: 'OPEN' });
  const period = {
    startTimestamp: Math.floor(Date.now() / 1000) + 3_600,
    endTimestamp: Math.floor(Date.now() / 1000) + 9_000,
  };
  const { body } = await seller.post('/v1/auctions', { title: 'A chair', biddingPeriod: period });
  expect(await stream.next()).toMatchObject({ auctionId: body.auction.auctionId, title: 'A chair', phase: 'UPCOMING' });
  await using second = await other.subscribe(seller.key, document);
  await second.nextBlock();
  await seller.delete(`/v1/auctions/${desk.auctionId}`);
  for (const each of [stream, second]) {
    expect(await each.next()).toMatchObject({ auctionId: desk.auctionId, phase: 'FINAL' });
  }
});

test('a slow reader gets the latest state of each auction, once', async () => {
  const desk = await service.auction(seller, { ...ongoing, title: 'A desk' });
  const lamp = await service.auction(seller, { ...ongoing, title: 'A lamp' });
  await using watching = await other.subscribe(seller.key, document, { ids: [desk.auctionId] });
  await watching.next();
  await using slow = await other.subscribe(seller.key, document, { ids: [desk.auctionId, lamp.auctionId] });
  for (let count = 1; count <= 12; count += 1) {
    await rename(desk.auctionId, `Desk ${count}`);
    expect((await watching.next()).title).toBe(`Desk ${count}`);
  }
  await rename(lamp.auctionId, 'The last lamp');
  const titles: string[] = [];
  const latest = ['Desk 12', 'The last lamp'];
  while (!latest.every((title) => titles.includes(title))) titles.push((await slow.next()).title);
  expect(titles.length).toBeLessThan(8);
});

test('refuses an auction of another seller, a wrong id, more than 100, and a public key that names none', async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  const foreign = await service.auction(await service.seller(), ongoing);
  const anybody = await service.seller({ name: seller.name, scopes: ['public'] });
  const refused = async (key: string, variables: object) => {
    await using stream = await other.subscribe(key, document, variables);
    const { extensions } = (await stream.nextResult()).errors[0];
    return [extensions.code, ...(extensions.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)];
  };
  expect(await refused(seller.key, { ids: [auctionId, foreign.auctionId] })).toEqual(['auction_not_found']);
  expect(await refused(seller.key, { ids: ['desk'] })).toEqual(['invalid_request', '/ids/0']);
  const many = Array.from({ length: 101 }, (_, n) => `01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7${String(n).padStart(3, '0')}`);
  expect(await refused(seller.key, { ids: many })).toEqual(['invalid_request', '/ids']);
  expect(await refused(seller.key, { ids: many.slice(1) })).toEqual(['auction_not_found']);
  expect(await refused(anybody.key, {})).toEqual(['invalid_request', '/ids']);
  await using stream = await other.subscribe(anybody.key, document, { ids: [auctionId] });
  expect(await stream.next()).toMatchObject({ auctionId, phase: 'OPEN' });
});

test('an empty list of ids follows no auction', async () => {
  await service.auction(seller, ongoing);
  await using stream = await other.subscribe(seller.key, document, { ids: [] });
  expect(stream.answer.status).toBe(200);
  const { auctionId } = await service.auction(seller, { ...ongoing, title: 'A desk' });
  await using following = await other.subscribe(seller.key, document);
  await following.nextBlock();
  await rename(auctionId, 'Two desks');
  await following.next();
  expect(await stream.nextBlock()).toMatch(/^retry: \d+$/);
  await other.stop();
  expect((await stream.rest()).join()).toMatch(/^retry: \d+$/);
  other = startProcess(service);
});

test('an address with public keys may have as many streams as the auction page gives it, and is told how to need fewer', async () => {
  const { config } = service.deps;
  const pageLimits = { ...config.pageLimits, streamsOfIp: 2 };
  const app = createApp({ ...service.deps, config: { ...config, pageLimits } });
  const anybody = await service.seller({ name: seller.name, scopes: ['public'] });
  const { auctionId } = await service.auction(seller, ongoing);
  const headers = {
    authorization: `Bearer ${anybody.key}`,
    'content-type': 'application/json',
    accept: 'text/event-stream',
  };
  const body = JSON.stringify({ query: document, variables: { ids: [auctionId] } });
  const open = async () =>
    readSubscription(await app.fetch(new Request('http://localhost/graphql', { method: 'POST', headers, body })));
  const streams = [await open(), await open()];
  await using refused = await open();
  const [error] = (await refused.nextResult()).errors;
  expect(error.extensions.code).toBe('subscription_limit');
  expect(error.message).toContain('The address of this client');
  expect(error.message).toContain('auctionsChanged');
  for (const stream of streams) await stream[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

test('20 streams of all auctions read a changed auction once, and what they select of it once', async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  const texts: string[] = [];
  const { pool } = service.db;
  const query = (...[statement, ...rest]: [any, ...any[]]) => {
    texts.push(typeof statement === 'string' ? statement : (statement.name ?? statement.text));
    return (pool.query as any)(statement, ...rest);
  };
  const counted = onPool(service.db, { query, connect: () => pool.connect() } as unknown as typeof pool);
  await using busy = startProcess({ ...service, db: counted, deps: { ...service.deps, db: counted } });
  const streams = await Promise.all(Array.from({ length: 20 }, () => busy.subscribe(seller.key, document)));
  for (const stream of streams) await stream.nextBlock();
  await rename(auctionId, 'Two desks');
  for (const stream of streams) expect(await stream.next()).toMatchObject({ auctionId, title: 'Two desks' });
  expect(texts.filter((text) => text === 'read-followed-auctions')).toHaveLength(1);
  for (const stream of streams) await stream[Symbol.asyncDispose]();
});
