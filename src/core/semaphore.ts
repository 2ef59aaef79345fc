/** Runs at most `max` calls at once; later calls wait in line. */
export function semaphore(max: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const ofOne = fairSemaphore({ max, maxOfOwner: max });
  return (work) => ofOne('', work);
}

/**
 * Runs work of many owners: at most `max` calls at once, and at most `maxOfOwner` of one owner. Calls of one owner wait in line,
 * and the owners take turns: a free place goes to the owner whose turn is longest ago.
 */
export function fairSemaphore({ max, maxOfOwner }: { max: number; maxOfOwner: number }) {
  let running = 0;
  const runningOf = new Map<string, number>();
  // A map keeps the order of its keys: the owner at the front has waited longest for a turn.
  const waitingOf = new Map<string, (() => void)[]>();

  const countOf = (owner: string) => runningOf.get(owner) ?? 0;

  function occupy(owner: string): void {
    running += 1;
    runningOf.set(owner, countOf(owner) + 1);
  }

  function leave(owner: string): void {
    running -= 1;
    if (countOf(owner) === 1) runningOf.delete(owner);
    else runningOf.set(owner, countOf(owner) - 1);
    startNext();
  }

  function startNext(): void {
    for (const [owner, waiting] of waitingOf) {
      if (countOf(owner) >= maxOfOwner) continue;
      const start = waiting.shift()!;
      waitingOf.delete(owner);
      if (waiting.length > 0) waitingOf.set(owner, waiting);
      // The place is occupied here, so that no newcomer takes it before the waiting call runs.
      occupy(owner);
      start();
      return;
    }
  }

  return async <Result>(owner: string, work: () => Promise<Result>): Promise<Result> => {
    if (running < max && countOf(owner) < maxOfOwner) occupy(owner);
    else {
      await new Promise<void>((resolve) => {
        const waiting = waitingOf.get(owner);
        if (waiting === undefined) waitingOf.set(owner, [resolve]);
        else waiting.push(resolve);
      });
    }
    try {
      return await work();
    } finally {
      leave(owner);
    }
  };
}
