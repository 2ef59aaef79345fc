// Loaded into a process of the service (`--import`, with `--expose-gc`): tells its parent, when asked, what it has in memory
// once everything that nobody holds any more is gone.
import { setImmediate as turn } from 'node:timers/promises';

process.on('message', () => void report());

async function report(): Promise<void> {
  // What is freed may free more, in a later turn.
  for (let round = 0; round < 3; round += 1) {
    await turn();
    globalThis.gc!();
  }
  process.send!(process.memoryUsage());
}
