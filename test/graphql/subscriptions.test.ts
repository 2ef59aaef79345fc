import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeFollowBids } from '../../src/auctions/bids/follow-bids.ts';
import type { Viewer } from '../../src/core/viewer.ts';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { settleAuction } from '../../src/settlement/settle-auction.ts';
import { ongoing, upcoming } from '../support/insert-auction.ts';
import type { Seller } from '../support/seller.ts';
import { sharedService } from '../support/service.ts';
import { aBidder } from '../page/bidder.ts';
import { type OtherProcess, startProcess } from './sse-client.ts';
import { onPool } from '../support/on-pool.ts';

const service = await sharedService();
let other: OtherProcess;
beforeAll(() => {
  other = startProcess(service);
});
afterAll(() => other[Symbol.asyncDispose]());

const unknownId = '01939f5c-6a1c-7c3e-9d2b-5f0e4b8a7d11';

let seller: Seller;
beforeEach(async () => void (seller = await service.seller()));

const auctionChanged = `subscription ($auctionId: ID!) {
  auctionChanged(auctionId: $auctionId) {
    auctionId title status phase outcome bidCount leadingBid { bidValueInCents } bids { nodes { bidValueInCents } }
  }
}`;
const bidPlaced = `subscription ($auctionId: ID!, $afterBidId: ID) {
  bidPlaced(auctionId: $auctionId, afterBidId: $afterBidId) { bidId bidValueInCents }
}`;

/** A bid's row, and what follows the commit of one. */
async function placed(auction: { auctionId: string; sellerId: string }, bidValueInCents: number): Promise<string> {
  const { bidId } = await service.bid(auction, { bidValueInCents });
  service.deps.live.announce(auction.auctionId);
  return bidId;
}

describe('auctionChanged', () => {
  test('tells how the auction is now, then of a change made through another process', async () => {
    const auction = await service.auction(seller, { ...ongoing, title: 'A desk' });
    await using stream = await other.subscribe(seller.key, auctionChanged, { auctionId: auction.auctionId });
    expect(stream.answer.status).toBe(200);
    expect(stream.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.answer.headers.get('cache-control')).toBe('no-store');
    expect(await stream.nextBlock()).toMatch(/^retry: \d+$/);
    const now = { auctionId: auction.auctionId, title: 'A desk', status: 'ongoing', phase: 'OPEN', outcome: null };
    const withoutBids = { bidCount: 0, leadingBid: null, bids: { nodes: [] } };
    expect(await stream.next()).toEqual({ ...now, ...withoutBids });
    const path = `/v1/auctions/${auction.auctionId}`;
    await seller.patch(path, { title: 'A chair' });
    expect(await stream.next()).toEqual({ ...now, ...withoutBids, title: 'A chair' });
  });

  test('tells of a bid, with what it does to the auction', async () => {
    const auction = await service.auction(seller, ongoing);
    await using stream = await other.subscribe(seller.key, auctionChanged, { auctionId: auction.auctionId });
    await stream.next();
    await aBidder(service, auction).bid({ amount: '25' });
    const bid = { bidValueInCents: 2_500 };
    expect(await stream.next()).toMatchObject({ bidCount: 1, leadingBid: bid, bids: { nodes: [bid] } });
    await placed(auction, 2_400);
    expect(await stream.next()).toMatchObject({ bidCount: 2, leadingBid: bid });
  });

  test('tells of the beginning and the end by the clock, and of a cancellation', async () => {
    const beginning = await service.auction(seller, { startsInSeconds: 2 });
    await using begins = await other.subscribe(seller.key, auctionChanged, { auctionId: beginning.auctionId });
    expect(await begins.next()).toMatchObject({ phase: 'UPCOMING' });
    const ending = await service.auction(seller, { startsInSeconds: -3_598, status: 'ongoing' });
    await using ends = await other.subscribe(seller.key, auctionChanged, { auctionId: ending.auctionId });
    expect(await ends.next()).toMatchObject({ phase: 'OPEN' });
    expect(await begins.next()).toMatchObject({ phase: 'OPEN', status: 'ongoing' });
    expect(await ends.next()).toMatchObject({ phase: 'SETTLING', status: 'ongoing', outcome: null });
    await settleAuction(service.deps, ending.auctionId);
    expect(await ends.next()).toMatchObject({ phase: 'FINAL', status: 'completed', outcome: 'UNSOLD' });
    await seller.delete(`/v1/auctions/${beginning.auctionId}`);
    expect(await begins.next()).toMatchObject({ phase: 'FINAL', outcome: 'CANCELLED' });
  });

  test('tells of what an advanced test clock begins and ends', async () => {
    const { auctionId } = await service.auction(seller, { startsInSeconds: 90_000 });
    await using stream = await other.subscribe(seller.key, auctionChanged, { auctionId });
    await stream.next();
    // A look that is taken every ten seconds would find it, too, but late.
    const announced = () =>
      new Promise<void>((resolve) => {
        const unsubscribe = service.deps.live.subscribe(auctionId, () => {
          unsubscribe();
          resolve();
        });
      });
    const advance = (seconds: number) => seller.mutate('advanceTestClock', { bySeconds: seconds }, 'clock { now }');
    await Promise.all([announced(), advance(90_001)]);
    expect(await stream.next()).toMatchObject({ phase: 'OPEN' });
    await Promise.all([announced(), advance(3_600)]);
    expect(await stream.next()).toMatchObject({ phase: 'FINAL', outcome: 'UNSOLD' });
  });

  test('says nothing where nothing has changed', async () => {
    const auction = await service.auction(seller, ongoing);
    await using stream = await other.subscribe(seller.key, auctionChanged, { auctionId: auction.auctionId });
    await stream.next();
    service.deps.live.announce(auction.auctionId);
    await service.deps.db.query('select pg_sleep(1)');
    await placed(auction, 700);
    expect(await stream.next()).toMatchObject({ bidCount: 1 });
  });
});

