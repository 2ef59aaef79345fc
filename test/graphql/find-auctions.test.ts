import { describe, expect, test } from 'vitest';
import { cancelled, ongoing, settling, sold, unsold, upcoming } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { answerOf, type AskedPage, page, walk } from './pages.ts';

// A dashboard finds auctions: every filter, alone and combined, in every order, is what a search of all of them by hand would find.

const service = await sharedService();

const query = `query ($first: Int, $after: String, $last: Int, $before: String, $statuses: [AuctionStatus!], $auctionIds: [UUID!],
  $reference: String, $titleContains: String, $createdFromTimestamp: UnixTimestamp, $createdBeforeTimestamp: UnixTimestamp,
  $endsFromTimestamp: UnixTimestamp, $endsBeforeTimestamp: UnixTimestamp, $orderBy: AuctionOrder = NEWEST_FIRST) {
  auctionConnection(first: $first, after: $after, last: $last, before: $before, statuses: $statuses, auctionIds: $auctionIds,
    reference: $reference, titleContains: $titleContains, createdFromTimestamp: $createdFromTimestamp,
    createdBeforeTimestamp: $createdBeforeTimestamp, endsFromTimestamp: $endsFromTimestamp,
    endsBeforeTimestamp: $endsBeforeTimestamp, orderBy: $orderBy) { totalCount ${page('auctionId title')} }
}`;

type Found = AskedPage & { readonly totalCount: number };

const ask = async (seller: Seller, variables: object): Promise<Found> =>
  (await answerOf(seller, query, variables)).auctionConnection;
const ids = ({ edges }: AskedPage): string[] => edges.map(({ node }) => node.auctionId);

/** The ids on all pages, forwards. Backwards they are the same. */
async function found(seller: Seller, variables: object, size = 3): Promise<string[]> {
  const forwards = (await walk((way) => ask(seller, { ...variables, ...way }), size)).flatMap(ids);
  const pagesBack = await walk((way) => ask(seller, { ...variables, ...way }), size, true);
  expect(pagesBack.toReversed().flatMap(ids)).toEqual(forwards);
  expect((await ask(seller, { ...variables, first: 1 })).totalCount).toBe(forwards.length);
  return forwards;
}

const seller = await service.seller();
const other = await service.seller();

interface Known {
  auctionId: string;
  title: string;
  status: string;
  reference: string | null;
  createdAt: number;
  endsAt: number;
  highestBid: number;
}

/** Two of everything, as a worker has left it and as one has yet to turn it, some created at the same instant. */
const known: Known[] = [];
const base = Math.floor(Date.now() / 1_000) - 100_000;
const titles = ['A walnut desk', 'Ein Stuhl', 'STUHL & Straße', '桌子 und 100%_x', 'Cafe\u0301 table'];
const states = [upcoming, ongoing, settling, unsold, sold, cancelled];
for (let i = 0; i < 24; i += 1) {
  const state = states[i % states.length]!;
  const isOutdated = state === ongoing && i % 2 === 1;
  for (const whose of [seller, other]) {
    const createdAt = new Date((base + Math.floor(i / 2) * 10) * 1_000);
    const title = titles[i % titles.length]!;
    const startsInSeconds = state === cancelled ? -3_600 : state.startsInSeconds!;
    const endsInSeconds = (state.endsInSeconds ?? 7_200) + (i % 4) * 10;
    const auction = await service.auction(whose, {
      ...state,
      ...(isOutdated && { status: 'upcoming' }),
      title,
      createdAt,
      startsInSeconds,
      endsInSeconds,
    });
    const reference = i % 3 === 0 ? `lot-${i % 6}` : null;
    await service.db.query('update auctions set reference = $2 where auction_id = $1', [auction.auctionId, reference]);
    const bids = state === upcoming ? [] : Array.from({ length: i % 3 }, (_, n) => 1_000 * (1 + ((i * 7 + n) % 5)));
    for (const bidValueInCents of bids) await service.bid(auction, { bidValueInCents });
    if (whose === other) continue;
    const status = state === upcoming ? 'upcoming' : state === ongoing || state === settling ? 'ongoing' : 'completed';
    const endsAt = auction.biddingPeriodEndsAt.getTime();
    const highestBid = Math.max(0, ...bids);
    known.push({ ...auction, title, status, reference, createdAt: createdAt.getTime(), endsAt, highestBid });
  }
}
const endOf = (index: number) => Math.floor(known[index]!.endsAt / 1_000);

type Condition = readonly [variables: object, holds: (auction: Known) => boolean];
const folded = (text: string) => text.normalize('NFC').toUpperCase().toLowerCase();
const titled = (text: string): Condition => [
  { titleContains: text },
  ({ title }) => folded(title).includes(folded(text)),
];
const someIds = known.filter((_, index) => index % 5 < 3).map(({ auctionId }) => auctionId);

