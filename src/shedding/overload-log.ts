import type { Logger } from 'pino';

const lookEveryMs = 1_000;

/** An overload is over when nothing was shed during this number of checks. */
const calmLooks = 5;

/**
 * Logs once that requests are shed, and once how many were: a line for each would cost more than the refusal itself.
 */
export function overloadLog(log: Logger): { shed(): void } {
  let shed = 0;

  function begin(): void {
    const beganAtMs = performance.now();
    let shedBefore = 0;
    let calm = 0;
    log.warn('Overloaded: requests are shed.');
    const checking = setInterval(() => {
      calm = shed === shedBefore ? calm + 1 : 0;
      shedBefore = shed;
      if (calm < calmLooks) return;
      clearInterval(checking);
      const seconds = Math.round((performance.now() - beganAtMs) / 1_000) - calmLooks;
      log.warn({ shed, seconds }, 'Requests are no longer shed.');
      shed = 0;
    }, lookEveryMs).unref();
  }

  return {
    shed() {
      shed += 1;
      if (shed === 1) begin();
    },
  };
}
