import { LRUCache } from 'lru-cache';

/** Caches values up to a number of entries, and of bytes in all: the least recently used make room. */
export interface Cache<Value> {
  get(key: string): Value | undefined;
  /**
   * Adds a value, or notes that a cached one has grown. A value that is larger than the cache is not kept.
   *
   * @param bytes as measured, such as by `heapBytes`; the key's own are added
   */
  set(key: string, value: Value, bytes?: number): void;
  readonly size: number;
  /** The bytes of all values and keys; 0 for a cache without a limit of bytes. */
  readonly bytes: number;
}

/** @param max.entries also bounds what the entries themselves cost */
export function makeCache<Value extends object>(max: { entries: number; bytes?: number }): Cache<Value> {
  const cache = new LRUCache<string, Value>({
    max: max.entries,
    ...(max.bytes !== undefined && { maxSize: max.bytes }),
  });
  return {
    get: (key) => cache.get(key),
    set(key, value, bytes = 0) {
      if (max.bytes === undefined) {
        cache.set(key, value);
        return;
      }
      // Setting the value that is there already would leave its size as it was.
      cache.delete(key);
      cache.set(key, value, { size: entryBytes + 2 * key.length + bytes });
    },
    get size() {
      return cache.size;
    },
    get bytes() {
      return cache.calculatedSize;
    },
  };
}

/** An entry's place in the cache's own lists, and the header of its key. */
const entryBytes = 200;