describe('bidPlaced', () => {
  test('tells of each bid from then on, once and in order, and of none before', async () => {
    const auction = await service.auction(seller, ongoing);
    await placed(auction, 100);
    await using stream = await other.subscribe(seller.key, bidPlaced, { auctionId: auction.auctionId });
    const values = Array.from({ length: 30 }, (_, index) => 1_000 + index);
    for (const value of values) await placed(auction, value);
    for (const bidValueInCents of values) expect(await stream.next()).toMatchObject({ bidValueInCents });
  });

  test('misses none that is placed between its beginning and the first reading', async () => {
    const auction = await service.auction(seller, ongoing);
    await using stream = await other.subscribe(seller.key, bidPlaced, { auctionId: auction.auctionId });
    // Nobody announces it, as when an announcement is lost.
    const { bidId } = await service.bid(auction);
    await placed(auction, 2_000);
    expect((await stream.next()).bidId).toBe(bidId);
    expect(await stream.next()).toMatchObject({ bidValueInCents: 2_000 });
  });

  test('goes on where a stream has ended, after the bid that is named', async () => {
    const auction = await service.auction(seller, ongoing);
    const { auctionId } = auction;
    const first = await other.subscribe(seller.key, bidPlaced, { auctionId });
    await placed(auction, 1_000);
    const { bidId: afterBidId } = await first.next();
    await first[Symbol.asyncDispose]();
    await placed(auction, 1_001);
    await placed(auction, 1_002);
    await using again = await other.subscribe(seller.key, bidPlaced, { auctionId, afterBidId });
    await placed(auction, 1_003);
    for (const bidValueInCents of [1_001, 1_002, 1_003]) {
      expect(await again.next()).toMatchObject({ bidValueInCents });
    }
  });

  /** Bids of these values, in this order, past every rule but the database's own constraints. */
  const insertMany = ({ auctionId, sellerId }: { auctionId: string; sellerId: string }, from: number, to: number) =>
    service.db.query(
      `insert into bids (auction_id, seller_id, bidder_id, bid_value_in_cents, placed_at)
       select $1, $2, 'ada', n, clock_timestamp() from generate_series($3::int, $4::int) n`,
      [auctionId, sellerId, from, to],
    );
  const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

  test('tells of a bid after the clock was set back, also to one who comes back', async () => {
    const tester = await service.seller({ mode: 'test' });
    const auction = await service.auction(tester, ongoing);
    const { auctionId } = auction;
    const setClock = (aheadMs: number) =>
      service.db.query('update sellers set clock_offset_ms = $2 where seller_id = $1', [tester.sellerId, aheadMs]);
    await using stream = await other.subscribe(tester.key, bidPlaced, { auctionId });
    await setClock(600_000);
    await aBidder(service, auction).bid({ amount: '25' });
    const first = await stream.next();
    await setClock(0);
    await aBidder(service, auction).bid({ amount: '26', email: 'grace@example.com' });
    const second = await stream.next();
    await using again = await other.subscribe(tester.key, bidPlaced, { auctionId, afterBidId: first.bidId });
    expect(await again.next()).toEqual(second);
  });

  test('tells of bids in the order in which they are recorded, whatever their instants and ids, also to one who comes back', async () => {
    const auction = await service.auction(seller, ongoing);
    const { auctionId } = auction;
    const following = { auctionId, afterBidId: await placed(auction, 1_000) };
    await using stream = await other.subscribe(seller.key, bidPlaced, following);
    await using changes = await other.subscribe(seller.key, auctionChanged, { auctionId });
    await changes.next();
    const idEndingWith = (digit: string) => auctionId.slice(0, -1) + digit;
    // As in the last millisecond before the end, with the clock set back between them.
    const instant = new Date();
    const bids = [
      { bidId: idEndingWith('3'), placedAt: instant, bidValueInCents: 1_001 },
      { bidId: idEndingWith('2'), placedAt: instant, bidValueInCents: 1_002 },
      { bidId: idEndingWith('4'), placedAt: new Date(0), bidValueInCents: 1_003 },
    ];
    for (const { placedAt, ...bid } of bids) {
      await service.bid(auction, { placedAt, ...bid });
      service.deps.live.announce(auctionId);
      expect(await stream.next()).toEqual(bid);
      expect(await changes.next()).toMatchObject({ leadingBid: { bidValueInCents: bid.bidValueInCents } });
    }
    await using again = await other.subscribe(seller.key, bidPlaced, following);
    for (const { placedAt: _, ...bid } of bids) expect(await again.next()).toEqual(bid);
  });

  test('also after more bids than are read at once, while more are placed', async () => {
    const auction = await service.auction(seller, ongoing);
    const { auctionId } = auction;
    const { bidId: afterBidId } = await service.bid(auction, { bidValueInCents: 1 });
    await insertMany(auction, 2, 1_300);
    await using stream = await other.subscribe(seller.key, bidPlaced, { auctionId, afterBidId });
    const values: number[] = [];
    while (values.length < 700) values.push((await stream.next()).bidValueInCents);
    await insertMany(auction, 1_301, 1_400);
    service.deps.live.announce(auctionId);
    while (values.length < 1_399) values.push((await stream.next()).bidValueInCents);
    expect(values).toEqual(upTo(2, 1_400));
    await placed(auction, 5_000);
    expect(await stream.next()).toMatchObject({ bidValueInCents: 5_000 });
  });

  // Not through the door: what lies between would read ahead.
  test('a slow reader gets every new bid and no earlier one', async () => {
    const auction = await service.auction(seller, ongoing);
    await placed(auction, 9_999);
    const { sellerId, apiKeyId } = seller;
    const viewer: Viewer = { sellerId, apiKeyId, mode: 'test', scopes: new Set() };
    const followBids = makeFollowBids(service.deps);
    const slow = await followBids(viewer, auction.auctionId, null);
    const quick = await followBids(viewer, auction.auctionId, null);
    await insertMany(auction, 1, 1_500);
    service.deps.live.announce(auction.auctionId);
    // Told to both in one go: too much to be kept for the slow one.
    await quick.next();
    await placed(auction, 1_501);
    const values: number[] = [];
    while (values.length < 1_501) values.push((await slow.next()).value.bidValueInCents);
    expect(values).toEqual(upTo(1, 1_501));
    await slow.return!();
    await quick.return!();
    expect(await slow.next()).toEqual({ done: true, value: undefined });
  });

  test('refuses to go on after another auction’s bid', async () => {
    const auction = await service.auction(seller, ongoing);
    const { bidId: afterBidId } = await service.bid(await service.auction(seller, ongoing));
    const stream = await other.subscribe(seller.key, bidPlaced, { auctionId: auction.auctionId, afterBidId });
    expect((await stream.nextResult()).errors[0].extensions.code).toBe('bid_not_found');
  });
});

