import type { JobQueue, QueueBackend } from './queue-backend.ts';

export interface KeptQueue extends AsyncDisposable {
  /** The queue; after an opening that failed, opened anew. */
  open(): Promise<JobQueue>;
}

/**
 * Opens a queue once, and at once: the first request should not be the one that waits for the connection.
 *
 * @param onFailure told when that first opening fails; later ones throw
 * @param onError told of broken connections, which mend by themselves
 */
export function keepQueue(
  backend: QueueBackend,
  { onFailure, onError }: { onFailure: (error: unknown) => void; onError: (error: Error) => void },
): KeptQueue {
  let opening: Promise<JobQueue> | null = null;
  const open = () => {
    opening ??= backend.openQueue(onError).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  open().catch(onFailure);
  return {
    open,
    async [Symbol.asyncDispose]() {
      const queue = await opening?.catch(() => null);
      await queue?.[Symbol.asyncDispose]();
    },
  };
}
