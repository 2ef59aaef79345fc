/** A terminal and npm both forward one Ctrl-C: a second signal within this time is the same one. */
const sameSignalMs = 500;

/** Settles at the first signal to stop. A later one ends the process at once. */
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