test.each([
  ['auctionChanged(auctionId: $id)', 'bids(first: 0) { totalCount }'],
  ['auctionsChanged(ids: [$id])', 'bids(first: 0) { totalCount }'],
  ['bidPlaced(auctionId: $id)', 'auction { bids(first: 0) { totalCount } }'],
])('%s refuses a page that is asked for wrongly before it begins', async (field, selection) => {
  const { auctionId } = await service.auction(seller, ongoing);
  const document = `subscription ($id: ID!) { ${field} { ${selection} } }`;
  const { status, body } = await seller.graphql(document, { id: auctionId });
  expect([status, body.errors[0].extensions]).toMatchObject([400, { errors: [{ pointer: '/first' }] }]);
});

describe('permissions', () => {
  const refused = async (key: string | null, document: string, variables: object) => {
    const { answer } = await other.subscribe(key, document, variables, {
      accept: 'application/json, text/event-stream',
    });
    return answer.status;
  };
  const errorOf = async (key: string | null, document: string, variables: object) => {
    await using stream = await other.subscribe(key, document, variables);
    const { data, errors } = await stream.nextResult();
    expect(data ?? null).toBeNull();
    expect(await stream.rest()).toEqual(['event: complete\ndata:']);
    // A client that reads only streams sees the error there, whichever method it uses.
    expect(stream.answer.status).toBe(200);
    await using got = await other.subscribe(key, document, variables, { method: 'GET' });
    expect((await got.nextResult()).errors[0].extensions.code).toBe(errors[0].extensions.code);
    const { code, requestId } = errors[0].extensions;
    expect(requestId).toBe(stream.answer.headers.get('x-request-id'));
    return { status: await refused(key, document, variables), code };
  };

  test.each([
    [auctionChanged, 'auctions:read'],
    [bidPlaced, 'bids:read'],
  ] as const)('%s only with its scope', async (document, scope) => {
    const { auctionId } = await service.auction(seller, ongoing);
    const without = await service.seller({
      name: seller.name,
      scopes: (['auctions:read', 'auctions:write', 'bids:read', 'webhooks:write'] as const).filter(
        (each) => each !== scope,
      ),
    });
    expect(await errorOf(without.key, document, { auctionId })).toEqual({ status: 403, code: 'insufficient_scope' });
    expect(await errorOf(null, document, { auctionId })).toEqual({ status: 401, code: 'missing_api_key' });
  });

  test('a field of the event needs its own scope, at each event', async () => {
    const { auctionId } = await service.auction(seller, ongoing);
    const { key } = await service.seller({ name: seller.name, scopes: ['auctions:read'] });
    await using stream = await other.subscribe(key, auctionChanged, { auctionId });
    const { errors } = await stream.nextResult();
    expect(errors.map(({ extensions }: any) => extensions.code)).toContain('insufficient_scope');
    expect(JSON.stringify(errors)).not.toContain('http');
  });

  test.each([auctionChanged, bidPlaced])(
    '%s of another seller’s auction is answered as of an unknown one',
    async (document) => {
      const { auctionId } = await service.auction(seller, ongoing);
      const stranger = await service.seller();
      const notFound = { status: 404, code: 'auction_not_found' };
      expect(await errorOf(stranger.key, document, { auctionId })).toEqual(notFound);
      expect(await errorOf(stranger.key, document, { auctionId: unknownId })).toEqual(notFound);
    },
  );

  test('one that accepts no event stream is told so', async () => {
    const { auctionId } = await service.auction(seller, ongoing);
    const accept = 'application/json';
    const { answer } = await other.subscribe(seller.key, auctionChanged, { auctionId }, { accept });
    expect(answer.status).toBe(406);
  });
});

