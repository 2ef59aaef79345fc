import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** An address of PostgreSQL that leads to one server and later to another, as that of a cluster does. */
export interface SwitchingProxy extends AsyncDisposable {
  /** The database's URL by way of here. */
  readonly url: string;
  /** Leads new connections to another server. Present ones stay where they are. */
  leadTo(databaseUrl: string): void;
}

export async function startSwitchingProxy(databaseUrl: string): Promise<SwitchingProxy> {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect({ host: target.hostname, port: Number(target.port) });
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    client.pipe(database).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    leadTo: (other) => void (target = new URL(other)),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
