import { expect, test } from 'vitest';
import { exampleIds, examplesBy } from '../../../src/api/docs/openapi/examples.ts';
import type { Route } from '../../../src/api/v1/route-table.ts';
import { publicUrl, sharedService } from '../../support/service.ts';
import { sold } from '../../support/insert-auction.ts';

// The examples of successes are what the service answers, byte for byte, but for ids and instants.

const examples = examplesBy(publicUrl);
const service = await sharedService();
const seller = await service.seller();

const created = await seller.post('/v1/auctions', soundBody());
const soldRow = await service.auction(seller, { ...sold, ...createdEarlier(), title: 'Twelve hand-printed postcards' });
const winning = await service.bid(soldRow, {
  bidderId: 'customer-42',
  bidValueInCents: 2_500,
  placedAt: new Date('2020-01-01T00:00:00Z'),
  isWinningBid: true,
});
await service.bid(soldRow, { bidValueInCents: 1_800, placedAt: new Date('2020-01-02T00:00:00Z') });
const upcomingId: string = created.body.auction.auctionId;

const asked: readonly (readonly [operation: Route['operation'], name: string, ask: () => Promise<{ text: string }>])[] =
  [
    ['Mutation.createAuction', 'created', async () => created],
    ['Query.auctions', 'withoutBids', () => seller.get('/v1/auctions')],
    ['Query.auctions', 'withBids', () => seller.get('/v1/auctions?includeBids=true')],
    ['Query.auction', 'withoutBids', () => seller.get(`/v1/auctions/${upcomingId}`)],
    ['Query.auction', 'withBids', () => seller.get(`/v1/auctions/${soldRow.auctionId}?includeBids=true`)],
    ['Query.bids', 'newestFirst', () => seller.get('/v1/bids')],
    ['Query.bid', 'winning', () => seller.get(`/v1/bids/${winning.bidId}`)],
    [
      'Mutation.updateAuction',
      'updated',
      () => seller.patch(`/v1/auctions/${upcomingId}`, examples['Mutation.updateAuction']!.bodies!['updated']),
    ],
    ['Mutation.cancelAuction', 'cancelled', () => seller.delete(`/v1/auctions/${upcomingId}`)],
  ];

test.each(asked)('%s: the example "%s" is a real answer', async (operation, name, ask) => {
  const { text } = await ask();
  const example = JSON.stringify(examples[operation]!.answers[name]);
  expect(withExampleIdentities(JSON.parse(text), JSON.parse(example))).toBe(example);
});

test('every example is held against an answer', () => {
  const documented = Object.entries(examples).flatMap(([operation, { answers }]) =>
    Object.keys(answers).map((name) => `${operation} ${name}`),
  );
  expect(asked.map(([operation, name]) => `${operation} ${name}`).sort()).toEqual(documented.sort());
});

/** The example's request, with a bidding period that still lies ahead. */
function soundBody(): object {
  const { biddingPeriod, ...rest } = examples['Mutation.createAuction']!.bodies!['created'] as {
    biddingPeriod: { startTimestamp: number; endTimestamp: number };
  };
  const seconds = biddingPeriod.endTimestamp - biddingPeriod.startTimestamp;
  return { ...rest, biddingPeriod: { startTimestamp: 4_102_444_800, endTimestamp: 4_102_444_800 + seconds } };
}

function createdEarlier(): { createdAt: Date } {
  return { createdAt: new Date('2020-01-01T00:00:00Z') };
}

/** The answer with the ids and instants of the example in the places of its own; all else stays as it is. */
function withExampleIdentities(answer: unknown, example: unknown): string {
  const taken = (value: any, other: any): any => {
    if (Array.isArray(value)) return newestFirst(value).map((item, index) => taken(item, other?.[index]));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, taken(inner, other?.[key])]));
    }
    if (/^\d{4}-\d\d-\d\dT.*\+00:00$/.test(value) && /^\d{4}-\d\d-\d\dT.*\+00:00$/.test(other)) return other;
    return value;
  };
  const ids: Record<string, string> = { [upcomingId]: exampleIds.upcoming, [soldRow.auctionId]: exampleIds.sold };
  ids[winning.bidId] = exampleIds.winningBid;
  const text = JSON.stringify(taken(answer, example));
  const withIds = Object.entries(ids).reduce((all, [real, shown]) => all.replaceAll(real, shown), text);
  // The other bid is the one id that is left.
  return withIds.replaceAll(/"bidId":"([^"]+)"/g, (all, id: string) =>
    id === exampleIds.winningBid ? all : `"bidId":"${exampleIds.otherBid}"`,
  );
}

/** The bids of an auction are in no particular order. */
function newestFirst(items: any[]): any[] {
  return items[0]?.bidId === undefined ? items : items.toSorted((a, b) => b.placedAt.localeCompare(a.placedAt));
}
