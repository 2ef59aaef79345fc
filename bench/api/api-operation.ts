import type { Connection } from '../../src/db/database.ts';
import type { WireRequest } from './load-types.ts';
import type { SeededApi } from './seed-api.ts';

/** The files of `bench/peers`. */
export const peers = ['fastify-pg', 'express-prisma', 'mercurius', 'postgraphile', 'naive-bids'] as const;

export type Peer = (typeof peers)[number];

/** `before` is another checkout of the service, which answers what ours answers. */
export type ServerName = 'ours' | 'before' | Peer;

/** No operation may cost more than it did. */
const ofBefore: Goal = { app: 1.05 };

/** What the requests of an operation are made of. */
export interface Asked {
  readonly db: Connection;
  readonly seeded: SeededApi;
  /** Whom they are for. */
  readonly origin: string;
  /** How many are wanted at most. */
  readonly count: number;
}

export type Ask = (asked: Asked) => WireRequest[] | Promise<WireRequest[]>;

/** The most that it is to cost, of what it costs a peer. */
export interface Goal {
  /** The service's processor time. */
  readonly app: number;
  /** The same with PostgreSQL's. */
  readonly both?: number;
}

/** One thing to ask for, of the service and of the peers that can answer it. */
export interface ApiOperation {
  readonly name: string;
  /** The nth request to each names the same things. */
  readonly asks: Readonly<{ ours: Ask } & Partial<Record<Peer, Ask>>>;
  readonly status: number;
  /** Whether a request may be sent again, and is then answered alike; otherwise each round has requests of its own. */
  readonly isRepeatable: boolean;
  /** SQL that counts what has been written since `$1`, where every request has to leave one behind. */
  readonly countWritten?: string;
  readonly perRound: number;
  readonly goals: Partial<Record<Peer, Goal>>;
  /** How often a request of ours may wait for PostgreSQL; `null`: as often as it has to. */
  readonly maxRoundTrips: number | null;
}

/** What a request names. */
export interface Place {
  readonly sellerId: string;
  readonly key: string;
  readonly auctionId: string;
  readonly bidId: string;
}

const samples = 400;

/** Requests that name one auction of each seller after the other. */
export function each({ seeded, count }: Asked, ask: (place: Place) => WireRequest): WireRequest[] {
  return Array.from({ length: Math.min(samples, count) }, (_, index) => {
    const seller = index % seeded.sellers.length;
    const auctions = seeded.auctions[seller]!;
    return ask({
      ...seeded.sellers[seller]!,
      ...auctions[Math.floor(index / seeded.sellers.length) % auctions.length]!,
    });
  });
}

export function authorized(key: string, headers: Readonly<Record<string, string>> = {}) {
  return { authorization: `Bearer ${key}`, ...headers };
}

export const sendsJson = { 'content-type': 'application/json' };

/** @returns `undefined` where the server has no such operation */
export function asksOf({ asks }: ApiOperation, server: ServerName): Ask | undefined {
  return asks[server === 'before' ? 'ours' : server];
}

/** @returns `undefined` where nothing is aimed at */
export function goalOf({ goals }: ApiOperation, server: ServerName): Goal | undefined {
  if (server === 'ours') return undefined;
  return server === 'before' ? ofBefore : goals[server];
}
