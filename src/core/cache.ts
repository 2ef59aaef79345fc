import { LRUCache } from 'lru-cache';

export type Cache<Value extends object> = ReturnType<typeof makeCache<Value>>;

/**
 * Caches values up to a number of entries, and of bytes in all: the least recently used make room.
 *
 * @param max.entries also bounds what the entries themselves cost
 */
export function makeCache<Value extends object>(max: { entries: number; bytes: number }) {
  const cache = new LRUCache<string, Value>({ max: max.entries, maxSize: max.bytes });
  return {
    get: (key: string) => cache.get(key),
    /**
     * Adds a value, or notes that a cached one has grown. A value that is larger than the cache is not kept.
     *
     * @param bytes as measured, such as by `heapBytes`; the key's own are added
     */
    set(key: string, value: Value, bytes: number) {
      // Setting the value that is there already would leave its size as it was.
      cache.delete(key);
      cache.set(key, value, { size: entryBytes + 2 * key.length + bytes });
    },
    get size() {
      return cache.size;
    },
    /** The bytes of all values and keys. */
    get bytes() {
      return cache.calculatedSize;
    },
  };
}

/** An entry's place in the cache's own lists, and the header of its key. */
const entryBytes = 200;

/** The bytes of an object's header, and of one of its properties or elements. */
const headerBytes = 24;
const slotBytes = 8;

/**
 * Measures the heap that a value of plain objects, arrays and texts holds, each part once. Functions count nothing: what
 * they close over belongs to others.
 */
export function heapBytes(value: unknown): number {
  const seen = new Set<object>();
  const pending: unknown[] = [value];
  let bytes = 0;
  while (pending.length > 0) {
    const part = pending.pop();
    if (typeof part === 'string') bytes += headerBytes + textBytes(part);
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    const isError = part instanceof Error;
    const inside: unknown[] = Array.isArray(part) ? part : Object.values(part);
    // The stack is a text, and an error has a few properties more that are not listed.
    if (isError) inside.push(part.stack, part.message);
    bytes += headerBytes + slotBytes * (inside.length + (Array.isArray(part) || isError ? 2 : 0));
    for (const each of inside) {
      if (typeof each === 'string' || typeof each === 'object') pending.push(each);
    }
  }
  return bytes;
}

/** Measures a text: V8 keeps a byte for each character of Latin-1, and two for each of any other text. */
export function textBytes(text: string): number {
  return /[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length;
}
