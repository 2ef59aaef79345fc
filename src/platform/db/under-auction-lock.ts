import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryConfig, QueryResult } from 'pg';
import { isOutage } from '../../core/outage.ts';
import type { Database } from './database.ts';
import { lockAuction } from './lock-auction.ts';

/** The statements of one caller, which wait for their turn at the row. */
interface Waiting {
  readonly statements: readonly QueryConfig[];
  readonly inItsContext: <Result>(work: () => Result) => Result;
  resolve(results: readonly QueryResult[]): void;
  reject(error: unknown): void;
}

/** The maximum number of callers in one transaction: the first of them waits for all the others. */
const maxTogether = 16;

/** The callers that wait, by auction. An auction has an entry while this process holds its row, or waits for it. */
const queues = new WeakMap<Database, Map<string, Waiting[]>>();

/**
 * Runs statements in one transaction that locks an auction's row first, in one round trip. Callers that come while this process
 * holds the row are then served together, by one lock and one commit: a popular auction takes one connection, and its
 * bidders do not wait for each other's commits. If a statement of theirs fails, each runs by itself, so statements must be
 * safe to repeat. An outage fails all of them: each would wait for it in turn.
 *
 * @returns the results of the caller's statements
 */
export function underAuctionLock(
  db: Database,
  auctionId: string,
  statements: readonly QueryConfig[],
): Promise<readonly QueryResult[]> {
  return new Promise((resolve, reject) => {
    const waiting: Waiting = { statements, inItsContext: AsyncLocalStorage.snapshot(), resolve, reject };
    const byAuction = queues.get(db) ?? new Map<string, Waiting[]>();
    queues.set(db, byAuction);
    const queue = byAuction.get(auctionId);
    if (queue !== undefined) {
      queue.push(waiting);
      return;
    }
    byAuction.set(auctionId, [waiting]);
    void serve(db, auctionId, byAuction);
  });
}

async function serve(db: Database, auctionId: string, byAuction: Map<string, Waiting[]>): Promise<void> {
  const queue = byAuction.get(auctionId)!;
  while (queue.length > 0) await runTogether(db, auctionId, queue.splice(0, maxTogether));
  // In the same turn as the last look at the queue: a caller that comes later begins a new one.
  byAuction.delete(auctionId);
}

async function runTogether(db: Database, auctionId: string, callers: readonly Waiting[]): Promise<void> {
  const [first] = callers;
  try {
    const statements = [lockAuction(auctionId), ...callers.flatMap((caller) => caller.statements)];
    const results = (await first!.inItsContext(() => db.pipeline(statements))).slice(1);
    for (const { statements: own, resolve } of callers) resolve(results.splice(0, own.length));
  } catch (error) {
    if (callers.length === 1 || isOutage(error)) for (const { reject } of callers) reject(error);
    else for (const caller of callers) await runTogether(db, auctionId, [caller]);
  }
}
