import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { BidDeps } from '../../src/auctions/bids/bid-deps.ts';
import { recordBid } from '../../src/auctions/bids/record-bid.ts';
import { inRequestContext } from '../../src/core/request-context.ts';
import { bidderDigest } from '../../src/payments/holds/holds-of-person.ts';
import { type Authorization, authorizationColumns } from '../../src/payments/holds/authorization.ts';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { countRoundTrips } from '../support/count-round-trips.ts';
import { endAuction } from '../support/end-auction.ts';
import { ongoing } from '../support/insert-auction.ts';
import { serviceForFile } from '../support/service.ts';

// Bids on one auction wait for its row. Those that come while a process holds it share its next transaction.

const service = await serviceForFile();
const { db } = service;
const { db: counted, roundTripsOf } = countRoundTrips(db);
const seller = await service.seller();
const auction = () => service.auction(seller, ongoing);

/** Holds money for bids of as many bidders, or for the named ones. */
async function hold(auctionId: string, bidders: number | readonly string[]): Promise<Authorization[]> {
  const bidderIds =
    typeof bidders === 'number' ? Array.from({ length: bidders }, () => `${randomUUID()}@example.com`) : bidders;
  const { rows } = await db.query<Authorization>(
    `insert into authorizations (auction_id, seller_id, bidder_id, is_signed, email, value_in_cents, submission_token, provider,
       provider_reference, state, authorized_at, capture_before, next_attempt_at)
     select auction_id, seller_id, bidder_id, true, 'bidder@example.com', 1000 + 100 * place, gen_random_uuid(), 'simulated',
       gen_random_uuid()::text, 'authorized', clock_timestamp(), clock_timestamp() + interval '7 days', clock_timestamp() + interval '1 hour'
     from auctions, unnest($2::text[]) with ordinality bidder (bidder_id, place) where auction_id = $1
     order by place returning ${authorizationColumns}`,
    [auctionId, bidderIds],
  );
  return rows;
}

const ban = (bidderId: string) =>
  db.query(
    `insert into banned_bidders (seller_id, digest, bidder_id)
     select seller_id, ${bidderDigest('seller_id', '$2::text')}, $2 from sellers where seller_id = $1`,
    [seller.sellerId, bidderId],
  );

const record = (holds: readonly Authorization[], deps: BidDeps = service.deps) =>
  Promise.all(holds.map((each) => recordBid(deps, { ...each, isRuled: false })));

async function readBids(auctionId: string) {
  const { rows } = await db.query<{
    number: number;
    sequence: number;
    transaction: string;
    head: number;
    line: number;
  }>(
    `select bidder_number as number, sequence, bids.xmin::text as transaction, (snapshot->'transcript'->>'position')::int as head,
       (select position from transcript_lines l where l.auction_id = $1 and line like '%"bidId":"' || bids.bid_id || '"%"kind":"bid"%') as line
     from bids join webhook_events e on e.bid_id = bids.bid_id and event_type = 'bid_placed' where bids.auction_id = $1
     order by placed_at, bids.bid_id`,
    [auctionId],
  );
  return rows;
}

const upTo = (length: number, first = 1) => Array.from({ length }, (_, index) => first + index);

test('bids that wait for the row share the next transaction, each with its number, its event and its line', async () => {
  const { auctionId } = await auction();
  const holds = await hold(auctionId, 10);
  const deps = { ...service.deps, db: counted };
  expect(
    await roundTripsOf(async () => {
      const answers = await record(holds, deps);
      expect(answers.map(({ outcome }) => outcome)).toEqual(holds.map(() => 'placed'));
    }),
  ).toBe(2);
  const bids = await readBids(auctionId);
  expect(bids.map(({ number }) => number)).toEqual(upTo(10));
  expect(bids.map(({ sequence }) => sequence)).toEqual(upTo(10, 2));
  expect(bids.map(({ line }) => line)).toEqual(upTo(10, 2));
  expect(bids.map(({ head }) => head)).toEqual(bids.map(({ line }) => line));
  expect(new Set(bids.map(({ transaction }) => transaction)).size).toBe(2);
});

test('bids that are written together have each its own hold, card, request and instant', async () => {
  const { auctionId } = await auction();
  const holds = await hold(auctionId, 3);
  // The provider has answered for two of them, and the books do not know it yet.
  await db.query(
    `update authorizations set state = 'intended', authorized_at = null, capture_before = null, provider_reference = null
     where auction_id = $1 and authorization_id <> $2`,
    [auctionId, holds[0]!.authorizationId],
  );
  const day = 86_400_000;
  const until = (place: number) => new Date(Math.floor(Date.now() / day) * day + (6 + place) * day);
  const requests = holds.map(() => randomUUID());
  await Promise.all(
    holds.map((each, place) =>
      inRequestContext({ requestId: requests[place]!, viewer: null }, () => {
        const keptCard = { customer: `customer-${place}`, card: `card-${place}` };
        const answer = {
          outcome: 'authorized',
          captureBefore: until(place),
          reference: `pay_${place}`,
          keptCard,
        } as const;
        return recordBid(service.deps, { ...each, isRuled: false }, place === 0 ? null : answer);
      }),
    ),
  );
  const { rows } = await db.query(
    `select a.provider_reference as reference, a.capture_before as until, customer_reference as customer, request_id as request,
       bids.bidder_id = a.bidder_id and bids.bid_value_in_cents = a.value_in_cents as "isOwn",
       bids.placed_at > lag(bids.placed_at, 1, '-infinity') over (order by a.value_in_cents) as "isLater", bids.xmin::text as transaction
     from bids join authorizations a on a.bid_id = bids.bid_id join webhook_events e on e.bid_id = bids.bid_id
       left join kept_cards k on k.authorization_id = a.authorization_id
     where bids.auction_id = $1 order by a.value_in_cents`,
    [auctionId],
  );
  const [{ transaction: first }, ...others] = rows;
  expect(new Set(others.map(({ transaction }) => transaction)).size).toBe(1);
  expect(first).not.toBe(others[0].transaction);
  expect(others).toEqual(
    [1, 2].map((place) => ({
      reference: `pay_${place}`,
      until: until(place),
      customer: `customer-${place}`,
      request: requests[place],
      isOwn: true,
      isLater: true,
      transaction: others[0].transaction,
    })),
  );
});

