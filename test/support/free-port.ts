import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems take the ports of outgoing connections from above this range. */
const range = { from: 20_000, count: 12_000 };

/** Processes that run at the same time begin far from one another. */
let offset = process.pid * 97;

/**
 * Finds a port for a program that cannot listen on port 0 and tell which one it got. No connection can take it before the program starts,
 * and no other test process gets it as long as this one lives.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < range.count; tries += 1) {
    offset += 1;
    const port = range.from + (offset % range.count);
    if ((await keep(port)) && (await isFree(port))) return port;
  }
  throw new Error(`No port from ${range.from} to ${range.from + range.count - 1} is free.`);
}

/**
 * Takes a UDP port that stands for this one: the system gives it to one process, and back when that ends. It is not the UDP port of the same
 * number, because Caddy listens there for HTTP/3.
 */
async function keep(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  try {
    socket.bind({ port: port - range.count, address: '127.0.0.1', exclusive: true });
    await once(socket, 'listening');
  } catch {
    socket.close();
    return false;
  }
  socket.unref();
  return true;
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
