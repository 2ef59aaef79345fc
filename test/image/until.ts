import { setTimeout as wait } from 'node:timers/promises';

const limitMs = 120_000;

/** Waits until something is true, for two minutes at most. */
export async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const begin = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - begin > limitMs) throw new Error(`Waited in vain for ${what}.`);
    await wait(100);
  }
}
