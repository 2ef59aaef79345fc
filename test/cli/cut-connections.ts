import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and the service, whose address may change. */
export interface Cuts extends AsyncDisposable {
  readonly url: string;
  /** Breaks every connection that is open, in the middle of what it carries. */
  cut(): void;
  /** Sends later connections to another port. */
  moveTo(port: number): void;
}

export async function startCuts(url: string): Promise<Cuts> {
  let port = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const service = connect(port, '127.0.0.1');
    for (const [socket, peer] of [[client, service] as const, [service, client] as const]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        peer.destroy();
      });
    }
    client.pipe(service);
    service.pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    moveTo: (next) => void (port = next),
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
