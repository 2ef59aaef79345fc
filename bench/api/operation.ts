import { randomUUID } from 'node:crypto';
import type { Connection } from '../../src/platform/db/database.ts';
import { maxOfBefore } from '../goals.ts';
import type { SeededApi } from './open-bench.ts';

/** The files of `bench/peers`. */
export const peers = ['fastify-pg', 'express-prisma', 'by-the-book', 'mercurius'] as const;

export type Peer = (typeof peers)[number];

/** `before` is another checkout of the service, which is asked what ours is asked, unless its schema differs. */
export type ServerName = 'ours' | 'before' | Peer;

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The database and its seeded rows, from which the requests of an operation are made. */
export interface Material {
  readonly db: Connection;
  readonly seeded: SeededApi;
  /** How many requests are wanted at most. */
  readonly count: number;
}

export type Ask = (material: Material) => WireRequest[] | Promise<WireRequest[]>;

/** One thing to ask of the service, and of the peers that can answer it. */
export interface ApiOperation {
  readonly name: string;
  /** The nth request to each server names the same things. */
  readonly asks: Readonly<{ ours: Ask } & Partial<Record<Peer | 'before', Ask>>>;
  readonly status: number;
  /** Whether a request may be sent again, and is then answered alike; otherwise each round has requests of its own. */
  readonly isRepeatable: boolean;
  /** SQL that counts what has been written since `$1`, where every request has to leave one row behind. */
  readonly countWritten?: string;
  readonly perRound: number;
  /** The most processor time of the service that it is to cost, of what it costs a peer. */
  readonly goals?: Partial<Record<Peer, number>>;
  /** The same, of what another operation costs ours. */
  readonly goalOfOwn?: { readonly operation: string; readonly most: number };
  /** How many statements of ours PostgreSQL may run for a request: as many as it takes, unless told. */
  readonly maxStatements?: number;
}

/** A read of 5,000 rows or more goes in one packet with the statement that sets its timeout. */
export const statementsOfLargeRead = 2;

/** The ids that a request names, and the key of their seller. */
export interface Place {
  readonly sellerId: string;
  readonly key: string;
  readonly auctionId: string;
  readonly bidId: string;
}

const samples = 400;

/** Requests that name one auction of each seller after the other. */
export function each<Request>({ seeded, count }: Material, ask: (place: Place, index: number) => Request): Request[] {
  return Array.from({ length: Math.min(samples, count) }, (_, index) => {
    const seller = index % seeded.sellers.length;
    const auctions = seeded.auctions[seller]!;
    const auction = auctions[Math.floor(index / seeded.sellers.length) % auctions.length]!;
    return ask({ ...seeded.sellers[seller]!, ...auction }, index);
  });
}

/** An auction for each request, of one seller after the other: what is changed once cannot be changed so again. */
export async function newAuctions({ db, seeded, count }: Material): Promise<Omit<Place, 'bidId'>[]> {
  const { writers } = seeded;
  const auctions = Array.from({ length: count }, (_, index) => ({
    ...writers[index % writers.length]!,
    auctionId: randomUUID(),
  }));
  await db.query(
    `insert into auctions (auction_id, seller_id, title, type, minimum_bid_value_in_cents, bidding_period_starts_at, bidding_period_ends_at)
     select auction_id, seller_id, 'A walnut desk', 'asynchronous', 500, clock_timestamp() + interval '1 day', clock_timestamp() + interval '2 days'
     from unnest($1::uuid[], $2::uuid[]) as wanted (auction_id, seller_id)`,
    [auctions.map(({ auctionId }) => auctionId), auctions.map(({ sellerId }) => sellerId)],
  );
  return auctions;
}

/** Returns the auction that each request creates, and the key of its seller. */
export function auctionsToCreate({ seeded: { writers }, count }: Material) {
  const startTimestamp = Math.floor(Date.now() / 1_000) + 86_400;
  return Array.from({ length: count }, (_, index) => ({
    key: writers[index % writers.length]!.key,
    auction: {
      title: `A walnut desk, ${index}`,
      minimumBidValueInCents: 500,
      biddingPeriod: { startTimestamp, endTimestamp: startTimestamp + 86_400 },
    },
  }));
}

export const aChange = { title: 'A walnut desk, restored', minimumBidValueInCents: 700 };

export function authorized(key: string, headers: Readonly<Record<string, string>> = {}) {
  return { authorization: `Bearer ${key}`, ...headers };
}

export const sendsJson = { 'content-type': 'application/json' };

/** @returns `undefined` where the server has no such operation */
export function asksOf({ asks }: ApiOperation, server: ServerName): Ask | undefined {
  return server === 'before' ? (asks.before ?? asks.ours) : asks[server];
}

/** @returns `undefined` where nothing is aimed at */
export function goalOf({ goals = {} }: ApiOperation, server: ServerName): number | undefined {
  if (server === 'ours') return undefined;
  return server === 'before' ? maxOfBefore : goals[server];
}
