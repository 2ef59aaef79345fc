import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PooledDatabase } from '../../src/platform/db/database.ts';
import { aBidder, readable } from '../page/bidder.ts';
import { readAnswer } from '../support/answer.ts';
import { insertAuction } from '../support/insert-auction.ts';
import { makeSeller, type Seller } from '../support/seller.ts';
import type { Client } from './make-client.ts';
import { watchAuction, type Watcher } from './watch-auction.ts';

/** Sellers, bidders and watchers, at it until they are stopped. */
export interface Load {
  /** What the seller was told of its requests. */
  readonly createdIds: readonly string[];
  /** Who was told by a page that a bid is placed. */
  readonly placedBy: readonly string[];
  /** Who watches which auction, from before its beginning on. */
  readonly watchers: ReadonlyMap<string, Watcher>;
  /** What went wrong with somebody who was at it, one a line. */
  readonly errors: readonly string[];
  /** Ends all but the watchers; returns when every request has its answer. */
  stop(): Promise<void>;
}

const auctionEveryMs = 1_500;
const hour = 3_600;
const soonSeconds = { least: 8, most: 16 };
const bidders = 3;

export function makeLoad({ db, client, seller }: { db: PooledDatabase; client: Client; seller: Seller }): Load {
  const createdIds: string[] = [];
  const watchers = new Map<string, Watcher>();
  const placedBy: string[] = [];
  const errors: string[] = [];
  const stopping = new AbortController();

  async function again(work: () => Promise<unknown>, pauseMs: number): Promise<void> {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => errors.push(String(error)));
      await delay(pauseMs);
    }
  }

  // An auction lasts an hour at least and is announced a minute before: those that begin or end here are written as rows.
  // One that ends begins at the first look of a worker, as after a time without any.
  async function holdAuction(): Promise<void> {
    const soon = randomInt(soonSeconds.least, soonSeconds.most);
    const period =
      watchers.size % 2 === 0 ? { startsInSeconds: -hour, endsInSeconds: soon } : { startsInSeconds: soon / 4 };
    const { auctionId } = await insertAuction(db, seller, { ...period, status: 'upcoming' });
    watchers.set(auctionId, watchAuction(client.ask, { key: seller.key, auctionId }));
  }

  async function administer(): Promise<void> {
    const startTimestamp = Math.floor(Date.now() / 1_000) + hour;
    const biddingPeriod = { startTimestamp, endTimestamp: startTimestamp + hour };
    const created = await seller.post('/v1/auctions', { title: 'A desk', minimumBidValueInCents: 100, biddingPeriod });
    if (created.status !== 201) return;
    const { auctionId } = created.body.auction as { auctionId: string };
    createdIds.push(auctionId);
    await seller.get(`/v1/auctions/${auctionId}`);
    await seller.patch(`/v1/auctions/${auctionId}`, { title: 'A walnut desk' });
    await seller.get('/v1/auctions?status=ongoing&limit=20&includeBids=true');
    if (createdIds.length % 2 === 0) await seller.delete(`/v1/auctions/${auctionId}`);
  }

  async function bid(): Promise<void> {
    const { rows } = await db.query<{ auctionId: string }>(
      `select auction_id as "auctionId" from auctions where seller_id = $1 and status = 'ongoing'
         and bidding_period_ends_at > clock_timestamp() order by random() limit 1`,
      [seller.sellerId],
    );
    if (rows[0] === undefined) return;
    const email = await bidOnce(client, rows[0]);
    if (email !== null) placedBy.push(email);
  }

  const work = Promise.all([
    again(holdAuction, auctionEveryMs),
    again(administer, 100),
    again(administer, 100),
    ...Array.from({ length: bidders }, () => again(bid, 50)),
  ]);
  return {
    createdIds,
    watchers,
    placedBy,
    errors,
    async stop() {
      stopping.abort();
      await work;
    },
  };
}

/** A seller who asks through the client. */
export function makeAskingSeller(db: PooledDatabase, { ask }: Client): Promise<Seller> {
  return makeSeller(db, async (path, init) => readAnswer(await ask(path, init)));
}

/** @returns who was told that the bid is placed; `null`: nobody was */
export async function bidOnce(
  client: Pick<Client, 'ask'>,
  auction: { auctionId: string },
  dollars = randomInt(5, 500),
): Promise<string | null> {
  // Each bidder is at home: the page limits what comes from one address.
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', address);
    return readAnswer(await client.ask(path, { ...init, headers }));
  };
  const email = `${randomUUID()}@example.com`;
  const confirmed = `${dollars * 100} high backup`;
  const page = await aBidder({ request }, auction).bid({ email, amount: String(dollars), confirmed });
  // A version before has other words.
  const isPlaced = /Your bid of \$[\d,.]+ (is (leading|not leading|placed, but|the highest|equal)|stays held)/;
  return isPlaced.test(readable(page.text)) ? email : null;
}
