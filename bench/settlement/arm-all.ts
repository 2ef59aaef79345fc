import type { Alarm, Alarms } from '../../src/jobs/alarms.ts';

const atOnce = 500;
const maxTries = 20;

/** Arms as many alarms as there are, as those who write auctions would; a busy machine needs more than one try. */
export async function armAll(alarms: Alarms, all: readonly Alarm[]): Promise<void> {
  for (let first = 0; first < all.length; first += atOnce) {
    const some = all.slice(first, first + atOnce);
    let tries = 1;
    while (!(await alarms.arm(some))) {
      if (tries === maxTries) throw new Error('The alarms cannot be armed.');
      tries += 1;
    }
  }
}
