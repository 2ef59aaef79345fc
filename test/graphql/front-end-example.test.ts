import { afterAll, beforeAll, expect, test } from 'vitest';
import { ongoing } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { serveApp } from './serve-app.ts';

// The example for front ends, as it is, against the service. It is checked as a front end's own project, with other
// settings, and so comes in without types.
const load = async (name: string): Promise<any> =>
  import(new URL(`../../examples/front-end/${name}.ts`, import.meta.url).href);

const service = await sharedService();
const served = await serveApp(service.deps);
afterAll(() => served[Symbol.asyncDispose]());

const seller = await service.seller();
const auction = await service.auction(seller, { ...ongoing, title: 'A walnut desk' });
await service.bid(auction, { bidValueInCents: 5_000 });
const { bidId } = await service.bid(auction, { bidValueInCents: 7_500 });
await service.bid(auction, { bidValueInCents: 6_000 });

beforeAll(async () => {
  const { service: asked } = await load('request');
  Object.assign(asked, { url: `${served.url}/graphql`, key: seller.key });
});

test('lists the ongoing auctions page by page', async () => {
  for (let i = 0; i < 20; i += 1) await service.auction(seller, ongoing);
  const { ongoingCards } = await load('auction-list');
  const pages: string[][] = [];
  for await (const cards of ongoingCards()) pages.push(cards);
  expect(pages.map((cards) => cards.length)).toEqual([20, 1]);
  expect(pages[1]).toEqual(['A walnut desk: 75 USD of 3 bids']);
});

test('shows an auction with its highest bids', async () => {
  const { auctionDetail } = await load('auction-detail');
  const { title, phase, bids } = await auctionDetail(auction.auctionId);
  expect({ title, phase, totalCount: bids.totalCount }).toEqual({
    title: 'A walnut desk',
    phase: 'OPEN',
    totalCount: 3,
  });
  expect(bids.edges.map(({ node }: any) => node.bidValueInCents)).toEqual([7_500, 6_000, 5_000]);
});

test('follows the bids from one on', async () => {
  const { newBids } = await load('auction-live');
  for await (const value of newBids(auction.auctionId, bidId)) {
    expect(value).toBe(6_000);
    break;
  }
});

test('follows the auction until it is over', async () => {
  const { followAuction } = await load('auction-live');
  const lines: string[] = [];
  await followAuction(auction.auctionId, (line: string) => {
    lines.push(line);
    if (lines.length === 1) void seller.delete(`/v1/auctions/${auction.auctionId}`);
  });
  expect(lines[0]).toBe('OPEN, 3 bids');
  expect(lines.at(-1)).toBe('FINAL, 3 bids');
});

test('is told why it is refused', async () => {
  const { auctionDetail } = await load('auction-detail');
  await expect(auctionDetail('01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11')).rejects.toThrow(/^auction_not_found: /);
});
