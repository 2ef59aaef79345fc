import { expect, test } from 'vitest';
import { makeLive } from '../../src/platform/live/live.ts';
import type { AuctionState } from '../../src/pages/auction/auction-state.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { ongoing } from '../support/insert-auction.ts';
import { onPool } from '../support/on-pool.ts';
import { readBlocks } from '../support/read-blocks.ts';
import { sharedService } from '../support/service.ts';
import { watchPool } from '../support/watch-pool.ts';
import { servePage } from '../e2e/serve-page.ts';
import { aBidder, readable } from './bidder.ts';

const service = await sharedService();
const seller = await service.seller();

/** The events of an auction as a browser reads them, from a service of its own on the same database, as another process. */
async function follow(auction: { auctionId: string }) {
  const live = makeLive({ db: service.db, log: service.deps.log });
  const served = await servePage({ ...service.deps, live });
  const leaving = new AbortController();
  const answer = await fetch(`${served.url}/auctions/${auction.auctionId}/events`, { signal: leaving.signal });
  const { nextBlock } = readBlocks(answer);
  return {
    answer,
    served,
    nextBlock,
    async nextState(): Promise<AuctionState> {
      for (;;) {
        const block = await nextBlock();
        if (block === null) throw new Error('The stream has ended.');
        if (block.startsWith('data: ')) return JSON.parse(block.slice('data: '.length)) as AuctionState;
      }
    },
    async [Symbol.asyncDispose]() {
      leaving.abort();
      await served[Symbol.asyncDispose]();
      await live[Symbol.asyncDispose]();
    },
  };
}

const within = async <Result>(ms: number, promise: Promise<Result>): Promise<Result> => {
  const begun = performance.now();
  const result = await promise;
  expect(performance.now() - begun).toBeLessThan(ms);
  return result;
};

test('the state comes at once, and says when to come back', async () => {
  const auction = await service.auction(seller, { ...ongoing, minimumBidValueInCents: 500 });
  await using events = await follow(auction);
  expect(events.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(events.answer.headers.get('cache-control')).toBe('no-store');
  expect(await events.nextBlock()).toMatch(/^retry: \d+$/);
  const { nowMs, ...state } = await events.nextState();
  expect(state).toEqual({
    phase: 'open',
    head: null,
    title: 'A walnut desk',
    bidCount: 0,
    leadingBidder: null,
    leadingInCents: null,
    minimumInCents: 500,
    raisesInCents: [500, 700, 900],
    clockOffsetMs: 0,
    startsAtMs: auction.biddingPeriodStartsAt.getTime(),
    endsAtMs: auction.biddingPeriodEndsAt.getTime(),
    spreadMs: 2,
  });
  const { rows } = await service.db.query<{ ms: number }>(
    `select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  );
  expect(Math.abs(rows[0]!.ms - nowMs)).toBeLessThan(2_000);
});

test('a bid that is placed through one process is seen at another within a second', async () => {
  const auction = await service.auction(seller, ongoing);
  await using events = await follow(auction);
  await events.nextState();
  await aBidder(service, auction).bid({ amount: '25' });
  expect(await within(1_000, events.nextState())).toMatchObject({ bidCount: 1, leadingInCents: 2_500 });
});

test('so are a new title, a new minimum, a cancellation, and the end by the clock', async () => {
  const auction = await service.auction(seller, ongoing);
  const path = `/v1/auctions/${auction.auctionId}`;
  await using events = await follow(auction);
  await events.nextState();
  await seller.patch(path, { title: 'A chest of drawers', minimumBidValueInCents: 900 });
  expect(await within(1_000, events.nextState())).toMatchObject({ title: 'A chest of drawers', minimumInCents: 900 });
  await seller.delete(path);
  expect(await within(1_000, events.nextState())).toMatchObject({ phase: 'cancelled' });

  const ending = await service.auction(seller, { startsInSeconds: -3_598, status: 'ongoing' });
  await using ends = await follow(ending);
  expect(await ends.nextState()).toMatchObject({ phase: 'open' });
  expect(await within(4_000, ends.nextState())).toMatchObject({ phase: 'closing' });
  await settleAuction(service.deps, ending.auctionId);
  expect(await within(1_000, ends.nextState())).toMatchObject({ phase: 'unsold' });
});

test('a jump of the test clock is told at once, although nothing else changes', async () => {
  const tester = await service.seller();
  const auction = await service.auction(tester, { ...ongoing, endsInSeconds: 7_200 });
  await using events = await follow(auction);
  const before = await events.nextState();
  // The other process learns of it by its announcement alone.
  await tester.mutate('advanceTestClock', { bySeconds: 3600 });
  const after = await events.nextState();
  // The clock moves from the instant of the request, which is a little after the first state.
  expect(after.clockOffsetMs).toBeGreaterThan(3_590_000);
  expect(after.nowMs - before.nowMs).toBeGreaterThan(3_590_000);
  expect(after).toMatchObject({ phase: 'open', endsAtMs: before.endsAtMs });
});

test('many bids of one moment are few events, and the last one is right', async () => {
  const auction = await service.auction(seller, ongoing);
  await using events = await follow(auction);
  await events.nextState();
  await Promise.all(Array.from({ length: 40 }, (_, index) => service.bid(auction, { bidValueInCents: 1_000 + index })));
  for (let index = 0; index < 40; index++) service.deps.live.announce(auction.auctionId);
  let count = 0;
  let state = await events.nextState();
  while (++count < 5 && state.bidCount < 40) state = await events.nextState();
  expect(state).toMatchObject({ bidCount: 40, leadingInCents: 1_039 });
});

test('streams that browsers leave make room, and those that stay end as soon as the service stops', async () => {
  const auction = await service.auction(seller, ongoing);
  const served = await servePage(service.deps, { STREAM_LIMIT_IP: '200' });
  const url = `${served.url}/auctions/${auction.auctionId}/events`;
  const leaving = new AbortController();
  const streams = await Promise.all(Array.from({ length: 200 }, () => fetch(url, { signal: leaving.signal })));
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await fetch(url)).status).toBe(429);
  leaving.abort();
  await expect.poll(async () => (await fetch(url)).status).toBe(200);
  const staying = await fetch(url);
  await within(2_000, (async () => served[Symbol.asyncDispose]())());
  expect(await staying.text()).toMatch(/retry: \d+\n\n$/);
});

test('a viewer who comes to an auction that is watched already costs no statement of its own', async () => {
  const auction = await service.auction(seller, ongoing);
  const statements: string[] = [];
  const db = onPool(
    service.db,
    watchPool(service.db.pool, (text) => statements.push(text)),
  );
  await using served = await servePage({ ...service.deps, db });
  const leaving = new AbortController();
  const come = async () => {
    const { body } = await fetch(`${served.url}/auctions/${auction.auctionId}/events`, { signal: leaving.signal });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; !text.includes('data: {');) text += (await reader.read()).value;
  };
  await come();
  statements.length = 0;
  await Promise.all(Array.from({ length: 40 }, come));
  // The reads that they share: ten a second at most.
  expect(statements.length).toBeLessThanOrEqual(10);
  leaving.abort();
});

test('there are no events and no state of an auction that does not exist', async () => {
  for (const path of ['events', 'state']) {
    const { status, text } = await service.request(`/auctions/00000000-0000-7000-8000-000000000000/${path}`);
    expect(status).toBe(404);
    expect(readable(text)).toContain('There is no such auction');
  }
});
