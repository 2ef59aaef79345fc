import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands between the service and PostgreSQL, and cuts connections. */
export interface CuttingProxy extends AsyncDisposable {
  /** The database's URL by way of here. */
  readonly url: string;
  /** How many commits have come by. */
  commits(): number;
  /** The server gets the commit of this number, from now on, and its answer never arrives. */
  cutAtCommit(number: number): void;
  /** The server gets the next statement of this name, which commits by itself, and its answer never arrives. */
  cutAtStatement(name: string): void;
}

/** What a client sends to commit: a simple query, its length, its text. */
const commit = Buffer.from('Q\0\0\0\u000bcommit\0');

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let commits = 0;
  let cutsAt = 0;
  let cutsStatement: string | null = null;

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
    let isCut = false;
    client.on('data', (chunk: Buffer) => {
      if (chunk.includes(commit)) {
        commits += 1;
        isCut = commits === cutsAt;
      }
      if (cutsStatement !== null && chunk.includes(cutsStatement)) {
        cutsStatement = null;
        isCut = true;
      }
      database.write(chunk);
    });
    // The answer shows that the server has committed: now the connection breaks.
    database.on('data', (chunk) => (isCut ? client.destroy() : client.write(chunk)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`No port in ${address}.`);

  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return {
    url: url.href,
    commits: () => commits,
    cutAtCommit: (number) => {
      commits = 0;
      cutsAt = number;
    },
    cutAtStatement: (name) => void (cutsStatement = name),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
