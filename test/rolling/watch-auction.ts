import { setTimeout as delay } from 'node:timers/promises';
import { eventsOf } from './event-stream.ts';
import type { Ask } from './make-client.ts';

/** Somebody who watches an auction, and comes back whenever the stream ends. */
export interface Watcher {
  /** The last phase that the page was told of. */
  readonly phase: string | null;
  /** The bids that the subscription told of, in the order in which they came. */
  readonly bidIds: readonly string[];
  /** When a subscription last stood that asks from now on: what is placed later has to be told. */
  readonly owedSinceMs: number;
  /** How often a stream was begun. */
  readonly streams: number;
  stop(): Promise<void>;
}

const comeBackAfterMs = 100;

/** Watches the page's events, and subscribes as its seller does. */
export function watchAuction(ask: Ask, { key, auctionId }: { key: string; auctionId: string }): Watcher {
  const stopping = new AbortController();
  const { signal } = stopping;
  const watcher = { phase: null as string | null, bidIds: [] as string[], owedSinceMs: Infinity, streams: 0 };

  async function follow(
    open: () => Promise<Response>,
    onEvent: (data: string) => void,
    onOpen = () => {},
  ): Promise<void> {
    while (!signal.aborted) {
      const answer = await open().catch(() => null);
      if (answer?.status === 200) {
        watcher.streams += 1;
        onOpen();
        for await (const { event, data } of eventsOf(answer)) if (event !== 'complete' && data !== '') onEvent(data);
      }
      await delay(comeBackAfterMs);
    }
  }

  const accept = 'text/event-stream';
  const watching = Promise.all([
    follow(
      () => ask(`/auctions/${auctionId}/events`, { headers: { accept }, signal }),
      (data) => (watcher.phase = (JSON.parse(data) as { phase: string }).phase),
    ),
    follow(
      () =>
        ask('/graphql', {
          method: 'POST',
          headers: { accept, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            query: `subscription ($auctionId: ID!, $afterBidId: ID) {
              bidPlaced(auctionId: $auctionId, afterBidId: $afterBidId) { bidId } }`,
            variables: { auctionId, afterBidId: watcher.bidIds.at(-1) ?? null },
          }),
          signal,
        }),
      (data) => {
        const { data: told } = JSON.parse(data) as { data?: { bidPlaced: { bidId: string } } };
        if (told !== undefined) watcher.bidIds.push(told.bidPlaced.bidId);
      },
      () => {
        if (watcher.bidIds.length === 0) watcher.owedSinceMs = Date.now();
      },
    ),
  ]);

  return Object.assign(watcher, {
    async stop() {
      stopping.abort();
      await watching;
    },
  });
}
