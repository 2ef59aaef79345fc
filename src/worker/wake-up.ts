/** Wakes the caller that waits in `rings`. A `ring` while nobody waits makes the next `rings` return at once. */
export interface WakeUp {
  ring(): void;
  /** Waits until it rings, but no longer than `limitMs`, and not at all once `signal` is aborted. */
  rings(limitMs: number, signal: AbortSignal): Promise<void>;
}

export function makeWakeUp(): WakeUp {
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
