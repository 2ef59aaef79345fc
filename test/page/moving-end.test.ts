import { expect, test } from 'vitest';
import { type AuctionOptions, ongoing, upcoming } from '../support/insert-auction.ts';
import { sharedService } from '../support/service.ts';
import { aBidder, readable } from './bidder.ts';

// The sentences about an end that bids may move. The seller's clock decides, so each auction is put where it has to be.

const service = await sharedService();
const seller = await service.seller();
const softClose = { windowSeconds: 120, maximumSeconds: 3_600 };

const anAuction = (options: AuctionOptions = {}) => service.auction(seller, { ...ongoing, softClose, ...options });

async function noteOf({ auctionId }: { auctionId: string }, language = 'en'): Promise<string> {
  const { text } = await service.request(`/auctions/${auctionId}?lang=${language}`);
  const note = /<p[^>]* id="ends"[^>]*>(.*?)<\/p>/s.exec(text)?.[1] ?? '';
  return note
    .replaceAll(/<span hidden>.*?<\/span>|<[^>]*>/gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const aTime = String.raw`\d+ \w+ \d{4}, \d\d:\d\d UTC`;
const rule = `A leading bid in the last 2 minutes extends it by 2 minutes, to ${aTime} at the latest.`;

const extend = (auctionId: string, endsInSeconds: number, latestInSeconds: number) =>
  service.db.query(
    `update auctions set extension_count = 1, bidding_period_ends_at = clock_timestamp() + $2 * interval '1 second',
       scheduled_ends_at = clock_timestamp() + ($3 - soft_close_maximum_seconds) * interval '1 second' where auction_id = $1`,
    [auctionId, endsInSeconds, latestInSeconds],
  );

test('before the window, and before the start, the page says how far the end may move', async () => {
  for (const state of [{ endsInSeconds: 600 }, { ...upcoming, endsInSeconds: 7_200, status: 'upcoming' as const }])
    expect(await noteOf(await anAuction(state))).toMatch(new RegExp(`^Bidding ends at ${aTime}\\. ${rule}$`));
});

test('in the window the page says that a leading bid extends the bidding now', async () => {
  expect(await noteOf(await anAuction({ endsInSeconds: 60 }))).toMatch(
    new RegExp(`^Bidding ends at ${aTime}\\. A leading bid now extends the bidding\\.$`),
  );
});

test('after an extension the page says to when, and at the limit that the end is final', async () => {
  const extended = await anAuction({ endsInSeconds: 60 });
  await extend(extended.auctionId, 600, 1_200);
  expect(await noteOf(extended)).toMatch(new RegExp(`^Extended to ${aTime}\\. ${rule}$`));
  const final = await anAuction({ endsInSeconds: 60 });
  await extend(final.auctionId, 600, 600);
  expect(await noteOf(final)).toMatch(new RegExp(`^Extended to ${aTime}\\. This end is final\\.$`));
});

test('without the rule, and after the end, there is no such sentence', async () => {
  expect(await noteOf(await service.auction(seller, ongoing))).toBe('');
  expect(await noteOf(await anAuction({ startsInSeconds: -7_200, endsInSeconds: -60 }))).toBe('');
});

test.each([
  ['de', /Die Bietzeit endet am .* Ein führendes Gebot in den letzten 2 Minuten verlängert sie um 2 Minuten/],
  ['es', /La subasta termina el .* últimos 2 minutos la prorroga 2 minutos/],
  ['ar', /ينتهي المزاد في .* تمدده/],
])('the sentence is there in %s', async (language, sentence) => {
  expect(await noteOf(await anAuction({ endsInSeconds: 600 }), language)).toMatch(sentence);
});

test('a bid in the window moves the end of the page, of its state, of its calendar entry and of its preview', async () => {
  const auction = await anAuction({ endsInSeconds: 60 });
  const { auctionId } = auction;
  const before = Date.parse((await seller.get(`/v1/auctions/${auctionId}`)).body.auction.biddingPeriodEndsAt);
  const entry = async () => (await service.request(`/auctions/${auctionId}/end.ics`)).text.replaceAll('\r\n ', '');
  expect(await entry()).toContain('SEQUENCE:0');
  await aBidder(service, auction).bid({ amount: '65' });
  expect(await noteOf(auction)).toMatch(/^Extended to /);
  const end = Date.parse((await seller.get(`/v1/auctions/${auctionId}`)).body.auction.biddingPeriodEndsAt);
  expect(end).toBeGreaterThan(before);
  const state = await service.request(`/auctions/${auctionId}/state`);
  expect(state.body.endsAtMs).toBe(end);
  const stamp = new Date(end).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  expect(await entry()).toContain(`DTSTART:${stamp}`);
  expect(await entry()).toMatch(/SEQUENCE:1\r\nDESCRIPTION:The end may move\. https/);
  const { text } = await service.request(`/auctions/${auctionId}`);
  expect(text).toMatch(/<meta[^>]*content="[^"]* · The end may move\."/);
  expect(readable(text)).toMatch(/stays held until the auction ends\s*, on .* at the latest, unless you raise it/s);
});

test('an auction without the rule has the calendar entry that it always had', async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  const { text } = await service.request(`/auctions/${auctionId}/end.ics`);
  expect(text).not.toContain('SEQUENCE');
  expect(text).not.toContain('may move');
});
