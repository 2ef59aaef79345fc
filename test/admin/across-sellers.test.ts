import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuctionStage, setAuctionStage } from '../settlement/auction-stage.ts';
import { ongoing, settling, sold, upcoming } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { startService } from '../support/service.ts';

async function asked(by: Seller, document: string): Promise<any> {
  const { body } = await by.graphql(document);
  expect(body.errors).toBeUndefined();
  return Object.values(body.data)[0];
}

async function nodesOf(by: Seller, document: string): Promise<any[]> {
  return (await asked(by, document)).nodes;
}

describe('auctions and bids of all sellers', async () => {
  const service = await startService();
  const admin = await service.seller({ name: 'Operators', scopes: ['admin'] });
  const [anna, ben] = [await service.seller({ name: 'Anna' }), await service.seller({ name: 'Ben' })];
  const made = [
    await service.auction(anna, { ...upcoming, title: 'A walnut desk' }),
    await service.auction(ben, { ...ongoing, title: 'A WALNUT chair' }),
    // A worker has yet to turn the next two.
    await service.auction(anna, { ...ongoing, status: 'upcoming', title: 'An oak chair' }),
    await service.auction(ben, { ...settling, title: 'An oak desk, 100% solid' }),
    await service.auction(anna, { ...sold, title: 'A lamp' }),
  ];
  afterAll(() => service[Symbol.asyncDispose]());

  const titles = async (args: string) => {
    const list = await asked(admin, `{ adminAuctions(${args}) { nodes { title sellerAccount { name } status } } }`);
    return list.nodes.map(({ title }: { title: string }) => title);
  };
  const all = ['A lamp', 'An oak desk, 100% solid', 'An oak chair', 'A WALNUT chair', 'A walnut desk'];

  test.each([
    ['first: 100', all],
    ['first: 2', all.slice(0, 2)],
    ['last: 2', all.slice(-2)],
    ['filter: { statuses: [upcoming] }', ['A walnut desk']],
    ['filter: { statuses: [ongoing] }', ['An oak desk, 100% solid', 'An oak chair', 'A WALNUT chair']],
    ['filter: { statuses: [completed] }', ['A lamp']],
    ['filter: { titleContains: "walnut" }', ['A WALNUT chair', 'A walnut desk']],
    ['filter: { titleContains: "%" }', ['An oak desk, 100% solid']],
    ['first: 1, filter: { titleContains: "chair", statuses: [ongoing] }', ['An oak chair']],
    [`filter: { sellerId: "${anna.sellerId}" }`, ['A lamp', 'An oak chair', 'A walnut desk']],
    [`filter: { sellerId: "${anna.sellerId}", statuses: [ongoing] }`, ['An oak chair']],
    [
      `filter: { sellerId: "${ben.sellerId}", titleContains: "oak", created: { from: 0 } }`,
      ['An oak desk, 100% solid'],
    ],
    ['filter: { created: { before: 1700000000 } }', []],
    ['filter: { created: { from: 1700000000, before: 4102444800 } }', all],
    ['filter: { created: { from: 4102444800 } }', []],
  ])('%s', async (args, expected) => {
    expect(await titles(args)).toEqual(expected);
  });

  test('a page looks through 5,000 titles, and its cursor leads on', async () => {
    const search = async (args: string) => {
      const fields = 'nodes { title } pageInfo { hasNextPage endCursor }';
      return asked(
        admin,
        `{ adminAuctions(${args.replace('filter: {', 'filter: { titleContains: "lamp",')}) { ${fields} } }`,
      );
    };
    expect(await search('filter: {}, first: 1')).toEqual({
      nodes: [{ title: 'A lamp' }],
      pageInfo: { hasNextPage: false, endCursor: expect.any(String) },
    });
    const many = await service.seller();
    await service.db.query(
      `insert into auctions (auction_id, seller_id, created_at, type, title, minimum_bid_value_in_cents,
         bidding_period_starts_at, bidding_period_ends_at)
       select uuidv7(n * interval '1 second'), $1, clock_timestamp() + n * interval '1 second', 'asynchronous', 'A chair', 1,
         clock_timestamp() + interval '1 day', clock_timestamp() + interval '2 days'
       from generate_series(1, 5000) n`,
      [many.sellerId],
    );
    const { nodes, pageInfo } = await search('filter: {}, first: 1');
    expect([nodes, pageInfo.hasNextPage]).toEqual([[], true]);
    expect(await search(`filter: {}, first: 1, after: "${pageInfo.endCursor}"`)).toMatchObject({
      nodes: [{ title: 'A lamp' }],
      pageInfo: { hasNextPage: false },
    });
    const { pageInfo: ofSeller } = await search(`filter: { sellerId: "${many.sellerId}" }`);
    expect(await search(`filter: { sellerId: "${many.sellerId}" }, after: "${ofSeller.endCursor}"`)).toEqual({
      nodes: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    });
    await service.db.query('delete from auctions where seller_id = $1', [many.sellerId]);
  });

  test('each auction goes by the clock of its own seller', async () => {
    await anna.mutate('advanceTestClock', { bySeconds: 5400 });
    expect(await titles('filter: { statuses: [upcoming] }')).toEqual([]);
    expect(await titles('filter: { statuses: [ongoing] }')).toEqual([
      'An oak desk, 100% solid',
      'A WALNUT chair',
      'A walnut desk',
    ]);
  });

  test('bids are found by seller, auction and bidder, each with the money behind it', async () => {
    const [desk, chair] = made as [(typeof made)[number], (typeof made)[number]];
    await service.bid(desk, { bidderId: 'ada@example.com', bidValueInCents: 1 });
    await service.bid(chair, { bidderId: 'ada@example.com', bidValueInCents: 2 });
    await service.bid(chair, { bidderId: 'bob@example.com', bidValueInCents: 3 });
    const values = async (args: string) => {
      const bids = await asked(
        admin,
        `{ adminBids(${args}) { nodes { bidValueInCents auction { title sellerAccount { name } } } } }`,
      );
      return bids.nodes.map(({ bidValueInCents }: { bidValueInCents: number }) => bidValueInCents);
    };
    expect(await values('first: 10')).toEqual([3, 2, 1]);
    expect([await values('first: 1'), await values('last: 1')]).toEqual([[3], [1]]);
    expect(await values('filter: { bidderId: "ada@example.com" }')).toEqual([2, 1]);
    expect(await values('last: 1, filter: { bidderId: "ada@example.com" }')).toEqual([1]);
    expect(await values(`filter: { auctionId: "${chair.auctionId}" }`)).toEqual([3, 2]);
    expect(await values(`filter: { sellerId: "${anna.sellerId}" }`)).toEqual([1]);
    expect(await values(`filter: { sellerId: "${anna.sellerId}", auctionId: "${chair.auctionId}" }`)).toEqual([]);
    expect(await values(`filter: { auctionId: "${chair.auctionId}", bidderId: "bob@example.com" }`)).toEqual([3]);
  });

  test('a fault is told with its argument', async () => {
    const { body } = await admin.graphql(
      '{ adminAuctions(first: 101, filter: { created: { from: -1 } }) { pageInfo { hasNextPage endCursor } } }',
    );
    const pointers = body.errors[0].extensions.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers.sort()).toEqual(['/filter/created/from', '/first']);
  });

  test('the audit log is read newest first, by whose, what, who and since when', async () => {
    const auctionId = made[1]!.auctionId;
    await ben.mutate('updateAuction', { auctionId, title: 'A chair' });
    await ben.mutate('cancelAuction', { auctionId });
    const entries = async (args: string) =>
      (
        await asked(
          admin,
          `{ auditLog(${args}) { nodes { action actorName keyPrefix changes { field before after } } } }`,
        )
      ).nodes;
    const cancelled = {
      action: 'cancelAuction',
      actorName: 'Ben',
      keyPrefix: ben.key.slice(0, 15),
      changes: [
        { field: 'status', before: 'ongoing', after: 'completed' },
        { field: 'outcome', before: null, after: 'CANCELLED' },
      ],
    };
    const updated = {
      action: 'updateAuction',
      changes: [{ field: 'title', before: 'A WALNUT chair', after: 'A chair' }],
    };
    expect(await entries(`subjectId: "${auctionId.toUpperCase()}"`)).toMatchObject([cancelled, updated]);
    expect(await entries(`subjectId: "${auctionId}", last: 1`)).toMatchObject([updated]);
    expect(await entries('action: "cancelAuction"')).toEqual([cancelled]);
    expect(await entries(`apiKeyId: "${ben.apiKeyId}"`)).toMatchObject([cancelled, updated]);
    expect(await entries(`sellerId: "${ben.sellerId}", sinceTimestamp: 1700000000`)).toHaveLength(4);
    expect(await entries(`sellerId: "${ben.sellerId}", sinceTimestamp: 4102444800`)).toEqual([]);
    expect(await entries(`action: "issueApiKey", sellerId: "${ben.sellerId}"`)).toMatchObject([
      {
        actorName: null,
        keyPrefix: null,
        changes: expect.arrayContaining([{ field: 'scopes.0', before: null, after: 'auctions:read' }]),
      },
    ]);
  });
});

