import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a server and its PostgreSQL. */
export interface CountingProxy extends AsyncDisposable {
  /** The database, through it. */
  readonly url: string;
  /** How often the server has waited for an answer, however many statements it had sent by then. */
  roundTrips(): number;
  /** Whether it waits for one now. */
  isWaiting(): boolean;
}

/** Answers are kept back for so long: what is sent meanwhile was sent without waiting for them. */
const keptBackMs = 5;

export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const database = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const waiting = new Set<Socket>();
  let roundTrips = 0;
  const proxy = createServer((server) => {
    const postgres = connect(Number(database.port), database.hostname);
    server.on('data', (sent) => {
      // What tells other processes of a change is sent on the side: no request waits for it.
      if (!waiting.has(server) && !sent.includes('pg_notify')) roundTrips += 1;
      waiting.add(server);
      postgres.write(sent);
    });
    postgres.on('data', (answer) => {
      setTimeout(() => {
        waiting.delete(server);
        server.write(answer);
      }, keptBackMs);
    });
    for (const [socket, other] of [
      [server, postgres],
      [postgres, server],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        waiting.delete(server);
        other.destroy();
      });
    }
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    roundTrips: () => roundTrips,
    isWaiting: () => waiting.size > 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await once(proxy.close(), 'close');
    },
  };
}
