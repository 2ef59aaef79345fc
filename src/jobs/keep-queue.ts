import type { JobQueue, QueueBackend } from './queue-backend.ts';

export interface KeptQueue extends AsyncDisposable {
  /** Returns the queue; opens it anew if the last opening failed. */
  open(): Promise<JobQueue>;
}

/**
 * Opens a queue once and immediately: the first request should not wait for the connection.
 *
 * @param onFailure called when that first opening fails; later ones throw
 * @param onError called for broken connections, which recover by themselves
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