test('a subscription may be asked for by GET, as an EventSource does', async () => {
  const { auctionId } = await service.auction(seller, upcoming);
  await using stream = await other.subscribe(seller.key, auctionChanged, { auctionId }, { method: 'GET' });
  expect(await stream.next()).toMatchObject({ auctionId, status: 'upcoming' });
});

test('a key may have 100 open; each that ends makes room', async () => {
  const { auctionId } = await service.auction(seller, ongoing);
  const subscribe = () => other.subscribe(seller.key, bidPlaced, { auctionId });
  const open = await Promise.all(Array.from({ length: 100 }, subscribe));
  expect(new Set(open.map(({ answer }) => answer.status))).toEqual(new Set([200]));
  await using refused = await subscribe();
  expect((await refused.nextResult()).errors[0].extensions.code).toBe('subscription_limit');
  const another = await service.seller({ name: seller.name });
  await using others = await other.subscribe(another.key, bidPlaced, { auctionId });
  expect(others.answer.status).toBe(200);
  for (const stream of open) await stream[Symbol.asyncDispose]();
  await using again = await subscribe();
  expect(again.answer.status).toBe(200);
});

test('a revoked key’s streams end with the reason, and another key’s go on', async () => {
  const auction = await service.auction(seller, ongoing);
  const { auctionId } = auction;
  const { key } = await service.seller({ name: seller.name });
  await using revoked = await other.subscribe(seller.key, bidPlaced, { auctionId });
  await using active = await other.subscribe(key, bidPlaced, { auctionId });
  await service.db.query('update api_keys set revoked_at = clock_timestamp() where api_key_id = $1', [seller.apiKeyId]);
  const { errors } = await revoked.nextResult();
  expect(errors[0].extensions).toMatchObject({ code: 'invalid_api_key' });
  expect(errors[0].extensions).not.toHaveProperty('http');
  expect(await revoked.rest()).toEqual(['event: complete\ndata:']);
  await placed(auction, 900);
  expect(await active.next()).toMatchObject({ bidValueInCents: 900 });
});

