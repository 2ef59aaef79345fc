/** A queue of bounded length: `put` adds an item, and iterating takes the items out in order. */
export interface BoundedQueue<Item> extends AsyncIterableIterator<Item, undefined> {
  put(item: Item): void;
  return(): Promise<IteratorReturnResult<undefined>>;
}

/**
 * Makes a bounded queue.
 *
 * @param onFull must make room among the waiting items, as nothing else bounds the queue
 * @param onEnd called once, when the reader has stopped
 */
export function makeBoundedQueue<Item>({
  most,
  onFull,
  onEnd,
}: {
  most: number;
  onFull: (waiting: Item[]) => void;
  onEnd: () => void;
}): BoundedQueue<Item> {
  const waiting: Item[] = [];
  // A generator could not be ended while it waits: its `return` would wait, too.
  let deliver: ((result: IteratorResult<Item, undefined>) => void) | null = null;
  let hasEnded = false;
  const ended = { done: true, value: undefined } as const;

  return {
    put(item) {
      if (hasEnded) return;
      if (deliver !== null) {
        deliver({ done: false, value: item });
        deliver = null;
        return;
      }
      if (waiting.length >= most) onFull(waiting);
      waiting.push(item);
    },
    async next() {
      if (hasEnded) return ended;
      const [item] = waiting.splice(0, 1);
      if (item !== undefined) return { done: false, value: item };
      return new Promise((resolve) => void (deliver = resolve));
    },
    async return() {
      if (!hasEnded) {
        hasEnded = true;
        deliver?.(ended);
        onEnd();
      }
      return ended;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
