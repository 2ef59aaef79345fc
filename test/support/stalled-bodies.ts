import { vi } from 'vitest';

/** Longer than a body may take to begin. */
const tooLateMs = 6_000;

/** Bodies that stall after a first chunk. */
export interface StalledBodies {
  /** @param first the chunk that comes at once; nothing comes unless told */
  make(first?: string): ReadableStream<Uint8Array>;
  /** The number of bodies that the service waits for. */
  stalled(): number;
  /** Lets each body that the service waits for go on by one byte, too late, and stall again. */
  goOnTooLate<T>(until: () => Promise<T>): Promise<T>;
}

export function stalledBodies(): StalledBodies {
  const late = Promise.withResolvers<void>();
  const bytes = (text: string) => new TextEncoder().encode(text);
  const never = new Promise<void>(() => undefined);
  let isLate = false;
  let count = 0;
  return {
    make(first) {
      let pulls = 0;
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            pulls += 1;
            if (pulls === 1 && first !== undefined) return controller.enqueue(bytes(first));
            count += 1;
            await (isLate ? never : late.promise);
            controller.enqueue(bytes('a'));
          },
        },
        { highWaterMark: 0 },
      );
    },
    stalled: () => count,
    async goOnTooLate(until) {
      const now = performance.now.bind(performance);
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + tooLateMs);
      isLate = true;
      late.resolve();
      try {
        return await until();
      } finally {
        clock.mockRestore();
      }
    },
  };
}
