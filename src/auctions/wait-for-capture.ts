import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../platform/config.ts';
import { Refusal } from '../core/refusal.ts';
import type { Database } from '../platform/db/database.ts';

const pauseMs = 250;

/** Bounds the cancellations of this process that wait. Each asks the database anew after each pause. */
const maxWaiting = 50;

/**
 * Settlement begins no further capture while a cancellation waits. A caller who is told to try again after ten seconds finds the auction as
 * it was, and not with the next bidder charged.
 */
const holdsFor = `interval '22 s'`;

let waiting = 0;

interface WaitDeps {
  readonly db: Pick<Database, 'query' | 'isTransaction'>;
  readonly config: Pick<Config, 'cancelWaitMs'>;
}

/**
 * Makes an attempt to cancel an auction again while a capture is under way, until its outcome is known, the time is over, or too many
 * others wait. In between it holds no connection and no lock. Inside of an outer transaction it does not wait.
 *
 * @param attempt throws a `Refusal` that names the auction with the capture
 */
export async function waitForCapture<Result>(
  { db, config: { cancelWaitMs } }: WaitDeps,
  attempt: () => Promise<Result>,
): Promise<Result> {
  let untilMs: number | null = null;
  try {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        const auctionId = error instanceof Refusal ? error.capturing : null;
        if (auctionId === null || db.isTransaction === true) throw error;
        if (untilMs === null) {
          if (waiting >= maxWaiting || cancelWaitMs === 0) throw error;
          waiting += 1;
          untilMs = performance.now() + cancelWaitMs;
          await db.query({
            name: 'wait-for-capture',
            text: `update auctions set cancel_waits_until = clock_timestamp() + ${holdsFor} where auction_id = $1 and status <> 'completed'`,
            values: [auctionId],
          });
        }
        const leftMs = untilMs - performance.now();
        if (leftMs <= 0) throw error;
        await delay(Math.min(pauseMs, leftMs));
      }
    }
  } finally {
    if (untilMs !== null) waiting -= 1;
  }
}
