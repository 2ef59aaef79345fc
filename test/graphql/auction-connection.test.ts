import { describe, expect, test } from 'vitest';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { answerOf, type AskedPage, page, walk } from './pages.ts';

const service = await sharedService();

const query = `query ($status: [AuctionStatus!], $first: Int, $after: String, $last: Int, $before: String) {
  auctions(filter: { statuses: $status }, first: $first, after: $after, last: $last, before: $before) {
    ${page('auctionId title status')}
  }
}`;

const ask = async (seller: Seller, variables: object = {}): Promise<AskedPage> =>
  (await answerOf(seller, query, variables)).auctions;
const ids = ({ edges }: AskedPage) => edges.map(({ node }) => node.auctionId);
const around = ({ pageInfo: { hasPreviousPage, hasNextPage } }: AskedPage) => [hasPreviousPage, hasNextPage];
const listed = async (seller: Seller, parameters = ''): Promise<string[]> =>
  (await seller.get(`/v1/auctions${parameters}`)).body.auctions.map(({ auctionId }: any) => auctionId);

const second = (index: number) => new Date(1_700_000_000_000 + index * 1_000);

/** Seven auctions, of which each two were created in the same instant. */
const seller = await service.seller();
for (let i = 0; i < 7; i += 1)
  await service.auction(seller, { title: `Lot ${i}`, createdAt: second(Math.floor(i / 2)) });

describe('walking through the pages', () => {
  test('each page tells whether there is more on either side', async () => {
    const ways = { none: [false, false], next: [false, true], both: [true, true], previous: [true, false] };
    expect((await walk((way) => ask(seller, way), 3)).map(around)).toEqual([ways.next, ways.both, ways.previous]);
    expect((await walk((way) => ask(seller, way), 3, true)).map(around)).toEqual([ways.previous, ways.both, ways.next]);
    expect(around(await ask(seller, { first: 7 }))).toEqual(ways.none);
    expect(around(await ask(seller, { first: 6 }))).toEqual(ways.next);
  });

  test('the page is told by the cursors of its ends', async () => {
    const { edges, pageInfo } = await ask(seller, { first: 3 });
    expect(pageInfo).toMatchObject({ startCursor: edges[0]!.cursor, endCursor: edges[2]!.cursor });
  });

  test('an auction that is created meanwhile shifts nothing', async () => {
    const busy = await service.seller();
    for (let i = 0; i < 3; i += 1) await service.auction(busy, { createdAt: second(i) });
    const expected = await listed(busy);
    const [first, ...others] = await walk(async (way) => {
      const asked = await ask(busy, way);
      await service.auction(busy);
      return asked;
    }, 2);
    expect([first!, ...others].flatMap(ids)).toEqual(expected);
  });
});

test('without first and last, a page has 100', async () => {
  const many = await service.seller();
  await service.db.query(
    `insert into auctions (seller_id, title, minimum_bid_value_in_cents, type, bidding_period_starts_at, bidding_period_ends_at)
     select $1, 'Lot ' || n, 0, 'asynchronous', now() + interval '1 hour', now() + interval '3 hours'
     from generate_series(1, 101) n`,
    [many.sellerId],
  );
  const asked = await ask(many);
  expect(asked.edges).toHaveLength(100);
  expect(around(asked)).toEqual([false, true]);
  expect((await ask(many, { after: asked.pageInfo.endCursor })).edges).toHaveLength(1);
});

test('null is as good as nothing, as clients send it for the first page', async () => {
  expect(ids(await ask(seller, { first: 2, after: null, last: null, before: null }))).toEqual(
    (await listed(seller)).slice(0, 2),
  );
});

test('a seller without auctions gets an empty page without cursors', async () => {
  expect(await ask(await service.seller())).toEqual({
    edges: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  });
});

test("another seller's auctions are in no page, and its cursors lead through one's own", async () => {
  const other = await service.seller();
  const { auctionId } = await service.auction(other, { createdAt: second(99) });
  const { pageInfo } = await ask(other);
  const pages = await walk((way) => ask(seller, way), 2);
  expect(pages.flatMap(ids)).not.toContain(auctionId);
  expect(ids(await ask(seller, { after: pageInfo.endCursor }))).toEqual(await listed(seller));
});

const { startCursor } = (await ask(seller)).pageInfo;

describe('faults', () => {
  const faultsOf = async (variables: object) => {
    const { errors } = (await seller.graphql(query, variables)).body;
    expect(errors).toHaveLength(1);
    expect(errors[0].extensions.code).toBe('invalid_request');
    return errors[0].extensions.errors.map(({ pointer, code }: any) => `${code} ${pointer}`).sort();
  };

  test.each([
    ['no item', { first: 0 }, ['too_small /first']],
    ['too many', { first: 101 }, ['too_large /first']],
    ['no item backwards', { last: 0 }, ['too_small /last']],
    ['too many backwards', { last: 101 }, ['too_large /last']],
    ['both ways', { first: 1, last: 1 }, ['invalid_value /last']],
    ['both ways by cursors', { after: startCursor, before: startCursor }, ['invalid_value /before']],
    ['forwards from an end', { first: 1, before: startCursor }, ['invalid_value /before']],
    ['a cursor that is none', { after: 'x' }, ['invalid_value /after']],
    ['an empty cursor', { after: '' }, ['invalid_value /after']],
    ['a cursor that lost its end', { after: startCursor!.slice(0, -1) }, ['invalid_value /after']],
    ['a cursor with more at its end', { before: `${startCursor}!` }, ['invalid_value /before']],
    [
      'an instant beyond all',
      { after: cursor('auctions 253402300800000 01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11') },
      ['invalid_value /after'],
    ],
    [
      'an instant that is none',
      { after: cursor('auctions 1e9 01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11') },
      ['invalid_value /after'],
    ],
    ['a malformed id', { after: cursor('auctions 1 x') }, ['invalid_value /after']],
    [
      'everything at once',
      { first: 0, last: 101, before: 'x' },
      ['invalid_value /before', 'invalid_value /before', 'invalid_value /last', 'too_large /last', 'too_small /first'],
    ],
  ])('%s', async (_, variables, faults) => expect(await faultsOf(variables)).toEqual(faults));

  test('100 and the last instant of all are no faults', async () => {
    const latest = cursor('auctions 253402300799999 01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11');
    expect((await ask(seller, { first: 100, after: latest })).edges).toHaveLength(7);
    expect((await ask(seller, { last: 100, before: latest })).edges).toHaveLength(0);
  });
});

function cursor(text: string): string {
  return Buffer.from(text).toString('base64url');
}