test('a bidder has one bid in each transaction, and known bidders keep their numbers', async () => {
  const { auctionId } = await auction();
  const [first, ...others] = await hold(auctionId, ['anna', 'ben', 'anna', 'cem', 'ben', 'dora']);
  await record([first!]);
  await record(others);
  expect((await readBids(auctionId)).map(({ number }) => number)).toEqual([1, 2, 1, 3, 2, 4]);
  const { rows } = await db.query(
    `select bidder_id, state, failure_code from authorizations where auction_id = $1 order by value_in_cents`,
    [auctionId],
  );
  expect(rows).toEqual([
    { bidder_id: 'anna', state: 'releasing', failure_code: 'raised' },
    { bidder_id: 'ben', state: 'releasing', failure_code: 'raised' },
    { bidder_id: 'anna', state: 'authorized', failure_code: null },
    { bidder_id: 'cem', state: 'authorized', failure_code: null },
    { bidder_id: 'ben', state: 'authorized', failure_code: null },
    { bidder_id: 'dora', state: 'authorized', failure_code: null },
  ]);
});

test('bids that wait beside a refused one are placed', async () => {
  const { auctionId } = await auction();
  const holds = await hold(auctionId, ['anna', 'ben', 'cem', 'dora']);
  await ban('cem');
  const answers = await record(holds);
  expect(answers.map((answer) => ('code' in answer ? answer.code : answer.outcome))).toEqual([
    'placed',
    'placed',
    'bidder_banned',
    'placed',
  ]);
  expect((await readBids(auctionId)).map(({ number }) => number)).toEqual(upTo(3));
});

test('after the end, bids that wait are all refused, and their holds released', async () => {
  const { auctionId } = await auction();
  const holds = await hold(auctionId, 5);
  await endAuction(db, auctionId);
  const answers = await record(holds);
  expect(answers).toEqual(holds.map(() => ({ outcome: 'refused', code: 'auction_ended' })));
  expect(await readBids(auctionId)).toEqual([]);
});

test('a bid that cannot be written fails alone', async () => {
  const { auctionId } = await auction();
  const holds = await hold(auctionId, 5);
  const broken = holds[2]!.authorizationId;
  const failing: PooledDatabase = {
    ...db,
    pipeline: (statements) =>
      db.pipeline(
        statements.flatMap((each) =>
          (each.values ?? []).flat().includes(broken) ? [each, { text: 'select 1 / 0' }] : [each],
        ),
      ),
  };
  const answers = await Promise.allSettled(
    holds.map((each) => recordBid({ ...service.deps, db: failing }, { ...each, isRuled: false })),
  );
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect((await readBids(auctionId)).map(({ number }) => number)).toEqual(upTo(4));
});

test('a written bid stands, also if the service cannot refuse another one', async () => {
  const { auctionId } = await auction();
  const holds = await hold(auctionId, ['anna', 'ben', 'eve', 'dora']);
  await ban('eve');
  const failing: PooledDatabase = {
    ...db,
    pipeline: (statements) =>
      db.pipeline(
        statements.flatMap((each) => (each.name!.startsWith('refuse') ? [each, { text: 'select 1 / 0' }] : [each])),
      ),
  };
  const answers = await Promise.allSettled(
    holds.map((each) => recordBid({ ...service.deps, db: failing }, { ...each, isRuled: false })),
  );
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect((await readBids(auctionId)).map(({ number }) => number)).toEqual(upTo(3));
});

test('an outage fails everybody who waits, and is not waited for in turn', async () => {
  const { auctionId } = await auction();
  const holds = await hold(auctionId, 5);
  let transactions = 0;
  const away: PooledDatabase = {
    ...db,
    pipeline: async () => {
      transactions += 1;
      throw Object.assign(new Error('The database is away.'), { code: 'ECONNREFUSED' });
    },
  };
  const answers = await Promise.allSettled(
    holds.map((each) => recordBid({ ...service.deps, db: away }, { ...each, isRuled: false })),
  );
  expect(answers.map(({ status }) => status)).toEqual(holds.map(() => 'rejected'));
  // The first caller comes alone, the others while it waits.
  expect(transactions).toBe(2);
});
