import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../src/operations/start/app.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { ongoing, upcoming } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { aBidder, readable } from './bidder.ts';
import { endAuction } from '../support/end-auction.ts';

const service = await sharedService();
const { fetch } = createApp(service.deps);
const seller = await service.seller();
const gzip = { 'accept-encoding': 'gzip' };

async function look(path: string, headers: Record<string, string> = gzip) {
  const answer = await fetch(new Request(`https://auctions.test${path}`, { headers }));
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const isCompressed = answer.headers.get('content-encoding') === 'gzip';
  return { answer, text: isCompressed ? gunzipSync(bytes).toString() : new TextDecoder().decode(bytes) };
}

/** A sold auction, and the bidder who won it. */
async function soldAuction() {
  const auction = await service.auction(seller, ongoing);
  const winner = aBidder(service, auction);
  await winner.bid({ amount: '65' });
  await endAuction(service.db, auction.auctionId);
  return { auction, winner, path: `/auctions/${auction.auctionId}` };
}

/** Not at the turn of a second, at which a page is drawn anew. */
async function inOneSecond(work: () => Promise<void>): Promise<void> {
  await vi.waitUntil(() => Date.now() % 1_000 < 100, { timeout: 3_000, interval: 10 });
  await work();
}

test('a page that is the same for many is drawn once a second, and each browser gets its own cookie', async () => {
  const { path } = await soldAuction();
  const second = () => Math.floor(Date.now() / 1_000);
  const first = second();
  const answers: Awaited<ReturnType<typeof look>>[] = [];
  while (answers.length < 10) answers.push(await look(path));
  const seconds = second() - first + 1;
  expect(answers[0]!.text).toContain('id="auction"');
  expect(new Set(answers.map(({ answer }) => answer.headers.get('set-cookie'))).size).toBe(10);
  expect(answers[0]!.answer.headers.get('vary')).toBe('Accept-Language, Cookie, Accept-Encoding');
  // A page has the milliseconds at which it was drawn. A second goes by during the ten on a machine that is not idle.
  const drawn = [...Map.groupBy(answers, ({ text }) => text).values()];
  expect(drawn.length).toBeLessThanOrEqual(seconds);
  for (const [one, ...others] of drawn) {
    const headersOf = ({ answer }: (typeof answers)[number]) =>
      [...answer.headers].filter(([name]) => !['set-cookie', 'x-request-id'].includes(name));
    for (const other of others) expect(headersOf(other)).toEqual(headersOf(one!));
  }
});

test('a bidder, a reader of another language and a visitor by another link get pages of their own', async () => {
  const { auction, winner, path } = await soldAuction();
  await settleAuction(service.deps, auction.auctionId);
  const plain = await look(path);
  expect(readable(plain.text)).not.toContain('You have won ·');
  const cookie = winner.cookie!;
  expect(readable((await look(path, { ...gzip, cookie })).text)).toContain('You have won ·');
  const german = await look(path, { ...gzip, 'accept-language': 'de' });
  expect(german.text).toContain('<html lang="de"');
  expect((await look(`${path}?bidderId=ada`)).text).toContain('bidderId=ada');
  expect((await look(path, {})).text).toContain('<html lang="en"');
});

test('a change is on the very next page', async () => {
  const { auction, path } = await soldAuction();
  await inOneSecond(async () => {
    expect((await look(path)).text).toContain('data-phase="closing"');
    await settleAuction(service.deps, auction.auctionId);
    expect((await look(path)).text).toContain('data-phase="sold"');
  });
});

test('an open page has a form of its own for each', async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  const tokens = [await look(`/auctions/${auctionId}`), await look(`/auctions/${auctionId}`)].map(
    ({ text }) => /name="token" value="([^"]+)"/.exec(text)![1],
  );
  expect(tokens[0]).not.toBe(tokens[1]);
});

test('the countdown of an upcoming auction begins at the instant of each request', async () => {
  const { auctionId } = await service.auction(seller, upcoming);
  await inOneSecond(async () => {
    const looks = [await look(`/auctions/${auctionId}`), await look(`/auctions/${auctionId}`)];
    const instants = looks.map(({ text }) => /data-now="(\d+)"/.exec(text)![1]);
    expect(instants[0]).not.toBe(instants[1]);
  });
});
