import type { PooledDatabase } from '../../src/db/database.ts';
import { seedApi } from '../api/seed-api.ts';
import type { MixedRequest } from './sender-process.ts';

/** How many of a hundred requests are so: sellers mostly read, and their bidders look at the page. */
const mix = {
  'GET an auction': 25,
  'GET an auction with bids': 10,
  'GET 20 auctions': 15,
  'GET a bid': 9,
  'GET with a key that is none': 1,
  'GET the bids of an auction': 5,
  'POST an auction': 5,
  'PATCH an auction': 5,
  'GraphQL: an auction': 8,
  'GraphQL: an auction that the document names': 2,
  'GraphQL: 20 auctions with bids': 5,
  'the page of an auction': 10,
};

type Kind = keyof typeof mix;

const daySeconds = 86_400;

interface Place {
  readonly key: string;
  readonly auctionId: string;
  readonly bidId: string;
  readonly upcomingId: string;
  readonly number: number;
}

/** The requests of so many numbers from `first` on, in a random order: another number is another request. */
export type SellerMix = (first: number, count: number) => MixedRequest[];

/** @param db gets auctions to ask for */
export async function sellerMix(db: PooledDatabase, { auctions }: { auctions: number }): Promise<SellerMix> {
  const { sellers, auctions: auctionsOf } = await seedApi(db, { auctions, bidsEach: 10 });
  const { rows } = await db.query<{ sellerId: string; auctionIds: string[] }>(upcomingAuctions, [
    sellers.map(({ sellerId }) => sellerId),
  ]);
  const upcoming = new Map(rows.map(({ sellerId, auctionIds }) => [sellerId, auctionIds]));
  const place = (number: number): Place => {
    const { sellerId, key } = sellers[number % sellers.length]!;
    const pick = <One>(all: readonly One[]) => all[Math.floor(number / sellers.length) % all.length]!;
    return { ...pick(auctionsOf[number % sellers.length]!), upcomingId: pick(upcoming.get(sellerId)!), key, number };
  };
  const kinds = Object.entries(mix).flatMap(([kind, share]) => Array<Kind>(share).fill(kind as Kind));
  return (first, count) =>
    Array.from({ length: count }, (_, index) => ({ number: first + index, by: Math.random() }))
      .toSorted((one, other) => one.by - other.by)
      .map(({ number }) => request[kinds[number % kinds.length]!](place(number)));
}

/** Fifty of each seller `$1`, to be changed. */
const upcomingAuctions = `
with added as (
  insert into auctions (seller_id, title, type, minimum_bid_value_in_cents, bidding_period_starts_at, bidding_period_ends_at)
  select seller_id, 'A walnut desk', 'asynchronous', 500, clock_timestamp() + interval '1 day', clock_timestamp() + interval '2 days'
  from unnest($1::uuid[]) as seller_id, generate_series(1, 50)
  returning seller_id, auction_id
)
select seller_id as "sellerId", array_agg(auction_id) as "auctionIds" from added group by seller_id`;

const auctionFields =
  'auctionId createdAt biddingPeriodStartsAt biddingPeriodEndsAt type minimumBidValueInCents title status auctionUrl';
const bidFields = 'bidId bidderId placedAt bidValueInCents auctionId isWinningBid';

const request: Record<Kind, (place: Place) => MixedRequest> = {
  'GET an auction': ({ key, auctionId }) => get(key, `/auctions/${auctionId}`),
  'GET an auction with bids': ({ key, auctionId }) => get(key, `/auctions/${auctionId}?includeBids=true`),
  'GET 20 auctions': ({ key }) => get(key, '/auctions?limit=20'),
  'GET a bid': ({ key, bidId }) => get(key, `/bids/${bidId}`),
  'GET with a key that is none': ({ key, number }) => ({
    ...get(`${key.slice(0, -6)}${number}`, '/auctions'),
    status: 401,
  }),
  'GET the bids of an auction': ({ key, auctionId }) => get(key, `/bids?auctionId=${auctionId}`),
  'POST an auction': ({ key, number }) => {
    const startTimestamp = Math.floor(Date.now() / 1_000) + daySeconds;
    const biddingPeriod = { startTimestamp, endTimestamp: startTimestamp + daySeconds };
    return { ...send('POST', key, '/v1/auctions', { title: `A walnut desk, ${number}`, biddingPeriod }), status: 201 };
  },
  'PATCH an auction': ({ key, upcomingId, number }) =>
    send('PATCH', key, `/v1/auctions/${upcomingId}`, { title: `A walnut desk, restored, ${number}` }),
  'GraphQL: an auction': ({ key, auctionId }) =>
    graphql(key, `query ($id: UUID!) { auction(auctionId: $id) { auction { ${auctionFields} } } }`, { id: auctionId }),
  'GraphQL: an auction that the document names': ({ key, auctionId, number }) =>
    graphql(key, `{ a${number}: auction(auctionId: "${auctionId}") { auction { ${auctionFields} } } }`),
  'GraphQL: 20 auctions with bids': ({ key }) =>
    graphql(key, `{ auctions(limit: 20) { auctions { ${auctionFields} bids { ${bidFields} } } } }`),
  'the page of an auction': ({ auctionId, number }) => {
    // Each bidder has an address of its own.
    const headers = {
      'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
      'accept-encoding': 'gzip',
    };
    return { method: 'GET', path: `/auctions/${auctionId}`, headers, status: 200 };
  },
};

function get(key: string, path: string): MixedRequest {
  return { method: 'GET', path: `/v1${path}`, headers: { authorization: `Bearer ${key}` }, status: 200 };
}

function graphql(key: string, query: string, variables = {}): MixedRequest {
  return send('POST', key, '/graphql', { query, variables });
}

function send(method: string, key: string, path: string, body: object): MixedRequest {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' };
  return { method, path, headers, body: JSON.stringify(body), status: 200 };
}
