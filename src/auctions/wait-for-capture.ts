import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '../core/refusal.ts';
import type { Database } from '../db/database.ts';

/** How long a cancellation waits for the outcome of a capture. Tests wait shorter. */
export const captureWait = { maxMs: 10_000 };

const pauseMs = 250;

/** Bounds the cancellations of this process that wait. Each asks the database anew after each pause. */
const maxWaiting = 50;

/** Settlement begins no further capture while a cancellation waits, and for as long as its last look at the auction may take. */
const holdsFor = `interval '12 s'`;

let waiting = 0;

/**
 * Makes an attempt to cancel an auction again while a capture is under way, until its outcome is known, the time is over, or too many
 * others wait. In between it holds no connection and no lock. Inside of an outer transaction it does not wait.
 *
 * @param attempt throws a `Refusal` that names the auction with the capture
 */
export async function waitForCapture<Result>(
  db: Pick<Database, 'query' | 'isTransaction'>,
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
          if (waiting >= maxWaiting || captureWait.maxMs === 0) throw error;
          waiting += 1;
          untilMs = performance.now() + captureWait.maxMs;
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