const conditions: readonly Condition[] = [
  [{}, () => true],
  [{ statuses: ['ongoing'] }, ({ status }) => status === 'ongoing'],
  [{ statuses: ['upcoming', 'ongoing', 'upcoming'] }, ({ status }) => status !== 'completed'],
  [{ statuses: ['completed', 'upcoming'] }, ({ status }) => status !== 'ongoing'],
  [
    { createdFromTimestamp: base + 20, createdBeforeTimestamp: base + 80 },
    ({ createdAt }) => createdAt >= (base + 20) * 1_000 && createdAt < (base + 80) * 1_000,
  ],
  [
    { endsFromTimestamp: endOf(0), endsBeforeTimestamp: endOf(0) + 3_600 },
    ({ endsAt }) => endsAt >= endOf(0) * 1_000 && endsAt < (endOf(0) + 3_600) * 1_000,
  ],
  [{ reference: 'lot-3' }, ({ reference }) => reference === 'lot-3'],
  [{ auctionIds: someIds }, ({ auctionId }) => someIds.includes(auctionId)],
  titled('stuhl'),
  titled('STRASSE'),
  titled('桌'),
  titled('100%_'),
  titled('caf\u00e9'),
  titled('no such'),
];

const pairs = conditions.flatMap((one, index) =>
  conditions
    .slice(index + 1)
    .filter((two) => !Object.keys(one[0]).some((name) => name in two[0]))
    .map((two) => [one, two] as const),
);

const compared: Record<string, (a: Known, b: Known) => number> = {
  NEWEST_FIRST: (a, b) => b.createdAt - a.createdAt || byId(b, a),
  OLDEST_FIRST: (a, b) => a.createdAt - b.createdAt || byId(a, b),
  ENDING_FIRST: (a, b) => a.endsAt - b.endsAt || byId(a, b),
  ENDING_LAST: (a, b) => b.endsAt - a.endsAt || byId(b, a),
  HIGHEST_BID_FIRST: (a, b) => b.highestBid - a.highestBid || byId(b, a),
  LOWEST_BID_FIRST: (a, b) => a.highestBid - b.highestBid || byId(a, b),
};

function byId(a: Known, b: Known): number {
  return a.auctionId < b.auctionId ? -1 : 1;
}

const orders = Object.keys(compared);

describe.each(orders)('%s', (orderBy) => {
  const expected = (...all: Condition[]) =>
    known
      .filter((auction) => all.every(([, holds]) => holds(auction)))
      .toSorted(compared[orderBy])
      .map(({ auctionId }) => auctionId);

  test.each(conditions.map((condition) => [JSON.stringify(condition[0]), condition] as const))('%s', async (_, one) => {
    expect(await found(seller, { ...one[0], orderBy })).toEqual(expected(one));
  });

  test('two filters together: each order takes its share of all pairs', async () => {
    const share = pairs.filter((_, index) => index % orders.length === orders.indexOf(orderBy));
    expect(share.length).toBeGreaterThan(5);
    for (const [one, two] of share) {
      const asked = await found(seller, { ...one[0], ...two[0], orderBy }, 30);
      expect(asked, JSON.stringify([one[0], two[0]])).toEqual(expected(one, two));
    }
  });

  test('a cursor of another order is refused', async () => {
    const another = orderBy === 'NEWEST_FIRST' ? 'OLDEST_FIRST' : 'NEWEST_FIRST';
    const { pageInfo } = await ask(seller, { orderBy: another });
    const { body } = await seller.graphql(query, { orderBy, after: pageInfo.endCursor });
    expect(body.errors[0].extensions.errors).toMatchObject([{ pointer: '/after', code: 'invalid_value' }]);
  });
});

test('case is ignored in every script: ß is ss, and Greek has two small sigmas', async () => {
  const whose = await service.seller();
  for (const title of ['Straße 1', 'ΟΔΟΣ 2', 'Дом 3', 'İzmir 4']) await service.auction(whose, { title });
  const titleOf = async (titleContains: string) =>
    (await ask(whose, { titleContains })).edges.map(({ node }) => node.title);
  expect(await titleOf('STRASSE')).toEqual(['Straße 1']);
  expect(await titleOf('οδος')).toEqual(['ΟΔΟΣ 2']);
  expect(await titleOf('ДОМ')).toEqual(['Дом 3']);
});

