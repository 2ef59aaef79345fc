import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeBid } from '../../src/auctions/bids/place-bid.ts';
import { bidRequest } from '../support/bid-request.ts';
import { ongoing } from '../support/insert-auction.ts';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';

let stage: AuctionStage;
beforeEach(async () => void (stage = await setAuctionStage()));
afterEach(() => stage[Symbol.asyncDispose]());

function submit(submissionToken: string, { auctionId = stage.auction.auctionId, valueInCents = 5_000 } = {}) {
  const facts = { bidderId: 'ann@example.com', valueInCents, submissionToken };
  return placeBid(stage.service.deps, bidRequest(auctionId, facts));
}

async function holds(): Promise<number> {
  return (await stage.service.db.query(`select from simulated_ledger where effect = 'held'`)).rows.length;
}

test('a form submitted twice is the first bid, whatever it says the second time', async () => {
  const token = randomUUID();
  const first = await submit(token);
  expect(first.outcome).toBe('placed');
  expect(await submit(token, { valueInCents: 9_999 })).toEqual(first);
  await stage.end();
  expect(await submit(token)).toEqual(first);
  expect(await holds()).toBe(1);
});

test.each([
  ['the first on its auction', 0],
  ['a later one', 1],
])('a form submitted by ten taps at once is one bid: %s', async (_, earlier) => {
  for (let count = 0; count < earlier; count += 1) await stage.bid(500);
  const token = randomUUID();
  const taps = await Promise.all(Array.from({ length: 10 }, () => submit(token)));
  expect(new Set(taps.map(({ authorizationId }) => authorizationId)).size).toBe(1);
  expect(await submit(token)).toMatchObject({ outcome: 'placed' });
  expect(await holds()).toBe(1 + earlier);
});

test('a form of another auction is another bid, whatever its token', async () => {
  const token = randomUUID();
  const { auctionId } = await stage.service.auction(stage.seller, ongoing);
  await submit(token);
  expect((await submit(token, { auctionId })).outcome).toBe('placed');
  expect(await holds()).toBe(2);
});
