/** What is put in at one end is taken out at the other, in order, by whoever iterates over it. */
export interface Mailbox<Item> extends AsyncIterableIterator<Item, undefined> {
  put(item: Item): void;
  return(): Promise<IteratorReturnResult<undefined>>;
}

/**
 * @param onFull has to make room in what waits, as nothing else bounds it
 * @param onEnd when nobody takes anything out any more; called once
 */
export function makeMailbox<Item>({
  most,
  onFull,
  onEnd,
}: {
  most: number;
  onFull: (waiting: Item[]) => void;
  onEnd: () => void;
}): Mailbox<Item> {
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
