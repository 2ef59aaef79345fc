import { setTimeout as delay } from 'node:timers/promises';
import type { BackendFactory, IQueueBackend } from 'bullmq';

const pauseMs = 1_000;

/**
 * Reports every claim and pauses after one that failed: BullMQ retries at once after most failures, and a worker
 * whose PostgreSQL is down would use a whole core for error messages.
 */
export function watchClaims<Backend extends IQueueBackend, Connection>(
  factory: BackendFactory<Backend, Connection>,
  onClaim: (error: Error | null) => void,
): BackendFactory<Backend, Connection> {
  return (...args) => {
    const backend = factory(...args);
    const claim = backend.moveToActive.bind(backend);
    backend.moveToActive = async (token, name) => {
      try {
        const claimed: unknown[] = await claim(token, name);
        onClaim(null);
        return claimed;
      } catch (error) {
        if (!backend.closing) {
          onClaim(error as Error);
          await delay(pauseMs);
        }
        throw error;
      }
    };
    return backend;
  };
}
