// A process of its own that keeps event streams open, so that its CPU time is not the service's. Its parent says what to open and
// asks what has come.
import { connect, type Socket } from 'node:net';

export interface ToOpen {
  readonly port: number;
  readonly path: string;
  readonly count: number;
}

/** How many viewers have been told a title, how many streams have ended, and how late those told were. */
export interface Seen {
  readonly told: number;
  readonly ended: number;
  readonly lateMs: readonly number[];
}

const sockets: Socket[] = [];
let told = 0;
let ended = 0;
let awaited = '';
let awaitedSince = 0;
let lateMs: number[] = [];

process.on('message', (message: { open: ToOpen } | { await: string } | 'seen') => {
  if (message === 'seen') process.send!({ told, ended, lateMs } satisfies Seen);
  else if ('open' in message) void open(message.open);
  else {
    awaited = message.await;
    awaitedSince = performance.now();
    told = 0;
    lateMs = [];
    process.send!('awaiting');
  }
});

async function open({ port, path, count }: ToOpen): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('data', () => resolve());
      // Each viewer has an address of its own.
      const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`);
    });
    socket.on('data', (bytes: Buffer) => {
      if (awaited === '' || !bytes.includes(awaited)) return;
      told += 1;
      lateMs.push(performance.now() - awaitedSince);
    });
    socket.on('close', () => (ended += 1));
  }
  process.send!('open');
}
