import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { makeSimulatedGateway } from '../../src/payments/providers/simulated/make-simulated-gateway.ts';
import { countRoundTrips } from '../support/count-round-trips.ts';
import { ongoing } from '../support/insert-auction.ts';
import { publicUrl, sharedService } from '../support/service.ts';
import { noGateways } from '../support/no-gateways.ts';

// How often a bidder's request waits for PostgreSQL: in the last minute of an auction that is what many bidders wait for.

const service = await sharedService();
const { db, roundTripsOf } = countRoundTrips(service.db);
const simulated = makeSimulatedGateway({ db }, { deadlineMs: 5_000, feeRate: service.deps.config.sellerFee });
const app = createApp({ ...service.deps, db, gateways: { ...noGateways, simulated } });
afterAll(() => app[Symbol.asyncDispose]());
const seller = await service.seller();
const newCookie = () => `__Host-browser=${randomUUID()}`;

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return Promise.resolve(app.fetch(new Request(new URL(`/auctions/${path}`, 'http://localhost'), init)));
}

function bid(
  auctionId: string,
  { token = randomUUID(), cookie = newCookie() }: { token?: string; cookie?: string } = {},
): Promise<Response> {
  return ask(`${auctionId}/bids`, {
    method: 'POST',
    headers: { origin: publicUrl, cookie },
    body: new URLSearchParams({
      token,
      amount: '25',
      email: 'ada@example.com',
      cardNumber: '4242 4242 4242 4242',
      cardExpiry: '12/40',
      cardCvc: '123',
      confirmed: '2500 high backup raise',
    }),
  });
}

test('the page is one, for a new browser and for one that has bid, and so is the page of an outcome', async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  const opened = async (init?: RequestInit, query = '') => {
    const answer = await ask(`${auctionId}${query}`, init);
    expect(answer.status).toBe(200);
  };
  expect(await roundTripsOf(() => opened())).toBe(1);
  const token = randomUUID();
  const cookie = newCookie();
  expect((await bid(auctionId, { token, cookie })).status).toBe(303);
  expect(await roundTripsOf(() => opened({ headers: { cookie } }))).toBe(1);
  expect(await roundTripsOf(() => opened({ headers: { cookie } }, `?bid=${token}`))).toBe(1);
});

test('a bid is four: the page, the intent, the provider, then hold and bid', async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  const placed = async () => expect((await bid(auctionId)).headers.get('location')).toContain('?bid=');
  expect(await roundTripsOf(placed)).toBe(4);
});

test('a form that is sent again is two: it leads to its outcome', async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  const token = randomUUID();
  const cookie = newCookie();
  await bid(auctionId, { token, cookie });
  expect(await roundTripsOf(() => bid(auctionId, { token, cookie }))).toBe(2);
});