test('however many follow an auction, it and its bids are read once a change', async () => {
  const auction = await service.auction(seller, ongoing);
  const { auctionId } = auction;
  const reads: string[] = [];
  const counting = countedReads(reads);
  await using process = startProcess({ ...service, deps: { ...service.deps, db: counting } });
  const follow = 'subscription ($auctionId: ID!) { auctionChanged(auctionId: $auctionId) { status } }';
  const changes = await Promise.all(
    Array.from({ length: 20 }, () => process.subscribe(seller.key, follow, { auctionId })),
  );
  const bids = await Promise.all(
    Array.from({ length: 20 }, () => process.subscribe(seller.key, bidPlaced, { auctionId })),
  );
  for (const stream of changes) await stream.next();
  reads.length = 0;
  await placed(auction, 800);
  for (const stream of [...changes, ...bids]) await stream.next();
  expect(reads.filter((name) => name === 'read-followed-auction').length).toBeLessThanOrEqual(2);
  expect(reads.filter((name) => name === 'read-bids-after').length).toBeLessThanOrEqual(2);
  for (const stream of [...changes, ...bids]) await stream[Symbol.asyncDispose]();
});

test('50 subscribers to the same selection of an event cost one statement, and those to another one more', async () => {
  const auction = await service.auction(seller, ongoing);
  const { auctionId } = auction;
  const reads: string[] = [];
  await using process = startProcess({ ...service, deps: { ...service.deps, db: countedReads(reads) } });
  const another = await service.seller({ name: seller.name });
  const follow = (field: string, selection: string) =>
    `subscription ($auctionId: ID!) { ${field}(auctionId: $auctionId) ${selection} }`;
  const subscribe = (document: string, index: number) =>
    process.subscribe(index % 2 === 0 ? seller.key : another.key, document, { auctionId });
  const documents = [
    ...Array<string>(50).fill(follow('auctionChanged', '{ phase auctionUrl }')),
    follow('auctionChanged', '{ auctionUrl bids(first: 1) { edges { node { bidValueInCents } } } }'),
    follow('auctionChanged', '{ auctionUrl bids(first: 2) { edges { node { bidValueInCents } } } }'),
  ];
  const streams = await Promise.all(documents.map(subscribe));
  for (const stream of streams) await stream.next();
  reads.length = 0;
  await placed(auction, 800);
  const events = [];
  for (const stream of streams) events.push(await stream.next());
  expect(events.slice(0, 50)).toEqual(
    Array.from({ length: 50 }, () => ({ phase: 'OPEN', auctionUrl: expect.stringContaining(auctionId) })),
  );
  expect(events.at(-1).bids.edges).toEqual([{ node: { bidValueInCents: 800 } }]);
  // A change that is announced while it is read is read once more.
  const reading = reads.filter((name) => name === 'read-followed-auction').length;
  const selected = reads.filter((read) => read.includes('with viewer'));
  expect(selected.length).toBeGreaterThanOrEqual(3);
  expect(selected.length).toBeLessThanOrEqual(3 * reading);
  for (const stream of streams) await stream[Symbol.asyncDispose]();
});

/** The service's database, which notes the name of each statement, and the text of one for a viewer: that has a name once it is often used. */
function countedReads(reads: string[]): PooledDatabase {
  const { pool } = service.db;
  const query = (...args: Parameters<typeof pool.query>) => {
    const [{ name = '', text = '' }] = args as unknown as [{ name?: string; text?: string }];
    reads.push(text.startsWith('with viewer') ? text : name);
    return pool.query(...args);
  };
  const counted = onPool(service.db, { query, connect: () => pool.connect() } as unknown as typeof pool);
  return {
    ...counted,
    queryTogether(statement) {
      reads.push(statement.text);
      return counted.queryTogether(statement);
    },
  };
}
