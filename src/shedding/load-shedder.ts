import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter } from 'prom-client';
import type { ProcessDeps } from '../deps.ts';
import { registry } from '../metrics/metrics.ts';
import { overloadAnswer } from './overload-answer.ts';
import { overloadLog } from './overload-log.ts';

/** Refuses on arrival the requests that could not be answered in time, so that the others can be. */
export interface LoadShedder {
  /**
   * Answers 503 if too many requests are in hand, at a small part of an answer's cost.
   *
   * @returns true if it answered
   */
  sheds(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  /** Counts a request as in hand until its answer begins: a stream costs almost nothing from then on. */
  inHand<Answer>(answer: () => Answer | Promise<Answer>): Promise<Answer>;
}

const shedRequests = new Counter({
  name: 'auction_http_requests_shed_total',
  help: 'Requests that were answered 503 at once, because more was in hand than could be answered in time.',
  registers: [registry],
});

/** Probes and metrics for the operator, and events of payment providers, are never shed. */
const neverShed = /^\/(?:healthz|readyz|metrics|provider-events\/.*)(?:\?|$)/;

/**
 * Makes the load shedder. A process runs out of either its one thread or PostgreSQL; both show as requests that wait
 * for connections.
 */
export function makeLoadShedder(
  { config, db, log }: Pick<ProcessDeps, 'config' | 'db' | 'log'>,
  { overloadPage }: { readonly overloadPage: ((incoming: IncomingMessage) => string) | null },
): LoadShedder {
  const { pool } = db;
  const queue = queueDelay(pool.options.max);
  const refuse = overloadAnswer(config, overloadPage);
  const overload = overloadLog(log);
  let requests = 0;
  return {
    sheds(incoming, outgoing) {
      // Jobs wait for connections, too. Some requests wait for a payment provider, which delays no other request.
      const waiting = Math.min(requests, pool.waitingCount + db.countUnsent());
      if (!queue.isTooLong(waiting) || neverShed.test(incoming.url!)) return false;
      shedRequests.inc();
      overload.shed();
      refuse(incoming, outgoing);
      return true;
    },
    async inHand(answer) {
      requests += 1;
      try {
        return await answer();
      } finally {
        requests -= 1;
        queue.served();
      }
    },
  };
}

/**
 * A queue that takes this long keeps everything busy: a longer one only answers later, and a second later most
 * callers have given up.
 */
const maxWaitMs = 100;

/** A queue with this many items per server keeps all servers busy, however slow they are. */
const shortestPerServer = 4;

/** A queue that empties within this time is a burst, and is accepted as a whole. */
const burstMs = 500;

/** The window in which served items are counted. */
const windowMs = 250;

export interface QueueDelay {
  /** Call when a queued item is done. */
  served(): void;
  /**
   * Checks whether a newcomer would wait too long.
   *
   * @param length the current length of the queue
   */
  isTooLong(length: number): boolean;
}

/**
 * Judges a queue by the time to pass through it: its length over the number served per second (Little's law). The
 * length alone is no measure, because the rate differs between machines and loads. A queue is too long if it is a
 * standing queue: it has not been empty for a while (controlled delay, "Fail at Scale", ACM Queue 13/8).
 *
 * @param servers the number served at once
 */
export function queueDelay(servers: number, now = () => performance.now()): QueueDelay {
  let emptyAtMs = now();
  let countedFromMs = now();
  let count = 0;
  let servedInMs = 0;

  function longest(atMs: number): number {
    if (atMs - countedFromMs >= windowMs) {
      servedInMs = count / (atMs - countedFromMs);
      count = 0;
      countedFromMs = atMs;
    }
    return Math.max(servers * shortestPerServer, servedInMs * maxWaitMs);
  }

  return {
    served: () => void (count += 1),
    isTooLong(length) {
      const atMs = now();
      if (length === 0) emptyAtMs = atMs;
      return length >= longest(atMs) && atMs - emptyAtMs > burstMs;
    },
  };
}
