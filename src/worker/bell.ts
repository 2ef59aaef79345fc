/** Wakes who waits for it; rung while nobody does, it wakes the next one who would. */
export interface Bell {
  ring(): void;
  /** Waits until it rings, but no longer than `limitMs`, and not at all once `signal` is aborted. */
  rings(limitMs: number, signal: AbortSignal): Promise<void>;
}

export function makeBell(): Bell {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
    async rings(limitMs, signal) {
      if (signal.aborted) return;
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const onAbort = () => resolve();
      const timer = setTimeout(resolve, limitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      await Promise.race([rung.promise, over]);
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      rung = Promise.withResolvers<void>();
    },
  };
}
