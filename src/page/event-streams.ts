import { randomInt } from 'node:crypto';
import { openEventStreams } from '../metrics/metrics.ts';
import type { AuctionState } from './auction-state.ts';
import type { WatchAuction } from './watch-auctions.ts';

/** Server-sent events of auctions: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface EventStreams {
  /** @returns `null`: this address has too many open already */
  open(auctionId: string, address: string): ReadableStream<Uint8Array> | null;
  /** Ends every stream, so that a server can close; browsers come back by themselves. */
  end(): void;
}

// Proxies cut connections on which nothing is said, mostly after a minute.
const heartbeatMs = 15_000;
// After a restart not everybody comes back in the same instant.
const soonestReconnectMs = 500;
const latestReconnectMs = 4_000;
// Many bidders can share one address.
const mostPerAddress = 200;
// Whoever reads this slowly is cut off, and learns the latest when it comes back.
const mostUnread = 32;

export function makeEventStreams(watch: WatchAuction): EventStreams {
  const encoder = new TextEncoder();
  const endings = new Set<() => void>();
  const openOf = new Map<string, number>();

  function open(auctionId: string, address: string): ReadableStream<Uint8Array> | null {
    const count = openOf.get(address) ?? 0;
    if (count >= mostPerAddress) return null;
    openOf.set(address, count + 1);

    let close: () => void = () => undefined;
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const send = (text: string) => {
            if ((controller.desiredSize ?? 0) <= -mostUnread) end();
            else controller.enqueue(encoder.encode(text));
          };
          const end = () => {
            close();
            const reconnectMs = randomInt(soonestReconnectMs, latestReconnectMs);
            controller.enqueue(encoder.encode(`retry: ${reconnectMs}\n\n`));
            controller.close();
          };
          const unwatch = watch(auctionId, (state: AuctionState) => send(`data: ${JSON.stringify(state)}\n\n`));
          const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMs);
          heartbeat.unref();
          close = () => {
            // One that has ended with something unread may still be cancelled.
            if (!endings.delete(end)) return;
            clearInterval(heartbeat);
            unwatch();
            openEventStreams.dec({ kind: 'page' });
            leave(address);
          };
          endings.add(end);
          openEventStreams.inc({ kind: 'page' });
          send(`retry: ${latestReconnectMs}\n\n`);
        },
        cancel: () => close(),
      },
      { highWaterMark: 1 },
    );
  }

  function leave(address: string): void {
    const left = (openOf.get(address) ?? 1) - 1;
    if (left > 0) openOf.set(address, left);
    else openOf.delete(address);
  }

  return { open, end: () => endings.forEach((end) => end()) };
}
