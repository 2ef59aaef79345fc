import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter } from 'prom-client';
import type { Config } from '../../platform/config.ts';
import { corsHeaders, requestIdOf } from '../../core/request-headers.ts';
import { outageLog } from '../../core/outage.ts';
import { Refusal } from '../../core/refusal.ts';
import type { ProcessDeps } from '../../payments/deps.ts';
import { problem } from '../../api/v1/problem.ts';

export type LoadShedder = ReturnType<typeof makeLoadShedder>;

const shedRequests = new Counter({
  name: 'auction_http_requests_shed_total',
  help: 'Requests that were answered 503 at once, because more was in hand than could be answered in time.',
});

/** Probes and metrics for the operator, and events of payment providers, are never shed. */
const neverShed = /^\/(?:healthz|readyz|metrics|provider-events\/.*)(?:\?|$)/;

/**
 * Makes the load shedder, which refuses on arrival the requests that could not be answered in time, so that the others can
 * be. A process runs out of either its one thread or PostgreSQL; both show as requests that wait for connections.
 */
export function makeLoadShedder(
  { config, db, log }: Pick<ProcessDeps, 'config' | 'db' | 'log'>,
  { overloadPage }: { readonly overloadPage: ((incoming: IncomingMessage) => string) | null },
) {
  const { pool } = db;
  const queue = queueDelay(pool.options.max);
  const refuse = overloadAnswer(config, overloadPage);
  const overload = outageLog(log, 'Answering every request in time', 'Some are shed.');
  let requests = 0;
  return {
    /**
     * Answers 503 if too many requests are in hand, at a small part of an answer's cost.
     *
     * @returns true if it answered
     */
    sheds(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
      // Jobs wait for connections, too. Some requests wait for a payment provider, which delays no other request.
      const waiting = Math.min(requests, pool.waitingCount + db.countUnsent());
      const isTooLong = queue.isTooLong(waiting);
      if (!isTooLong) overload.worked();
      if (!isTooLong || neverShed.test(incoming.url!)) return false;
      shedRequests.inc();
      overload.failed('more are in hand');
      refuse(incoming, outgoing);
      return true;
    },
    /** Counts a request as in hand until its answer begins: a stream costs almost nothing from then on. */
    async inHand<Answer>(answer: () => Answer | Promise<Answer>): Promise<Answer> {
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

/**
 * Judges a queue by the time to pass through it: its length over the number served per second (Little's law). The
 * length alone is no measure, because the rate differs between machines and loads. A queue is too long if it is a
 * standing queue: it has not been empty for a while (controlled delay, "Fail at Scale", ACM Queue 13/8).
 *
 * @param servers the number served at once
 */
export function queueDelay(servers: number, now = () => performance.now()) {
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
    /** Call when a queued item is done. */
    served: () => void (count += 1),
    /** Checks whether a newcomer would wait too long in a queue of this length. */
    isTooLong(length: number): boolean {
      const atMs = now();
      if (length === 0) emptyAtMs = atMs;
      return length >= longest(atMs) && atMs - emptyAtMs > burstMs;
    },
  };
}

/** The addresses of pages, which people read. */
const ofPages = /^\/(?:auctions\/|seller(?:[/?]|$))/;

const placeholder = '00000000-0000-0000-0000-000000000000';

/**
 * Answers `unavailable` with prepared bytes; only the request id is new.
 *
 * @param bidderPage the answer to bidders and sellers in a browser, who do not read JSON; `null`: this process serves no pages
 */
export function overloadAnswer(
  config: Config,
  bidderPage: ((incoming: IncomingMessage) => string) | null,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const refusal = new Refusal('unavailable');
  const { status, headers, body } = problem(refusal, { publicUrl: config.publicUrl, requestId: placeholder });
  const [before, after] = body.split(placeholder) as [string, string];

  return (incoming, outgoing) => {
    const requestId = requestIdOf(incoming.headers['x-request-id'] as string | undefined, config);
    const page = ofPages.test(incoming.url!) ? (bidderPage?.(incoming) ?? null) : null;
    const text = page ?? before + requestId + after;
    outgoing.writeHead(status, {
      ...headers,
      ...(page !== null && { 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Language, Cookie' }),
      ...(page === null && corsHeaders(incoming.headers.origin)),
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(text),
      'x-request-id': requestId,
    });
    outgoing.end(incoming.method === 'HEAD' ? undefined : text);
  };
}
