/** A terminal and npm both pass on one Ctrl-C: what comes this soon after the first signal is the same one. */
const sameSignalMs = 500;

/**
 * Settles at the first signal that asks the process to stop. A later one ends it at once.
 */
export async function stopSignal(): Promise<NodeJS.Signals> {
  let stoppedAt: number | null = null;
  return new Promise((resolve) => {
    const onSignal = (signal: NodeJS.Signals) => {
      if (stoppedAt === null) {
        stoppedAt = performance.now();
        resolve(signal);
      } else if (performance.now() - stoppedAt > sameSignalMs) {
        process.exit(130);
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}
