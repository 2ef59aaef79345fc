/** A cache that evicts the least recently used entries once it has too many entries or bytes. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  /**
   * Adds an entry.
   *
   * @param bytes the approximate memory of the entry
   */
  set(key: string, value: Value, bytes: number): void;
  /** Adds to the size of an entry that has grown; ignores an evicted one. */
  grow(key: string, bytes: number): void;
  readonly size: number;
  readonly bytes: number;
}

/**
 * Makes a cache.
 *
 * @param max.bytes a larger entry is not cached at all
 */
export function boundedCache<Value>(max: { readonly entries: number; readonly bytes: number }): BoundedCache<Value> {
  // A map iterates in the order of insertion, and `get` inserts anew: the first entry is the least recently used one.
  const entries = new Map<string, { value: Value; bytes: number }>();
  let total = 0;

  function shrink(): void {
    for (const [key, { bytes }] of entries) {
      if (entries.size <= max.entries && total <= max.bytes) return;
      entries.delete(key);
      total -= bytes;
    }
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, bytes) {
      total += bytes - (entries.get(key)?.bytes ?? 0);
      entries.delete(key);
      entries.set(key, { value, bytes });
      shrink();
    },
    grow(key, bytes) {
      const entry = entries.get(key);
      if (entry === undefined) return;
      entry.bytes += bytes;
      total += bytes;
      shrink();
    },
    get size() {
      return entries.size;
    },
    get bytes() {
      return total;
    },
  };
}
