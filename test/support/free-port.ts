import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems take the ports of outgoing connections from above this range. */
const range = { from: 20_000, count: 12_000 };

/** Processes that run at the same time begin far from one another. */
let offset = process.pid * 97;

/**
 * Finds a port for a program that cannot listen on port 0 and tell which one it got. Between this probe and the program's
 * start, no connection can take the port, and no other test process tries the same one.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < range.count; tries += 1) {
    offset += 1;
    const port = range.from + (offset % range.count);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${range.from} to ${range.from + range.count - 1} is free.`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
