/** Runs requests on one payment one after the other, in the order of their arrival. */
export interface ObjectLock {
  /** @returns `lock_timeout`: another request held the lock for too long, and the work was not begun */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result | 'lock_timeout'>;
}

/**
 * Makes the locks that a provider holds on its payments while it executes requests. They last as long as the process:
 * between processes each statement guards itself.
 *
 * @param waitMs how long a request waits for the others on the same payment
 */
export function makeObjectLock(waitMs: number): ObjectLock {
  const lastOf = new Map<string, Promise<void>>();
  return {
    async run(name, work) {
      const before = lastOf.get(name);
      const { promise: done, resolve: finish } = Promise.withResolvers<void>();
      const mine = before === undefined ? done : before.then(() => done);
      lastOf.set(name, mine);
      try {
        if (before !== undefined && !(await isOver(before, waitMs))) return 'lock_timeout';
        return await work();
      } finally {
        finish();
        void mine.then(() => lastOf.get(name) === mine && lastOf.delete(name));
      }
    },
  };
}

async function isOver(before: Promise<void>, waitMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), waitMs);
  try {
    return await Promise.race([before.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
