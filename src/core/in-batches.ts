import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay, setImmediate as turnEnds } from 'node:timers/promises';
import { isOutage } from './outage.ts';
import { semaphore } from './semaphore.ts';

/** The result of an item that the batch has left out: the item is handled alone, and no batch waits for it. */
export const leftOut = Symbol('left out');

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** The most items that are handled alone at once: half of the connections of a pool. */
const maxAlone = 5;

/**
 * Makes a function that handles items in batches: all that come in the same turn, or while a batch is under way. A lone item waits
 * for nothing. An item that has to wait, or that takes long, delays no other: a batch leaves it out. When a batch fails, each of its items is handled alone, so that no item undoes the others. An outage fails all of them.
 *
 * @param handle returns the results in the order of the items. Unless `isAlone`, it must not wait for an item: it leaves that one out
 * @param options.maxInBatch the most items in a batch: it bounds the rows that one statement writes
 * @param options.patienceMs after so many milliseconds the next batch begins beside one that takes longer; by default, it waits
 */
export function inBatches<Item, Result>(
  handle: (items: readonly Item[], isAlone: boolean) => Promise<readonly (Result | typeof leftOut)[]>,
  { maxInBatch = 100, patienceMs }: { readonly maxInBatch?: number; readonly patienceMs?: number } = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  const alone = semaphore(maxAlone);
  let isHandling = false;
  // A batch belongs to the maker of the function, not to the request or job of one of its items.
  const inMakersContext = AsyncLocalStorage.snapshot();

  async function handleAll(): Promise<void> {
    await turnEnds();
    while (waiting.length > 0) {
      const handled = handleBatch(waiting.splice(0, maxInBatch));
      await (patienceMs === undefined ? handled : Promise.race([handled, delay(patienceMs, null, { ref: false })]));
    }
    isHandling = false;
  }

  async function handleBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await handle(
        batch.map(({ item }) => item),
        false,
      );
      batch.forEach((each, index) => {
        const result = results[index];
        if (result === leftOut) void handleAlone(each);
        else each.resolve(result as Result);
      });
    } catch (error) {
      for (const each of batch) {
        if (batch.length > 1 && !isOutage(error)) void handleAlone(each);
        else each.reject(error);
      }
    }
  }

  async function handleAlone({ item, resolve, reject }: Waiting<Item, Result>): Promise<void> {
    try {
      const [result] = await alone(() => handle([item], true));
      if (result === undefined || result === leftOut) throw new Error('An item was left out of its own batch.');
      resolve(result);
    } catch (error) {
      reject(error);
    }
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!isHandling) {
      isHandling = true;
      void inMakersContext(handleAll);
    }
    return promise;
  };
}
