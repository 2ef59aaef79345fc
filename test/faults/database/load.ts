import { setTimeout as delay } from 'node:timers/promises';
import type { PooledDatabase } from '../../../src/platform/db/database.ts';
import { bidOnce } from '../../rolling/make-load.ts';
import { readAnswer } from '../../support/answer.ts';
import { insertAuction, ongoing } from '../../support/insert-auction.ts';
import { makeSeller } from '../../support/seller.ts';

/** Bidders at the form, and a seller at both APIs, at it until they are stopped. */
export interface DatabaseLoad {
  /** The bidders that a page told that their bid stands. */
  readonly bidders: readonly string[];
  /** The auctions that an API said were created. */
  readonly auctionIds: readonly string[];
  /** How many answers had each status; 0: none came. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Answers that no outage explains, one a line. */
  readonly failures: readonly string[];
  /** Returns when every request has its answer. */
  stop(): Promise<void>;
}

const bidderCount = 6;
const auctionCount = 3;

export async function startLoad(db: PooledDatabase, url: string): Promise<DatabaseLoad> {
  const bidders: string[] = [];
  const auctionIds: string[] = [];
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  const stopping = new AbortController();

  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(path, url);
    const what = `${init.method ?? 'GET'} ${pathname}`;
    const answer = await fetch(url + pathname + search, { ...init, redirect: 'manual' }).catch((error: unknown) => {
      failures.push(`${what}: ${String((error as Error).cause ?? error)}`);
      return null;
    });
    const status = answer?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (answer === null) throw new Error('No answer.');
    if (status >= 500 && status !== 503)
      failures.push(`${what}: ${status} ${(await answer.clone().text()).slice(0, 200)}`);
    if (status === 503 && answer.headers.get('retry-after') === null) failures.push(`${what}: 503 without Retry-After`);
    return answer;
  };

  const seller = await makeSeller(db, async (path, init) => readAnswer(await ask(path, init)));
  const auctions: { auctionId: string }[] = [];
  for (let count = 0; count < auctionCount; count += 1) auctions.push(await insertAuction(db, seller, ongoing));

  async function bid(): Promise<void> {
    const email = await bidOnce({ ask }, auctions[bidders.length % auctions.length]!);
    if (email !== null) bidders.push(email);
  }

  async function sell(byGraphql: boolean): Promise<void> {
    const startTimestamp = Math.floor(Date.now() / 1_000) + 3_600;
    const biddingPeriod = { startTimestamp, endTimestamp: startTimestamp + 3_600 };
    const input = { title: 'A desk', minimumBidValueInCents: 100, biddingPeriod };
    if (byGraphql) {
      const mutation = `mutation ($title: String!, $minimumBidValueInCents: Cents, $biddingPeriod: BiddingPeriodInput!) {
        createAuction(input: { title: $title, minimumBidValueInCents: $minimumBidValueInCents, biddingPeriod: $biddingPeriod }) { auction { auctionId } errors { code fault message path } } }`;
      const { body } = await seller.graphql(mutation, input);
      if (body.data?.createAuction != null) auctionIds.push(body.data.createAuction.auctionId);
      // GraphQL may answer an error with 200.
      for (const { extensions } of body.errors ?? []) {
        if (extensions.code !== 'unavailable') failures.push(`createAuction: ${JSON.stringify(extensions)}`);
      }
      return;
    }
    const created = await seller.post('/v1/auctions', input);
    if (created.status === 201) auctionIds.push(created.body.auction.auctionId);
    await seller.get(`/v1/auctions/${auctions[0]!.auctionId}?includeBids=true`);
  }

  async function again(work: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      await work().catch(() => undefined);
      await delay(20);
    }
  }

  const working = Promise.all([
    ...Array.from({ length: bidderCount }, () => again(bid)),
    again(() => sell(true)),
    again(() => sell(false)),
  ]);
  return {
    bidders,
    auctionIds,
    statuses,
    failures,
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
