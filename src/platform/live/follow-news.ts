/**
 * Follows what `look` finds: now, and anew after each `wake`. It looks as fast as its reader reads.
 *
 * @param look finds what the reader has not got yet
 * @param onEnd called once, when the reader has stopped
 */
export function followNews<Item>(look: () => readonly Item[] | Promise<readonly Item[]>, onEnd: () => void) {
  let hasEnded = false;
  let isNews = false;
  let goOn = () => {};

  async function* follow(): AsyncGenerator<Item, undefined> {
    for (;;) {
      if (hasEnded) return;
      isNews = false;
      const found = await look();
      yield* found;
      if (found.length === 0 && !isNews) await new Promise<void>((resolve) => void (goOn = resolve));
    }
  }

  function wake(): void {
    isNews = true;
    goOn();
  }

  const following = follow();
  const items: AsyncIterableIterator<Item, undefined> = {
    next: () => following.next(),
    return() {
      if (!hasEnded) {
        hasEnded = true;
        // A generator that waits cannot be ended: its wait ends first.
        wake();
        onEnd();
      }
      return following.return(undefined);
    },
    [Symbol.asyncIterator]: () => items,
  };
  return { items, wake };
}
