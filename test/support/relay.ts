import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Stands between clients and a server, on a port of this machine. */
export interface Relay extends AsyncDisposable {
  readonly port: number;
  /** Breaks every connection that is open. */
  cut(): void;
}

/** @param joinServer connects a client with its server; where one of the two connections ends, so does the other */
export async function startRelay(joinServer: (client: Socket) => Socket): Promise<Relay> {
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const server = joinServer(client);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const cut = () => sockets.forEach((socket) => socket.destroy());
  return {
    port: (relay.address() as AddressInfo).port,
    cut,
    async [Symbol.asyncDispose]() {
      cut();
      relay.close();
      await once(relay, 'close');
    },
  };
}

/** The URL of a database by way of a relay. */
export function byWayOf({ port }: Relay, databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return url.href;
}