describe('settlements that need attention', () => {
  let stage: AuctionStage;
  let admin: Seller;
  beforeAll(async () => {
    stage = await setAuctionStage();
    admin = await stage.service.seller({ scopes: ['admin'] });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  const attention = async () =>
    await nodesOf(
      admin,
      `{ settlementsNeedingAttention { nodes { kind why since auctionId sellerName authorizationId bidId valueInCents state provider failureCode lastReason } } }`,
    );

  test('nothing, where all is well', async () => {
    await stage.bid(5_000);
    expect(await attention()).toEqual([]);
  });

  test('a hold that lapses before the end: within the hour, or where it is not renewed', async () => {
    const { pool } = stage.service.db;
    const bidId = await stage.bid(6_000, 'lapses_early');
    const lapsing = { kind: 'HOLD_WILL_LAPSE', bidId, valueInCents: 6_000, state: 'AUTHORIZED', provider: 'SIMULATED' };
    expect(await attention()).toMatchObject([{ ...lapsing, why: expect.stringMatching(/renewal is being tried/) }]);

    const write = (what: string) => pool.query(`update authorizations set ${what} where bid_id = $1`, [bidId]);
    await pool.query(`update auctions set bidding_period_ends_at = bidding_period_ends_at + interval '1 day'`);
    await write(`capture_before = clock_timestamp() + interval '62 minutes'`);
    expect(await attention()).toEqual([]);
    await write('next_attempt_at = null');
    expect(await attention()).toMatchObject([{ ...lapsing, why: expect.stringMatching(/is not renewed/) }]);
    await write(`capture_before = clock_timestamp() + interval '30 days'`);
    expect(await attention()).toEqual([]);
  });

  test('an auction that ended five minutes ago, by its seller’s clock, and is not settled', async () => {
    const { pool } = stage.service.db;
    await stage.service.auction(stage.seller, { ...settling, endsInSeconds: -290 });
    expect(await attention()).toEqual([]);
    const late = await stage.service.auction(stage.seller, { ...settling, endsInSeconds: -310 });
    expect(await attention()).toMatchObject([
      { kind: 'SETTLEMENT_OPEN', auctionId: late.auctionId, sellerName: stage.seller.name, authorizationId: null },
    ]);
    await pool.query('update sellers set clock_offset_ms = 60000 where seller_id = $1', [stage.seller.sellerId]);
    expect(await attention()).toHaveLength(2);
    await pool.query(
      `update auctions set status = 'completed', outcome = 'UNSOLD', completed_at = clock_timestamp()
      where auction_id <> $1`,
      [stage.auction.auctionId],
    );
  });

  test('money that is held an hour after its auction was completed', async () => {
    await stage.bid(4_000, 'release_5xx');
    await stage.settle();
    expect(await attention()).toEqual([]);
    await stage.service.db.query(
      `update auctions set bidding_period_starts_at = bidding_period_starts_at - interval '2 hours',
         bidding_period_ends_at = bidding_period_ends_at - interval '2 hours', completed_at = completed_at - interval '2 hours'`,
    );
    const found = await attention();
    expect(found).toMatchObject([{ kind: 'NOT_RELEASED', valueInCents: 4_000, state: 'RELEASING' }]);
    expect(found[0].why).toMatch(/being tried again/);
  });
});