describe('a title among 6,000', async () => {
  const whose = await service.seller();
  await service.db.query(
    `insert into auctions (seller_id, title, minimum_bid_value_in_cents, type, created_at, bidding_period_starts_at, bidding_period_ends_at)
     select $1, case when n in (999, 5999) then 'A needle' else 'A straw' end, 0, 'asynchronous', now() + n * interval '1 second',
       now() + interval '1 hour', now() + interval '2 hours' + n * interval '1 second'
     from generate_series(0, 5999) n`,
    [whose.sellerId],
  );
  await service.db.query('analyze auctions');

  test.each(['NEWEST_FIRST', 'OLDEST_FIRST', 'ENDING_FIRST', 'HIGHEST_BID_FIRST'])(
    '%s: each page searches some, and whoever follows the cursors finds all, either way',
    async (orderBy) => {
      for (const backwards of [false, true]) {
        const pages = await walk((way) => ask(whose, { titleContains: 'NEEDLE', orderBy, ...way }), 10, backwards);
        expect(pages).toHaveLength(2);
        expect(pages.flatMap(ids)).toHaveLength(2);
      }
    },
  );

  test('a page that is full before it has searched them all goes on after its last auction', async () => {
    const pages = await walk((way) => ask(whose, { titleContains: 'needle', ...way }), 1);
    expect(pages.flatMap(ids)).toHaveLength(2);
    expect(pages[0]!.edges).toHaveLength(1);
  });

  test('a search counts as the rows that it may read: four fit into one request, and no fifth', async () => {
    const searches = (count: number, first: number) =>
      `{ ${Array.from({ length: count }, (_, i) => `a${i}: auctionConnection(titleContains: "x", first: ${first}) { edges { cursor } }`).join(' ')} }`;
    expect((await whose.graphql(searches(4, 100))).body.errors).toBeUndefined();
    expect((await whose.graphql(searches(5, 1))).body.errors[0].message).toMatch(/may read 25005 rows/);
  });
});

test('an auction takes its place anew with each bid, its end and its cancellation', async () => {
  const whose = await service.seller();
  const [low, high] = [await service.auction(whose, ongoing), await service.auction(whose, ongoing)];
  await service.bid(low, { bidValueInCents: 1_000 });
  await service.bid(high, { bidValueInCents: 2_000 });
  const highest = () => found(whose, { orderBy: 'HIGHEST_BID_FIRST', statuses: ['ongoing'] });
  expect(await highest()).toEqual([high.auctionId, low.auctionId]);
  await service.bid(low, { bidValueInCents: 3_000 });
  await service.bid(low, { bidValueInCents: 500 });
  expect(await highest()).toEqual([low.auctionId, high.auctionId]);
  await whose.delete(`/v1/auctions/${low.auctionId}`);
  expect(await highest()).toEqual([high.auctionId]);
  expect(await found(whose, { orderBy: 'HIGHEST_BID_FIRST', statuses: ['completed'] })).toEqual([low.auctionId]);
});

describe('faults', () => {
  test.each([
    ['no status', { statuses: [] }, ['/statuses too_short']],
    ['no id', { auctionIds: [] }, ['/auctionIds too_short']],
    ['101 ids', { auctionIds: Array(101).fill(known[0]!.auctionId) }, ['/auctionIds too_long']],
    ['an empty title', { titleContains: '' }, ['/titleContains too_short']],
    ['a long title', { titleContains: 'x'.repeat(151) }, ['/titleContains too_long']],
    ['a title with NUL', { titleContains: 'a\u0000' }, ['/titleContains control_character']],
    ['an empty reference', { reference: '' }, ['/reference too_short']],
    ['a long reference', { reference: 'x'.repeat(201) }, ['/reference too_long']],
    [
      'an empty range',
      { createdFromTimestamp: base, createdBeforeTimestamp: base },
      ['/createdBeforeTimestamp invalid_value'],
    ],
    [
      'a range from its end',
      { endsFromTimestamp: base, endsBeforeTimestamp: base - 1 },
      ['/endsBeforeTimestamp invalid_value'],
    ],
    ['milliseconds', { endsFromTimestamp: Date.now() }, ['/endsFromTimestamp looks_like_milliseconds']],
    ['before 1970', { createdFromTimestamp: -1 }, ['/createdFromTimestamp too_small']],
    [
      'several at once',
      { statuses: [], titleContains: '', first: 0 },
      ['/first too_small', '/statuses too_short', '/titleContains too_short'],
    ],
  ])('%s', async (_, variables, faults) => {
    const { body } = await seller.graphql(query, variables);
    const [{ extensions }] = body.errors;
    expect(extensions.code).toBe('invalid_request');
    expect(extensions.errors.map(({ pointer, code }: any) => `${pointer} ${code}`).sort()).toEqual(faults);
  });

  test('null is as good as nothing, as dashboards send it for an empty field', async () => {
    const names = [
      'statuses',
      'auctionIds',
      'reference',
      'titleContains',
      'createdFromTimestamp',
      'endsBeforeTimestamp',
    ];
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    expect((await ask(seller, nulls)).totalCount).toBe(known.length);
  });

  test('100 ids, a whole title and a whole reference are no faults', async () => {
    const most = { auctionIds: Array(100).fill(known[0]!.auctionId), titleContains: 'x'.repeat(150) };
    expect((await ask(seller, { ...most, reference: 'x'.repeat(200) })).totalCount).toBe(0);
  });
});
