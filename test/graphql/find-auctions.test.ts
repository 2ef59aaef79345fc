import { describe, expect, test } from 'vitest';
import { cancelled, ongoing, settling, sold, unsold, upcoming } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { answerOf, type AskedPage, page, walk } from './pages.ts';

// A dashboard finds auctions: every filter, alone and combined, in every order, is what a search of all of them by hand would find.

const service = await sharedService();

const query = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: AuctionFilter, $orderBy: AuctionOrder) {
  auctions(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
    totalCount ${page('auctionId title')}
  }
}`;

type Found = AskedPage & { readonly totalCount: number };

const ask = async (seller: Seller, variables: Record<string, unknown>): Promise<Found> =>
  (await answerOf(seller, query, asVariables(variables))).auctions;

/** The variables of the query: all that is neither a place nor an order is a filter. */
function asVariables({ first, after, last, before, orderBy, ...filter }: Record<string, unknown>) {
  return { first, after, last, before, orderBy, filter };
}

const ids = ({ edges }: AskedPage): string[] => edges.map(({ node }) => node.auctionId);

/** The ids on all pages, forwards. Backwards they are the same. */
async function found(seller: Seller, variables: Record<string, unknown>, size = 3): Promise<string[]> {
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
  phase: string;
  outcome: string | null;
  reference: string | null;
  createdAt: number;
  startsAt: number;
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
    const phase =
      state === upcoming ? 'UPCOMING' : state === ongoing ? 'OPEN' : state === settling ? 'SETTLING' : 'FINAL';
    const outcome = state === sold ? 'SOLD' : state === unsold ? 'UNSOLD' : state === cancelled ? 'CANCELLED' : null;
    const status = state === upcoming ? 'upcoming' : state === ongoing || state === settling ? 'ongoing' : 'completed';
    const endsAt = auction.biddingPeriodEndsAt.getTime();
    const highestBid = Math.max(0, ...bids);
    const startsAt = auction.biddingPeriodStartsAt.getTime();
    const ofRow = { ...auction, title, status, phase, outcome, reference };
    known.push({ ...ofRow, createdAt: createdAt.getTime(), startsAt, endsAt, highestBid });
  }
}
const endOf = (index: number) => Math.floor(known[index]!.endsAt / 1_000);

type Condition = readonly [variables: Record<string, unknown>, holds: (auction: Known) => boolean];
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
    { created: { from: base + 20, before: base + 80 } },
    ({ createdAt }) => createdAt >= (base + 20) * 1_000 && createdAt < (base + 80) * 1_000,
  ],
  [
    { ends: { from: endOf(0), before: endOf(0) + 3_600 } },
    ({ endsAt }) => endsAt >= endOf(0) * 1_000 && endsAt < (endOf(0) + 3_600) * 1_000,
  ],
  [{ reference: 'lot-3' }, ({ reference }) => reference === 'lot-3'],
  [{ ids: someIds }, ({ auctionId }) => someIds.includes(auctionId)],
  [{ ids: [] }, () => false],
  [{ statuses: [] }, () => false],
  [{ outcomes: [] }, () => false],
  [{ outcomes: ['SOLD', 'CANCELLED'] }, ({ outcome }) => outcome === 'SOLD' || outcome === 'CANCELLED'],
  [{ phases: ['OPEN'] }, ({ phase }) => phase === 'OPEN'],
  [{ phases: ['SETTLING', 'FINAL'] }, ({ phase }) => phase === 'SETTLING' || phase === 'FINAL'],
  [{ starts: { before: base + 3_600 } }, ({ startsAt }) => startsAt < (base + 3_600) * 1_000],
  [
    { highestBidInCents: { atLeast: 2_000, atMost: 4_000 } },
    ({ highestBid }) => highestBid >= 2_000 && highestBid <= 4_000,
  ],
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
  'CREATED DESC': (a, b) => b.createdAt - a.createdAt || byId(b, a),
  'CREATED ASC': (a, b) => a.createdAt - b.createdAt || byId(a, b),
  'END ASC': (a, b) => a.endsAt - b.endsAt || byId(a, b),
  'END DESC': (a, b) => b.endsAt - a.endsAt || byId(b, a),
  'HIGHEST_BID DESC': (a, b) => b.highestBid - a.highestBid || byId(b, a),
  'HIGHEST_BID ASC': (a, b) => a.highestBid - b.highestBid || byId(a, b),
};

function byId(a: Known, b: Known): number {
  return a.auctionId < b.auctionId ? -1 : 1;
}

const orders = Object.keys(compared);

function orderOf(name: string) {
  const [field, direction] = name.split(' ');
  return { field, direction };
}

describe.each(orders)('%s', (name) => {
  const orderBy = orderOf(name);
  const expected = (...all: Condition[]) =>
    known
      .filter((auction) => all.every(([, holds]) => holds(auction)))
      .toSorted(compared[name])
      .map(({ auctionId }) => auctionId);

  test.each(conditions.map((condition) => [JSON.stringify(condition[0]), condition] as const))('%s', async (_, one) => {
    expect(await found(seller, { ...one[0], orderBy })).toEqual(expected(one));
  });

  test('two filters together: each order takes its share of all pairs', async () => {
    const share = pairs.filter((_, index) => index % orders.length === orders.indexOf(name));
    expect(share.length).toBeGreaterThan(5);
    for (const [one, two] of share) {
      const asked = await found(seller, { ...one[0], ...two[0], orderBy }, 30);
      expect(asked, JSON.stringify([one[0], two[0]])).toEqual(expected(one, two));
    }
  });

  test('a cursor of another order is refused', async () => {
    const another = orderOf(name === 'CREATED DESC' ? 'CREATED ASC' : 'CREATED DESC');
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

  test.each(['CREATED DESC', 'CREATED ASC', 'END ASC', 'HIGHEST_BID DESC'])(
    '%s: each page searches some, and whoever follows the cursors finds all, either way',
    async (name) => {
      const orderBy = orderOf(name);
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
      `{ ${Array.from({ length: count }, (_, i) => `a${i}: auctions(filter: { titleContains: "x" }, first: ${first}) { edges { cursor } }`).join(' ')} }`;
    expect((await whose.graphql(searches(4, 100))).body.errors).toBeUndefined();
    expect((await whose.graphql(searches(5, 1))).body.errors[0].message).toMatch(/may read 25005 rows/);
  });
});

test('an auction takes its place anew with each bid, its end and its cancellation', async () => {
  const whose = await service.seller();
  const [low, high] = [await service.auction(whose, ongoing), await service.auction(whose, ongoing)];
  await service.bid(low, { bidValueInCents: 1_000 });
  await service.bid(high, { bidValueInCents: 2_000 });
  const highest = () => found(whose, { orderBy: orderOf('HIGHEST_BID DESC'), statuses: ['ongoing'] });
  expect(await highest()).toEqual([high.auctionId, low.auctionId]);
  await service.bid(low, { bidValueInCents: 3_000 });
  await service.bid(low, { bidValueInCents: 500 });
  expect(await highest()).toEqual([low.auctionId, high.auctionId]);
  await whose.delete(`/v1/auctions/${low.auctionId}`);
  expect(await highest()).toEqual([high.auctionId]);
  expect(await found(whose, { orderBy: orderOf('HIGHEST_BID DESC'), statuses: ['completed'] })).toEqual([
    low.auctionId,
  ]);
});

describe('faults', () => {
  test.each([
    ['101 ids', { ids: Array(101).fill(known[0]!.auctionId) }, ['/filter/ids too_long']],
    ['an empty title', { titleContains: '' }, ['/filter/titleContains too_short']],
    ['a long title', { titleContains: 'x'.repeat(151) }, ['/filter/titleContains too_long']],
    ['a title with NUL', { titleContains: 'a\u0000' }, ['/filter/titleContains control_character']],
    ['an empty reference', { reference: '' }, ['/filter/reference too_short']],
    ['a long reference', { reference: 'x'.repeat(201) }, ['/filter/reference too_long']],
    ['an empty range', { created: { from: base, before: base } }, ['/filter/created/before invalid_value']],
    ['a range from its end', { ends: { from: base, before: base - 1 } }, ['/filter/ends/before invalid_value']],
    ['milliseconds', { ends: { from: Date.now() } }, ['/filter/ends/from looks_like_milliseconds']],
    ['before 1970', { created: { from: -1 } }, ['/filter/created/from too_small']],
    [
      'several at once',
      { reference: '', titleContains: '', first: 0 },
      ['/filter/reference too_short', '/filter/titleContains too_short', '/first too_small'],
    ],
  ])('%s', async (_, variables, faults) => {
    const { body } = await seller.graphql(query, asVariables(variables));
    const [{ extensions }] = body.errors;
    expect(extensions.code).toBe('invalid_request');
    expect(extensions.errors.map(({ pointer, code }: any) => `${pointer} ${code}`).sort()).toEqual(faults);
  });

  test.each([
    [{ titleContains: '' }, 'Must have at least 1 character.'],
    [{ titleContains: 'x'.repeat(151) }, 'Must have at most 150 characters.'],
  ])('say how long a text must be: %o', async (variables, detail) => {
    const { body } = await seller.graphql(query, asVariables(variables));
    expect(body.errors[0].extensions.errors).toMatchObject([{ detail }]);
  });

  test('null is as good as nothing, as dashboards send it for an empty field', async () => {
    const names = [
      'statuses',
      'ids',
      'phases',
      'outcomes',
      'reference',
      'titleContains',
      'created',
      'starts',
      'ends',
      'highestBidInCents',
    ];
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    expect((await ask(seller, nulls)).totalCount).toBe(known.length);
    const openEnds = { created: { from: null, before: null }, highestBidInCents: { atLeast: null } };
    expect((await ask(seller, openEnds)).totalCount).toBe(known.length);
    expect((await answerOf(seller, query, { filter: null, orderBy: null })).auctions.totalCount).toBe(known.length);
  });

  test('100 ids, a whole title and a whole reference are no faults', async () => {
    const most = { ids: Array(100).fill(known[0]!.auctionId), titleContains: 'x'.repeat(150) };
    expect((await ask(seller, { ...most, reference: 'x'.repeat(200) })).totalCount).toBe(0);
  });
});
