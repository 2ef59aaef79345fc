import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter } from 'prom-client';
import { countUnsent } from '../db/query-together.ts';
import type { Deps } from '../deps.ts';
import { registry } from '../metrics/metrics.ts';
import { overloadAnswer } from './overload-answer.ts';
import { overloadLog } from './overload-log.ts';
import { standingQueue } from './standing-queue.ts';

/** Turns away at the door what could not be answered in time, so that the rest is. */
export interface LoadShedder {
  /** Answers 503, where too much is in hand, at a small part of what an answer costs. @returns whether it has */
  sheds(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  /** Has a request in hand until its answer begins: a stream costs next to nothing from then on. */
  inHand<Answer>(answer: () => Answer | Promise<Answer>): Promise<Answer>;
}

const shedRequests = new Counter({
  name: 'auction_http_requests_shed_total',
  help: 'Requests that were answered 503 at once, because more was in hand than could be answered in time.',
  registers: [registry],
});

/** What tells whoever runs the service how it is, and what a payment provider has to tell. */
const neverShed = /^\/(?:healthz|readyz|metrics|provider-events\/.*)(?:\?|$)/;

/**
 * What a process runs out of is its one thread or PostgreSQL, and either way it is connections that requests come to wait
 * for.
 */
export function makeLoadShedder({ config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>): LoadShedder {
  const pools = [db.pool, ...(db.replica === null ? [] : [db.replica.pool])];
  const queue = standingQueue(pools.reduce((sum, { options }) => sum + options.max, 0));
  const refuse = overloadAnswer(config);
  const overload = overloadLog(log);
  let requests = 0;
  return {
    sheds(incoming, outgoing) {
      // Jobs wait for connections, too; and some requests wait for a payment provider, which keeps nobody else waiting.
      const waiting = Math.min(
        requests,
        pools.reduce((sum, pool) => sum + pool.waitingCount + countUnsent(pool), 0),
      );
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
