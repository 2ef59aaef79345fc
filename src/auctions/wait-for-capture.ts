import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '../db/database.ts';

/** How long a cancellation waits for the outcome of a capture. Tests wait shorter. */
export const captureWait = { maxMs: 10_000 };

const pauseMs = 250;

/** Bounds the cancellations of this process that wait. Each asks the database anew after each pause. */
const maxWaiting = 50;

/** Settlement begins no further capture while a cancellation waits, and for as long as its last look at the auction may take. */
const holdsFor = `interval '12 s'`;

let waiting = 0;

export interface CaptureWait extends Disposable {
  /**
   * Waits a moment before the cancellation is tried again. It holds no connection and no lock meanwhile.
   *
   * @returns false at once when the time is over, or too many others wait
   */
  goesOn(auctionId: string): Promise<boolean>;
}

/** Makes the wait of a cancellation that meets a capture under way. */
export function waitForCapture(db: Connection): CaptureWait {
  let untilMs: number | null = null;
  return {
    async goesOn(auctionId) {
      if (untilMs === null) {
        if (waiting >= maxWaiting || captureWait.maxMs === 0) return false;
        waiting += 1;
        untilMs = performance.now() + captureWait.maxMs;
        await db.query({
          name: 'wait-for-capture',
          text: `update auctions set cancel_waits_until = clock_timestamp() + ${holdsFor} where auction_id = $1 and status <> 'completed'`,
          values: [auctionId],
        });
      }
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) return false;
      await delay(Math.min(pauseMs, leftMs));
      return true;
    },
    [Symbol.dispose]() {
      if (untilMs !== null) waiting -= 1;
    },
  };
}
